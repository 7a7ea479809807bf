import { crc32 } from 'node:zlib';
import { drawSeeds, type SeedDraw } from '../src/lab/topics/seed-draws.js';
import { hopsFrom, type LinkGraph, reversed } from '../src/lab/web/link-graph.js';
import { seededRandom, shuffle } from '../src/random.js';

/** What somebody would type who looks for the documentation of these sites; written before any crawl was run. */
export const debianQueries: Readonly<Record<string, string>> = {
  python: 'python programming',
  webframework: 'web framework',
  database: 'database',
  webserver: 'web server',
  mailserver: 'mail server',
  kernel: 'linux kernel',
  debian: 'debian',
  image: 'image editing',
  scientific: 'scientific computing',
  astronomy: 'astronomy',
  maths: 'mathematics and plotting',
};

/** Pages by number, as in a recorded web. */
export interface LabelledWeb {
  readonly urls: readonly string[];
  /** One of each page. */
  readonly labels: readonly string[];
  readonly graph: LinkGraph;
}

interface Seeds {
  readonly pages: readonly number[];
  /** Finds and pages that can be reached from them. */
  readonly finds: number;
  readonly reachable: number;
}

interface DrawnTopic {
  readonly label: string;
  readonly query: string;
  readonly relevant: number;
  readonly near: Seeds;
  readonly far: Seeds;
  readonly examples: readonly number[];
}

/** A crawl finds a few pages anywhere, and a single site by staying on it: neither tells strategies apart. */
const LEAST_PAGES = 60;
const LEAST_HOSTS = 2;
const SEEDS = 3;
const EXAMPLES = 8;

/**
 * A topics file of the labels that have a query and are spread over several hosts. Examples and seeds are drawn at random,
 * the same in every run: near seeds on different hosts where there are as many, far ones as the lab draws them.
 */
export function debianTopics(web: LabelledWeb, queries = debianQueries): string {
  const backward = reversed(web.graph);
  const topics = Object.entries(queries).flatMap(([label, query]) => drawTopic(web, backward, label, query) ?? []);
  return [
    '# relevant = pages of sites on this topic; examples are relevant pages a user could give, not counted as finds',
    ...topics.map((topic) => topicYaml(topic, web.urls)),
    '',
  ].join('\n');
}

function drawTopic(web: LabelledWeb, backward: LinkGraph, label: string, query: string): DrawnTopic | undefined {
  const { graph, urls, labels } = web;
  const relevant = Uint8Array.from(labels, (own) => Number(own === label));
  const pages = [...labels.keys()].filter((page) => relevant[page] === 1);
  const hosts = [...new Set(pages.map((page) => hostOf(urls[page]!)))];
  if (pages.length < LEAST_PAGES || hosts.length < LEAST_HOSTS) return undefined;

  // Of its own for each topic: another topic in the list changes none of the others.
  const random = seededRandom(crc32(label));
  const examples = [...pages];
  shuffle(examples, random);
  examples.length = EXAMPLES;
  const excluded = new Uint8Array(urls.length);
  for (const page of examples) excluded[page] = 1;

  shuffle(hosts, random);
  const draw = { graph, backward, relevant, excluded, count: SEEDS, random };
  const near = nearSeeds(draw, hosts, urls);
  const far = drawSeeds('far', draw) ?? [];
  const reach = (seeds: readonly number[]): Seeds => {
    const hops = hopsFrom(graph, seeds);
    const finds = pages.filter((page) => hops[page] !== -1 && excluded[page] === 0);
    return { pages: seeds, finds: finds.length, reachable: hops.filter((distance) => distance !== -1).length };
  };
  return { label, query, relevant: pages.length, near: reach(near), far: reach(far), examples };
}

/** A page of each host in turn. */
function nearSeeds(draw: SeedDraw, hosts: readonly string[], urls: readonly string[]): number[] {
  const seeds: number[] = [];
  for (let place = 0; place < draw.count; place++) {
    const host = hosts[place % hosts.length];
    const isLeft = (page: number) => hostOf(urls[page]!) === host && !seeds.includes(page);
    const relevant = draw.relevant.map((own, page) => Number(own === 1 && isLeft(page)));
    seeds.push(...(drawSeeds('near', { ...draw, relevant, count: 1 }) ?? []));
  }
  return seeds;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function topicYaml({ label, query, relevant, near, far, examples }: DrawnTopic, urls: readonly string[]): string {
  const list = (pages: readonly number[]) => pages.map((page) => `    - ${JSON.stringify(urls[page])}`);
  // A topics file has no empty lists.
  const seeds = (kind: string, { pages, finds, reachable }: Seeds) =>
    pages.length === 0 ? [] : [`  ${kind}: # ${finds} relevant of ${reachable} pages reachable`, ...list(pages)];
  return [
    `- id: ${label}`,
    `  query: ${JSON.stringify(query)}`,
    `  relevant: ${JSON.stringify(label)}`,
    `  pages: ${relevant}`,
    ...seeds('near', near),
    ...seeds('far', far),
    '  examples:',
    ...list(examples),
  ].join('\n');
}
