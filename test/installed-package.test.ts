import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { version } from '../src/version.js';
import { smallWeb } from './cli/small-web.js';
import { installPackage } from './installed-package.js';
import { html, startSite } from './site.js';

const start = promisify(execFile);
const installed = installPackage();
after(() => installed.remove());
const german = 'Der Bundestag hat am Donnerstag mit großer Mehrheit ein neues Gesetz über den Verkehr beschlossen.';
const site = await startSite({ ...smallWeb, 'verkehr.test/': html('Verkehr', german) });
after(() => site.close());

describe('the package', () => {
  const paths = installed.files.map((file) => file.path);

  test('has the command, the compiled sources with their types, the data and the licences, and nothing else', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.c?ts$/.test(file))
      .filter((file) => !file.startsWith(path.join('dashboard', 'web')));
    // What runs in the browser is one bundle, with its page; the names of its chunks change with what is in them.
    const bundle = ['index.html', 'icon.svg', 'dashboard.js', 'dashboard.css', 'LICENSES.txt'].map(
      (name) => `dist/src/dashboard/assets/${name}`,
    );
    const compiled = sources.flatMap((file) => [
      `dist/src/${file.replace(/ts$/, 'js')}`,
      // Libraries that are bundled bring no types: their packages would have to be there. Nor do commands, servers and the lab: nobody imports them.
      ...(/^(?:bundled|cli|mcp|dashboard|lab)\b.*\.ts$/.test(file)
        ? []
        : [`dist/src/${file.replace(/\.(c?)ts$/, '.d.$1ts')}`]),
    ]);
    const copied = ['data', 'vendor'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((file) => path.posix.join(folder, file))
        .filter((file) => statSync(file).isFile()),
    );
    const expected = [
      ...['package.json', 'README.md', 'LICENSE', 'bin/osprey.cjs', 'dist/src/bundled/LICENSES.txt'],
      ...bundle,
      ...compiled,
      ...copied,
    ];
    const missing = expected.filter((file) => !paths.includes(file));
    const more = paths
      .filter((file) => !expected.includes(file))
      .filter((file) => !/^dist\/src\/dashboard\/assets\/[\w-]+-[A-Z\d]{8}\.js$/.test(file));
    assert.deepEqual({ missing, more }, { missing: [], more: [] });
    for (const licence of ['data/wordnet/LICENSE', 'vendor/eld/LICENSE']) assert.ok(paths.includes(licence));
  });

  test('has no reference to source maps, which it does not have', () => {
    for (const file of paths.filter((name) => name.endsWith('js'))) {
      if (readFileSync(path.join(installed.root, file), 'utf8').includes('sourceMappingURL')) assert.fail(file);
    }
  });

  test('has the libraries that it bundles, with their licences, and does not need their packages', async () => {
    const bundled = path.join(installed.root, 'dist/src/bundled');
    const modules = readdirSync(bundled).filter((file) => file.endsWith('.js'));
    assert.ok(modules.length > 0);
    for (const file of modules) await import(pathToFileURL(path.join(bundled, file)).href);
    assert.match(readFileSync(path.join(bundled, 'LICENSES.txt'), 'utf8'), /hyparquet-writer .*\(MIT\)/);
  });

  test('takes no more than 60 MB with its dependencies', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    const folders = Object.keys(packages).filter((folder) => folder !== '' && !packages[folder]!.dev);
    const sizes = [installed.root, ...folders.filter((folder) => existsSync(folder))].map(sizeOnDisk);
    assert.ok(folders.length > 15);
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
    assert.ok(megabytes > 10 && megabytes <= 60, `${megabytes} MB`);
  });
});

