import { statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../failure.js';
import { LocalPages, pageFilesIn } from './local-pages.js';
import { Targets } from './targets.js';
import type { TrainingSource } from './training-source.js';

/** A folder of classes: each folder in it is a class, with its pages in it and in the folders below. */
export function taxonomyFolder(folder: string, target: string | undefined): TrainingSource {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError('no-taxonomy', `The folder ${folder} does not exist; give one with a subfolder per class.`, {
      folder,
    });
  }
  const { files, leftOut } = pageFilesIn(folder);
  const classOf = (file: string) => path.relative(folder, file).split(path.sep).slice(0, -1)[0];
  const pages = files.filter((file) => classOf(file) !== undefined);
  const classes = new Set(pages.map((file) => classOf(file)!));
  if (classes.size === 0) {
    throw new UsageError('empty-taxonomy', `${folder} has no subfolders with HTML or text files; make one per class.`, {
      folder,
    });
  }
  const targets = Targets.from(target, classes);
  const local = new LocalPages('taxonomy.invalid', folder, pages);
  const loose = files.length - pages.length;
  const others = leftOut.length;
  return {
    targets: targets.labels,
    visitOrder: false,
    total: pages.length,
    *documents() {
      for (const file of pages) {
        const label = targets.labelOf([classOf(file)!]);
        yield { name: file, label, read: (reader) => local.read(file, reader) };
      }
    },
    notes: [
      ...(loose > 0 ? [`${loose === 1 ? '1 file' : `${loose} files`} in no folder of a class: left out.`] : []),
      ...(others > 0
        ? [
            `${others === 1 ? '1 file that is' : `${others} files that are`} neither HTML nor text, such as ${leftOut[0]}: left out.`,
          ]
        : []),
    ],
  };
}
