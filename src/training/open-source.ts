import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isRemote } from '../archive/bodies/open-storage.js';
import type { RawOptions } from '../config/layer.js';
import type { Settings } from '../config/options.js';
import type { ExampleOptions } from '../crawl/examples/example-options.js';
import type { IndexingProgress } from '../crawl/open-transport.js';
import { UsageError } from '../failure.js';
import { readingCrawl } from '../store/open-reader.js';
import { crawlJudgements } from './crawl-judgements.js';
import { exampleSets } from './example-sets.js';
import { labelledUrls } from './labelled-urls.js';
import { taxonomyFolder } from './taxonomy-folder.js';
import type { TrainingSource } from './training-source.js';

/** Where the pages and labels come from, as the command line gives it. */
export interface GivenSource {
  readonly relevant?: readonly string[] | undefined;
  readonly other?: readonly string[] | undefined;
  readonly labels?: string | undefined;
  readonly visits?: string | undefined;
  readonly taxonomy?: string | undefined;
  readonly crawl?: string | undefined;
  readonly target?: string | undefined;
}

/** `fetching`: the options as they were written, for pages that have to be fetched. Throws `UsageError` on what does not fit together. */
export async function openSource(
  given: GivenSource,
  { web }: Pick<Settings, 'web'>,
  fetching: RawOptions,
  onIndexing: IndexingProgress,
): Promise<TrainingSource> {
  const { relevant = [], other = [], labels, visits, taxonomy, crawl, target } = given;
  const examples = relevant.length + other.length > 0;
  const list = labels ?? visits;
  const ways = [examples, labels, visits, taxonomy].filter(Boolean).length;
  if (ways > 1 || (crawl !== undefined && (examples || taxonomy !== undefined))) {
    throw new UsageError('several-sources', `Give one source of pages: ${sources}.`);
  }
  if (target !== undefined && list === undefined && taxonomy === undefined) {
    throw new UsageError('target-alone', '--target works only with --labels, --visits or --taxonomy.');
  }
  if (examples) return exampleSets({ relevant, other }, fetching as ExampleOptions, onIndexing);
  if (taxonomy !== undefined) return taxonomyFolder(path.resolve(taxonomy), target);
  if (list !== undefined) {
    const archives = crawl === undefined ? web : await archivesOf(crawl);
    if (archives.length === 0) throw new UsageError('no-contents', `The pages of ${list} are missing: ${contents}.`);
    return labelledUrls({ list, archives, target, visits: visits !== undefined, onIndexing });
  }
  if (crawl === undefined) throw new UsageError('no-source', `Training pages are missing: ${sources}.`);
  return crawlJudgements(crawl);
}

const sources =
  '--relevant and --other (pages), --labels or --visits (a list), --taxonomy (a folder), or --crawl (a finished crawl)';
const contents =
  'give --web ARCHIVE.warc.gz or --crawl DIR; to fetch them, first run osprey crawl --seeds URLS --max-depth 0';

/** How a crawl made its terms: a model for more of it has to make them alike. */
export async function languageOfCrawl(location: string): Promise<Pick<Settings, 'language' | 'stem'>> {
  const { language, stem } = await configOf(location);
  return { language, stem };
}

async function archivesOf(location: string): Promise<string[]> {
  const { archive, shown } = await configOf(location);
  const place = typeof archive === 'string' ? archive : location;
  if (isRemote(place))
    throw new UsageError(
      'archive-remote',
      `The pages of ${shown} are in ${place}; bring them to a folder first, with "osprey copy ${shown} NEW".`,
      { at: shown },
    );
  return readdirSync(place)
    .filter((name) => /^pages-.*\.warc\.gz$/.test(name))
    .sort()
    .map((name) => path.join(place, name));
}

/** Of a crawl that kept its pages. */
function configOf(location: string): Promise<Settings & { readonly shown: string }> {
  return readingCrawl(location, ({ settings, location: shown }) => {
    if (settings.archive) return { ...settings, shown };
    throw new UsageError(
      'no-archive',
      `${shown} was crawled with --no-archive, so its pages cannot be used for training; crawl without it.`,
      { at: shown },
    );
  });
}
