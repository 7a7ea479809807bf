import type { RawOptions } from '../../../config/layer.js';
import { httpUrl } from '../../../config/network-kinds.js';
import type { Settings } from '../../../config/options.js';
import { settingsFrom } from '../../../config/settings.js';
import { diagnoses, type UrlDiagnosis } from '../../../doctor/url-diagnosis.js';
import { UsageError } from '../../../failure.js';
import { canonicalUrl } from '../../../url/canonical-url.js';
import { exitCodes } from '../../exit-codes.js';
import { flagValue } from '../../flag-value.js';
import { readConfig } from '../../read-config.js';
import { printable, time } from '../../terminal/format.js';
import { indexingProgress } from '../../terminal/indexing-progress.js';
import { doctorLines } from './doctor-lines.js';
import { doctorSentence } from './doctor-sentence.js';

export interface DoctorFlags {
  readonly config?: string;
  readonly json?: boolean;
}

/** Shorter waits need no word. */
const longWait = 3_000;

/** `osprey doctor`: how a crawl would handle these URLs. Each is printed as soon as it is known. */
export async function doctorCommand(urls: readonly string[], flags: DoctorFlags, options: RawOptions): Promise<number> {
  const settings = settingsOf(urls, flags, options);
  const { json = false } = flags;
  const onWait = (host: string, ms: number) => {
    if (!json && ms >= longWait) process.stderr.write(`Waiting ${time(ms)} (delay of ${printable(host)}) …\n`);
  };
  let asked = 0;
  let answered = 0;
  let told = 0;
  for await (const diagnosis of diagnoses(urls, settings, { onWait, onIndexing: indexingProgress({ json }) })) {
    process.stdout.write(
      json ? jsonLine(diagnosis, settings) : `${told++ > 0 ? '\n' : ''}${textOf(diagnosis, settings)}`,
    );
    asked += diagnosis.requests.length;
    answered += diagnosis.requests.filter(({ status }) => status !== undefined).length;
  }
  return asked > 0 && answered === 0 ? exitCodes['seeds-failed'] : exitCodes.ok;
}

/** The URLs are the seeds of the crawl that is thought of. What it is about makes no difference. */
function settingsOf(urls: readonly string[], { config }: DoctorFlags, flags: RawOptions): Settings {
  for (const url of urls) {
    flagValue(httpUrl(), url, 'URL');
    if (canonicalUrl(url) === undefined)
      throw new UsageError('bad-url', `${printable(url)} is too long, or has no host.`);
  }
  const file = config === undefined ? undefined : readConfig(config);
  return settingsFrom({ flags, options: { query: 'any', seed: urls }, ...(file && { file }) });
}

function jsonLine(diagnosis: UrlDiagnosis, settings: Settings): string {
  return `${JSON.stringify({ ...diagnosis, sentence: doctorSentence(diagnosis, settings) })}\n`;
}

function textOf(diagnosis: UrlDiagnosis, settings: Settings): string {
  return `${[...doctorLines(diagnosis), '', doctorSentence(diagnosis, settings)].join('\n')}\n`;
}
