/**
 * Runs before the compiler (`npm run build`), in the folder of the project. The compiler is incremental: it writes what
 * changed and trusts the rest of the output. This makes that safe, so that a rebuilt project is like a fresh one:
 * - output whose source was deleted or renamed is removed; otherwise its tests would still run;
 * - where output is missing (also that of a new source), or was changed after the last build, the build info goes, and
 *   everything is compiled again;
 * - the bundle of the dashboard goes with the rest: it is made anew at every build.
 * It is plain JavaScript because nothing has been compiled yet.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const { include, exclude = [], compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
const outDir = path.normalize(compilerOptions.outDir);
const buildInfo = path.normalize(compilerOptions.tsBuildInfoFile);

const expected = new Set(include.flatMap(filesIn).flatMap(outputsOf));
removeStale(outDir);
if (existsSync(buildInfo) && !isTrustworthy()) rmSync(buildInfo);

/** All files in a folder and the folders in it; none where there is no such folder. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !exclude.some((left) => file.startsWith(path.join(left, path.sep))));
}

/** What the compiler writes for a source; nothing for other files. */
function outputsOf(file) {
  const [, stem, kind] = /^(.*?)(?<!\.d)\.([cm]?)ts$/.exec(file) ?? [];
  if (stem === undefined) return [];
  return [`.${kind}js`, `.${kind}js.map`, `.d.${kind}ts`].map((ending) => path.join(outDir, stem + ending));
}

function removeStale(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) removeStale(place);
    else if (!expected.has(place) && place !== buildInfo) rmSync(place);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Whether all output is there, and as the last build left it: the compiler writes the build info last. */
function isTrustworthy() {
  const builtAt = statSync(buildInfo).mtimeMs;
  return [...expected].every((file) => {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && written <= builtAt;
  });
}