describe('the command', () => {
  test('can be run where it was linked, whatever was built since', async () => {
    // As npm link does it. Packing has deleted and built dist.
    const link = path.join(installed.source, '..', 'osprey');
    symlinkSync(path.join(installed.source, 'bin/osprey.cjs'), link);
    assert.equal((await start(link, ['--version'])).stdout, `${version}\n`);
  });

  test('can be run from the installed package, with the data that it needs', async () => {
    const project = installed.project();
    const command = path.join(installed.root, 'bin/osprey.cjs');
    const { stdout } = await start(command, ['demo', '--max-pages', '20', '--out', 'demo'], { cwd: project });
    assert.match(stdout, /117,791 pages/);
    for (const strategy of ['osprey', 'breadth-first']) {
      assert.ok(existsSync(path.join(project, 'demo', strategy, 'crawl.db')));
    }
  });
});

/** A crawl that needs what is not plain code: SQLite, threads, the detector of languages; WordNet where a strategy asks for it. */
const crawlOfAll = `
async function main() {
  const options = { query: 'jaguar car', seed: ['http://cars.test/', 'http://verkehr.test/'],
    strategy: process.argv[3], maxPages: 5, out: 'crawl' };
  const local = { resolve: process.argv[2], allowPrivate: true, delay: '0s' };
  for await (const page of crawl({ ...options, ...local })) console.log(page.url, page.language);
}
main();
`;

describe('a project of a user', () => {
  const runs: readonly (readonly [name: string, file: string, strategy: string, head: string, ...program: string[]])[] =
    [
      ['import in JavaScript', 'use.mjs', 'ehrig', "import { crawl } from 'osprey-crawler';"],
      ['require() in JavaScript', 'use.cjs', 'best-first', "const { crawl } = require('osprey-crawler');"],
      [
        'import in TypeScript run by tsx',
        'use.ts',
        'best-first',
        "import { crawl } from 'osprey-crawler';",
        path.resolve('node_modules/tsx/dist/cli.mjs'),
      ],
    ];
  for (const [name, file, strategy, head, ...program] of runs) {
    test(`crawls with ${name}`, async () => {
      const project = installed.project();
      writeFileSync(path.join(project, file), head + crawlOfAll);
      const { stdout, stderr } = await start(process.execPath, [...program, file, site.resolve, strategy], {
        cwd: project,
      });
      assert.equal(stderr, '');
      const pages = stdout.trim().split('\n');
      assert.equal(pages.length, 5);
      assert.ok(pages.includes('http://cars.test/ en') && pages.includes('http://verkehr.test/ de'), stdout);
      assert.ok(existsSync(path.join(project, 'crawl', 'crawl.db')));
    });
  }

  const resolutions: readonly (readonly [name: string, type: string, options: object])[] = [
    ['nodenext in an ES module', 'module', { module: 'nodenext' }],
    ['nodenext in CommonJS', 'commonjs', { module: 'nodenext' }],
    ['bundler', 'module', { module: 'preserve', moduleResolution: 'bundler' }],
  ];
  for (const [name, type, options] of resolutions) {
    test(`is checked by TypeScript with the resolution ${name}`, async () => {
      const project = installed.project();
      writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type }));
      const compilerOptions = {
        ...options,
        target: 'es2023',
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
      };
      writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
      symlinkSync(path.resolve('node_modules/@types/node'), path.join(project, 'node_modules/@types/node'));
      copyFileSync('examples/own-strategy.ts', path.join(project, 'own-strategy.ts'));
      const typed = `import { type CrawlOptions, type CrawledPage, crawl } from 'osprey-crawler';
export async function first(options: CrawlOptions): Promise<CrawledPage | undefined> {
  for await (const page of crawl(options)) return page;
  return undefined;
}
// @ts-expect-error a threshold is a number
crawl({ query: 'jaguar car', threshold: 'high' });
`;
      writeFileSync(path.join(project, 'use.ts'), typed);
      await start(process.execPath, [path.resolve('node_modules/typescript/bin/tsc')], { cwd: project });
    });
  }
});

/** Bytes of a folder as a file system with blocks of 4 KB keeps it; packages in it are counted on their own. */
function sizeOnDisk(folder: string): number {
  let size = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') size += 4096 + sizeOnDisk(place);
    else if (entry.isFile()) size += Math.ceil(statSync(place).size / 4096) * 4096;
  }
  return size;
}
