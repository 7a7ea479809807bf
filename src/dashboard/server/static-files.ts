import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetsPath } from '../api/endpoints.js';
import { notFound } from './refusal.js';

const builtAssets = fileURLToPath(new URL('../assets/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** The files of the front end. All of them are known when the server starts, so that no path of a client is ever a path on the disk. */
export class StaticFiles {
  readonly #files = new Map<string, string>();

  constructor(folder = builtAssets) {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile() && types[path.extname(entry.name)] !== undefined)
        this.#files.set(entry.name, path.join(folder, entry.name));
  }

  get isBuilt(): boolean {
    return this.#files.has('index.html');
  }

  /** Answers a request for a file; throws where there is none. */
  send(pathname: string, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    const name = pathname.startsWith(assetsPath) ? pathname.slice(assetsPath.length) : 'index.html';
    const file = this.#files.get(name);
    if (file === undefined) throw notFound('There is no such file.');
    const isHashed = /-[A-Z0-9]{8,}\.\w+$/.test(name);
    response.writeHead(200, {
      ...headers,
      'content-type': types[path.extname(name)]!,
      'cache-control': isHashed ? 'private, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(readFileSync(file));
  }
}
