import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The licences of the packages that these files are from, as one text. */
export function licencesOf(files) {
  return packagesOf(files).map(licenceOf).join('\n\n');
}

/** The folders of the packages that these files are from. */
function packagesOf(files) {
  const named = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(named.filter((name) => name !== undefined))].sort();
}

function licenceOf(place) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
  const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n\n${readFileSync(path.join(place, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}`;
}
