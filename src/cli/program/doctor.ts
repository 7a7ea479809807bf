import type { Command } from 'commander';
import { addOptions, flagsOf } from '../../config/flags.js';
import type { OptionGroup } from '../../config/option.js';
import { type OptionKey, optionKeys, optionTable } from '../../config/options.js';
import type { Finish } from './finish.js';

/** The groups of options that say how a URL is treated, but for what matters to many URLs only. */
const groups: ReadonlySet<OptionGroup> = new Set(['Scope', 'Politeness', 'Network']);
const ofManyUrls = new Set<OptionKey>([
  'maxDepth',
  'maxPerHost',
  'maxPerDomain',
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
export function addDoctor(osprey: Command, finish: Finish): void {
  addOptions(
    osprey
      .command('doctor')
      .description('Show how a crawl would treat a URL: robots.txt, delay, redirects, addresses, type, charset, links.')
      .argument('<url...>', 'pages to look at, one after the other')
      .option('--config <file>', 'read options from a YAML file, such as that of a crawl; flags win over it')
      .option('--json', 'as JSON lines, one a URL, for scripts'),
    doctorKeys,
  )
    .addHelpText('after', () => doctorExamples)
    .action(async (urls: string[], flags: import('../commands/doctor/run.js').DoctorFlags, command: Command) => {
      const { doctorCommand } = await import('../commands/doctor/run.js');
      finish(await doctorCommand(urls, flags, flagsOf(command)));
    });
}

const doctorExamples = `
It asks as a crawl would: for the robots.txt of each host on the way and for each hop, with the delays in between, and for nothing
that the crawl would not ask for. The last line says whether the page would be visited, and which option changes that.
The exit code is 0 once something was found out, whatever it is, and 3 if nothing could be reached.

Examples:
  osprey doctor https://example.org/
  osprey doctor https://example.org/a https://example.org/b --domains example.org   # also what is in scope
  osprey doctor https://example.org/ --config crawl.yaml                            # as the crawl of this config would
  osprey doctor http://wiki.intranet/ --allow-private --header "Cookie: session=…"  # a host with a private address
  osprey doctor http://some.host/page.html --web archive.warc.gz                    # of an archived web
  osprey doctor https://example.org/ --json | jq .verdict`;
