import { gzipSync } from 'node:zlib';

export function urlset(...urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
}

export function sitemapIndex(...sitemaps: readonly (readonly [url: string, lastmod?: string])[]): string {
  const entries = sitemaps.map(([url, lastmod]) => {
    const date = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`;
    return `<sitemap><loc>${url}</loc>${date}</sitemap>`;
  });
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>`;
}

export function rss(...items: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`;
}

/** Entities that would grow to a thousand million words if anybody expanded them. */
export function billionLaughs(root: string): string {
  const levels = Array.from({ length: 10 }, (_, level) => {
    return `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY lol0 "lol">${levels.join('')}]><${root}>&lol10;</${root}>`;
}

export function gzipped(text: string): Uint8Array {
  return gzipSync(text);
}
