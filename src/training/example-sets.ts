import { statSync } from 'node:fs';
import path from 'node:path';
import { isHttpUrl } from '../config/network-kinds.js';
import type { ExampleOptions } from '../crawl/examples/example-options.js';
import { readExamplePages } from '../crawl/examples/example-pages.js';
import type { IndexingProgress } from '../crawl/open-transport.js';
import { UsageError } from '../failure.js';
import { canonicalUrl } from '../url/canonical-url.js';
import { LocalPages, pageFilesIn } from './local-pages.js';
import { otherLabel, relevantLabel } from './targets.js';
import type { LabelledDocument, TrainingSource } from './training-source.js';

/** What a person names as wanted and as not wanted: URLs, files, and folders of files. */
export interface GivenExamples {
  readonly relevant: readonly string[];
  readonly other: readonly string[];
}

/** Example pages that a person sorted. URLs are fetched at once, politely; throws when one of them cannot be had. */
export async function exampleSets(
  { relevant, other }: GivenExamples,
  fetching: ExampleOptions,
  onIndexing?: IndexingProgress,
): Promise<TrainingSource> {
  const labels = new Map<string, string>();
  for (const [label, names] of [
    [relevantLabel, relevant],
    [otherLabel, other],
  ] as const) {
    for (const name of names.flatMap(pagesOf)) {
      if ((labels.get(name) ?? label) !== label) throw given(name, 'is given as relevant and as other; decide for one');
      labels.set(name, label);
    }
  }
  const files = [...labels.keys()].filter((name) => !isHttpUrl(name));
  const local = new LocalPages('examples.invalid', commonFolder(files), files);
  const urls = [...labels.keys()].filter(isHttpUrl);
  const fetched = urls.length === 0 ? [] : await readExamplePages(urls, fetching, onIndexing && { onIndexing });
  const pages = new Map(fetched.map((page) => [page.given, page]));
  return {
    targets: new Set([relevantLabel]),
    visitOrder: false,
    total: labels.size,
    *documents(): Generator<LabelledDocument> {
      for (const [name, label] of labels) {
        const page = pages.get(name);
        if (page === undefined) yield { name, label, read: (reader) => local.read(name, reader) };
        else yield { name, label, read: async () => ({ ...page, aliases: [name] }) };
      }
    },
  };
}

/** Each page once, however its URL or file name is written. */
function pagesOf(name: string): string[] {
  if (isHttpUrl(name)) return [canonicalUrl(name) ?? name];
  const file = path.resolve(name);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw given(name, 'is not there; check the path, or give a URL with http:// or https://');
  if (!found.isDirectory()) return [file];
  const { files } = pageFilesIn(file);
  if (files.length === 0) throw given(name, 'holds no HTML or text files');
  return files;
}

function given(name: string, problem: string): UsageError {
  return new UsageError('bad-example', `The example ${name} ${problem}.`, { name });
}

function commonFolder(files: readonly string[]): string {
  let folder = path.dirname(files[0] ?? path.resolve('x'));
  for (const file of files) while (path.relative(folder, file).startsWith('..')) folder = path.dirname(folder);
  return folder;
}
