import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../../config/flags.js';
import type { OptionGroup } from '../../../config/option.js';
import { type OptionKey, optionKeys, optionTable } from '../../../config/options.js';
import type { Finish } from '../../finish.js';

/** The groups of options that decide how a single URL is handled. */
const groups: ReadonlySet<OptionGroup> = new Set(['Scope', 'Politeness', 'Network']);
/** Options of these groups that only matter to many URLs together. */
const ofManyUrls = new Set<OptionKey>([
  'maxDepth',
  'maxPerHost',
  'maxPerDomain',
  'maxPerAddress',
  'nearDuplicates',
  'requests',
  'requestsPerHost',
  'requestsPerAddress',
]);
const doctorKeys = [
  ...optionKeys.filter((key) => groups.has(optionTable[key].group) && !ofManyUrls.has(key)),
  'exportNoindex',
] as const satisfies readonly OptionKey[];

/** `osprey doctor`. */
export function defineDoctor(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('doctor')
      .description(
        'Show how a crawl would handle a URL: robots.txt, delay, redirects, addresses, type, charset, links.',
      )
      .argument('<url...>', 'URLs to check, one after the other.')
      .option('--config <file>', 'Read options from a YAML file, such as that of a crawl; flags override it.')
      .option('--json', 'Print JSON lines, one per URL.'),
    doctorKeys,
  )
    .addHelpText('after', () => examples)
    .action(async (urls: string[], flags: import('./run.js').DoctorFlags, command: Command) => {
      const { doctorCommand } = await import('./run.js');
      finish(await doctorCommand(urls, flags, flagsOf(command)));
    });
}

const examples = `
The doctor makes the requests a crawl would make, with the same delays, and no others: robots.txt of each host, then each
redirect. The last line says whether the page would be visited, and which option would change that. The exit code is 0
whatever the finding, and 3 if nothing could be reached.

Examples:
  osprey doctor https://example.org/
  osprey doctor https://example.org/a https://example.org/b --domains example.org   # checks the scope too
  osprey doctor https://example.org/ --config crawl.yaml                            # with the options of a crawl
  osprey doctor http://wiki.intranet/ --allow-private --header "Cookie: session=…"  # a host with a private address
  osprey doctor http://some.host/page.html --web archive.warc.gz                    # in an archived web
  osprey doctor https://example.org/ --json | jq .verdict`;
