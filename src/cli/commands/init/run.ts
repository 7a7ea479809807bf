import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { list } from '../../../config/collection-kinds.js';
import { contact, httpUrl } from '../../../config/network-kinds.js';
import { BadValue, type OptionKind } from '../../../config/option-kind.js';
import { integer, text } from '../../../config/scalar-kinds.js';
import { settingsFrom } from '../../../config/settings.js';
import { diagnoses } from '../../../doctor/url-diagnosis.js';
import { UsageError } from '../../../failure.js';
import { exitCodes } from '../../exit-codes.js';
import { shellWord } from '../../terminal/format.js';
import { doctorSentence } from '../doctor/doctor-sentence.js';
import { type Answers, commentedConfig } from './commented-config.js';

export interface InitFlags {
  readonly check: boolean;
  readonly allowPrivate?: boolean;
  readonly resolve?: readonly string[];
}

type Ask = <Value>(question: string, kind: OptionKind<Value>) => Promise<Value | undefined>;

/** `osprey init`: a config file by question and answer. */
export async function initCommand(file: string, flags: InitFlags): Promise<number> {
  if (existsSync(file)) throw new UsageError('file-exists', `${file} already exists; remove it or name another file.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answers = await asked(asking(terminal));
    if (flags.check && answers.seed.length > 0) await checkSeeds(answers, flags);
    await writeFile(file, commentedConfig(answers), { flag: 'wx' });
  } finally {
    terminal.close();
  }
  process.stdout.write(`Wrote ${file}. Start the crawl with: osprey crawl --config ${shellWord(file)}\n`);
  return exitCodes.ok;
}

async function asked(ask: Ask): Promise<Answers> {
  const query = await ask('What should the pages be about?', text('words'));
  if (query === undefined)
    throw new UsageError('no-query', 'A crawl needs a topic: say what the pages should be about.');
  return {
    query,
    not:
      (await ask('Words of other meanings, separated by commas (none):', list(text('words'), { separator: ',' }))) ??
      [],
    seed: (await ask('Pages to start from, separated by commas (search sources are asked):', seedList)) ?? [],
    maxPages: (await ask('How many pages at most (500)?', integer({ min: 1 }))) ?? 500,
    contact: await ask('Where can site owners reach you: e-mail address or URL (none)?', contact()),
  };
}

const seedList = list(httpUrl(), { separator: ',' });

/** An empty answer takes what the question offers; a wrong one is asked for again. */
function asking(terminal: ReturnType<typeof createInterface>): Ask {
  // Answers may come from a pipe, all at once: lines that nobody waits for yet must not be lost.
  const lines = terminal[Symbol.asyncIterator]();
  return async (question, kind) => {
    for (;;) {
      process.stderr.write(`${question} `);
      const { value: line = '', done } = await lines.next();
      if (line.trim() === '') return undefined;
      try {
        return kind.parse(line.trim(), 'flag');
      } catch (thrown) {
        if (!(thrown instanceof BadValue) || done) throw thrown;
        process.stderr.write(`  ${thrown.message}.\n`);
      }
    }
  };
}

/** What a crawl would meet at the seeds. A seed that fails is told of and kept: it may be back tomorrow. */
async function checkSeeds({ query, seed }: Answers, { allowPrivate, resolve }: InitFlags): Promise<void> {
  const network = { ...(allowPrivate && { allowPrivate }), ...(resolve && { resolve }) };
  const settings = settingsFrom({ flags: network, options: { query, seed } });
  for await (const diagnosis of diagnoses(seed, settings, {}))
    process.stderr.write(`  ${diagnosis.url}: ${doctorSentence(diagnosis, settings)}\n`);
}
