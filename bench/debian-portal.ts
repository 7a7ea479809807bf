import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DebianPage, DebianSite } from './debian-web.js';

export const PORTAL_HOST = 'directory.test';

/** A manual as Debian's doc-base registers it. */
interface Manual {
  readonly title: string;
  readonly abstract: string;
  readonly section: string;
  readonly url: string;
}

interface Addresses {
  readonly pages: ReadonlyMap<string, DebianPage>;
  urlOf(address: string): string;
}

/**
 * The directory of all sites as people kept them by hand before search engines: a front page, and a page a section of
 * Debian's classification. Sites that few pages link to are found through it. Keys are addresses, as in `DebianWeb`.
 */
export function portalPages(folder: string, sites: readonly DebianSite[], web: Addresses): Map<string, Buffer> {
  const manuals = sites.flatMap((site) => manualsOf(folder, site, web));
  const sections = [...new Set(manuals.map((manual) => manual.section))].sort();
  const front = sections.map((section) => `<li><a href="/${pageName(section)}">${escaped(section)}</a></li>`);
  const pages = new Map([[`${PORTAL_HOST}/`, htmlPage('Directory of documentation', front)]]);
  for (const section of sections) {
    const items = manuals
      .filter((manual) => manual.section === section)
      .map(({ url, title, abstract }) => `<li><a href="${url}">${escaped(title)}</a> ${escaped(abstract)}</li>`);
    pages.set(`${PORTAL_HOST}/${pageName(section)}`, htmlPage(section, items));
  }
  return pages;
}

function manualsOf(folder: string, site: DebianSite, web: Addresses): Manual[] {
  const records = path.join(folder, 'x', site.package, 'usr/share/doc-base');
  const manuals: Manual[] = [];
  for (const name of existsSync(records) ? readdirSync(records).sort() : []) {
    const fields = docBaseFields(readFileSync(path.join(records, name), 'utf8'));
    const url = indexUrl(site, fields.get('index'), web);
    if (url === undefined) continue;
    const { title = name, abstract = '', section = 'Other' } = Object.fromEntries(fields);
    manuals.push({ title, abstract, section, url });
  }
  if (manuals.length > 0) return manuals;
  const home = web.urlOf(site.home.replace(/^https?:\/\//, ''));
  return [{ title: site.package, abstract: '', section: site.docBaseSection[0] ?? 'Other', url: home }];
}

/** doc-base writes `Name: value`, continued on lines that begin with a space; the first value of a name counts. */
function docBaseFields(record: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [, name = '', value = ''] of record.matchAll(/^(\w+):[ \t]*(.*(?:\n[ \t].*)*)/gm)) {
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, value.replace(/\s+/g, ' ').trim());
  }
  return fields;
}

function indexUrl(site: DebianSite, index: string | undefined, web: Addresses): string | undefined {
  if (index === undefined || !index.startsWith(`${site.root}/`)) return undefined;
  const base = site.base.replace(/^https?:\/\//, '');
  return web.pages.get(base + index.slice(site.root.length + 1))?.url;
}

function pageName(section: string): string {
  return `${section.toLowerCase().replace(/[^a-z0-9+]+/g, '-')}.html`;
}

function htmlPage(title: string, items: readonly string[]): Buffer {
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>\n` +
      `<body><h1>${escaped(title)}</h1>\n<ul>\n${items.join('\n')}\n</ul>\n</body></html>\n`,
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
