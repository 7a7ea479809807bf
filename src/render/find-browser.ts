import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** Programs that are Chromium, by what distributions call them. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
  'brave-browser',
  'headless_shell',
  'chrome-headless-shell',
];

/** Where installers put it that do not put it on the path. */
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((folder) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((file) =>
      path.join(process.env[folder] ?? 'C:\\', file),
    ),
  ),
};

/** An installed Chromium: CHROME_PATH, one on the path, one where installers put it, or one that `also` knows of. */
export function findBrowser(also: () => string | undefined = () => undefined): string | undefined {
  const { CHROME_PATH = '', PATH = '' } = process.env;
  if (CHROME_PATH !== '') return isProgram(CHROME_PATH) ? CHROME_PATH : undefined;
  const onPath = names.flatMap((name) =>
    PATH.split(path.delimiter)
      .filter((folder) => folder !== '')
      .map((folder) => path.join(folder, name)),
  );
  const known = also();
  return [...onPath, ...(places[process.platform] ?? []), ...(known ? [known] : [])].find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return existsSync(file);
  } catch {
    return false;
  }
}
