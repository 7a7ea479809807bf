import { fetchList } from './fetch-list.js';
import { Meter } from './meter.js';
import { urlList } from './url-list.js';

/** The part of the floor that is HTTP: every page of the workload is fetched and dropped. */
const urls = urlList();
const meter = new Meter();
let pages = 0;
await fetchList(urls, () => {
  pages++;
});
meter.report(pages, { titleChars: 0, textChars: 0, links: 0 });
