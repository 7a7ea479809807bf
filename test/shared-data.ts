import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folder of the recorded webs, or undefined where it is absent. Set OSPREY_WEBS to point elsewhere. */
export const webs = folder(process.env.OSPREY_WEBS ?? '../shared/webs');
/** Folder of the conformance data, or undefined where it is absent. Set OSPREY_CONFORMANCE to point elsewhere. */
export const conformance = folder(process.env.OSPREY_CONFORMANCE ?? '../shared/conformance');

/** The reason to skip a test whose data is missing, or false. */
export function absent(data: string | undefined, variable: string): false | string {
  return data === undefined ? `no shared data: set ${variable} to the folder that holds it` : false;
}

function folder(location: string): string | undefined {
  const absolute = path.resolve(location);
  return existsSync(absolute) ? absolute : undefined;
}
