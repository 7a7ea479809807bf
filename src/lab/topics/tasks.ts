import { seededRandom } from '../../random.js';
import { textHash } from '../../url/hash64.js';
import type { TopicTruth } from '../truth/truth.js';
import { hopsFrom, type LinkGraph } from '../web/link-graph.js';
import type { RecordedWeb } from '../web/recorded-web.js';
import type { LabTopic, SeedKind } from './lab-topic.js';
import { drawSeeds } from './seed-draws.js';
import type { SetTask } from './task.js';

export interface TaskOptions {
  readonly web: RecordedWeb;
  /** `reversed(web.graph)`. */
  readonly backward: LinkGraph;
  readonly seeds: readonly SeedKind[];
  /** Sets of seeds a kind. */
  readonly draws: number;
  readonly randomSeed: number;
  /** 1 for pages that are no finds: examples, and pages given for training. */
  readonly excluded: Uint8Array;
}

/** Seeds in a draw for topics that name none themselves. */
const usualSeeds = 3;

/** The tasks of a topic, with what counts on each, and the kinds of seeds that it has no pages for. */
export function tasksOf(
  topic: LabTopic,
  truth: TopicTruth,
  options: TaskOptions,
): { readonly tasks: readonly SetTask[]; readonly seedless: readonly SeedKind[] } {
  const common = {
    relevance: truth.relevance,
    similarity: truth.similarity,
    excluded: options.excluded,
    wanted: truth.relevant.map((isRelevant, page) => isRelevant & ~options.excluded[page]! & 1),
  };
  const seedless: SeedKind[] = [];
  const tasks = options.seeds.flatMap((seeds) => {
    const starts = startsOf(topic, seeds, truth, options);
    if (starts.length === 0) seedless.push(seeds);
    return starts.map((start, draw) => ({
      task: { topic, seeds, draw, start },
      goal: { ...common, ...reachOf(start, common.wanted, options.web) },
    }));
  });
  return { tasks, seedless };
}

/** Lots drawn for seeds that no earlier draw has. */
const mostTries = 20;

/**
 * The seeds that the topic names, then draws, no two the same: fewer than asked for where the web has no more. A draw depends on
 * the topic and its number alone, not on what else is compared.
 */
function startsOf(topic: LabTopic, kind: SeedKind, truth: TopicTruth, options: TaskOptions): number[][] {
  const { web, backward, draws, randomSeed, excluded } = options;
  const given = [...new Set(topic[kind].map((url) => web.pageOf(url)).filter((page) => page !== undefined))];
  const starts = given.length > 0 ? [given] : [];
  const known = new Set(starts.map(setOf));
  for (let draw = starts.length; starts.length < draws && draw < draws + mostTries; draw++) {
    const drawn = drawSeeds(kind, {
      graph: web.graph,
      backward,
      relevant: truth.relevant,
      excluded,
      count: given.length || usualSeeds,
      random: seededRandom(seedOfDraw(topic, kind, draw) ^ randomSeed),
    });
    if (drawn === undefined) break;
    if (known.has(setOf(drawn))) continue;
    known.add(setOf(drawn));
    starts.push(drawn);
  }
  return starts.slice(0, draws);
}

/** The same for the same pages in any order. */
function setOf(pages: readonly number[]): string {
  return [...pages].sort((a, b) => a - b).join();
}

/** A number for a topic, a kind of seeds and a draw: where random numbers start. */
export function seedOfDraw({ id }: LabTopic, kind: SeedKind, draw: number): number {
  return Number.parseInt(textHash(`${id} ${kind} ${draw}`).slice(0, 8), 16);
}

function reachOf(start: readonly number[], wanted: Uint8Array, { graph }: RecordedWeb) {
  const hops = hopsFrom(graph, start);
  let reachable = 0;
  let wantedReachable = 0;
  for (const [page, distance] of hops.entries()) {
    if (distance === -1) continue;
    reachable++;
    wantedReachable += wanted[page]!;
  }
  return { hops, reachable, wantedReachable };
}
