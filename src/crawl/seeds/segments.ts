import type { Settings } from '../../config/options.js';
import type { Seed } from '../../seeding/seed.js';

/** What one agent explores. */
export interface Segment {
  /** In words. */
  readonly name: string;
  readonly seeds: readonly Seed[];
}

type SegmentSettings = Pick<Settings, 'agents' | 'organisation' | 'segmentBy'>;

/** Seeds per agent where segments are asked for. One agent knows more about all of them (Pappas et al. 2012, Fig 7). */
const seedsOfAgent = 10;
/** Agents that a coordinator spawns at most by itself. */
const mostSpawned = 8;

/**
 * Who explores what: every seed is in one segment, and no segment is empty unless there are no seeds at all. Those of a
 * coordinator's agents are all one, and its seeds are those of the first.
 */
export function segmentsOf(seeds: readonly Seed[], settings: SegmentSettings, cores: number): Segment[] {
  const most = Math.max(1, seeds.length);
  if (settings.organisation === 'coordinator') {
    const count = Math.min(most, settings.agents === 'auto' ? mostSpawned : settings.agents);
    return Array.from({ length: count }, (_, agent) => ({ name: 'whatever is best', seeds: agent === 0 ? seeds : [] }));
  }
  const genres = new Map<string, Seed[]>();
  for (const seed of seeds) {
    const genre = seed.genre ?? 'web';
    const own = genres.get(genre);
    if (own === undefined) genres.set(genre, [seed]);
    else own.push(seed);
  }
  const byGenre = settings.segmentBy === 'genre' || (settings.segmentBy === 'auto' && genres.size > 1);
  const asked = settings.segmentBy === 'auto' ? 1 : Math.min(cores, Math.ceil(seeds.length / seedsOfAgent));
  const wanted = byGenre ? genres.size : asked;
  const count = Math.max(1, Math.min(most, settings.agents === 'auto' ? wanted : settings.agents));
  if (count === 1) return [{ name: 'all seeds', seeds }];
  if (byGenre)
    return ofGenres(
      [...genres].map(([name, own]) => ({ name, seeds: own })),
      count,
    );
  return settings.segmentBy === 'rank' ? blocks(seeds, count) : inTurn(seeds, count);
}

/** An agent a genre; of more agents the largest genres get several, of fewer the smallest share one. */
function ofGenres(genres: readonly Segment[], count: number): Segment[] {
  const segments = [...genres];
  const bySize = () => segments.sort((a, b) => b.seeds.length - a.seeds.length);
  for (bySize(); segments.length > count; bySize()) {
    const [smaller, smallest] = segments.splice(-2) as [Segment, Segment];
    segments.push({ name: `${smaller.name} and ${smallest.name}`, seeds: [...smaller.seeds, ...smallest.seeds] });
  }
  const agents = segments.map(() => 1);
  for (let left = count - segments.length; left > 0; left--) {
    const share = (index: number) => segments[index]!.seeds.length / agents[index]!;
    const largest = agents.reduce((best, _, index) => (share(index) > share(best) ? index : best), 0);
    agents[largest]!++;
  }
  return segments.flatMap(({ name, seeds }, index) =>
    agents[index] === 1
      ? [{ name, seeds }]
      : inTurn(seeds, agents[index]!).map((part, place) => ({ ...part, name: `${name} ${place + 1}` })),
  );
}

/** By their scores, equals in their order: the best together, then the next. */
function blocks(seeds: readonly Seed[], count: number): Segment[] {
  const ranked = seeds.toSorted((a, b) => b.score - a.score);
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * seeds.length) / count)) as [number, number];
    const name = to === from + 1 ? `rank ${to}` : `ranks ${from + 1} to ${to}`;
    return { name, seeds: ranked.slice(from, to) };
  });
}

/** Each gets good and less good ones. */
function inTurn(seeds: readonly Seed[], count: number): Segment[] {
  return Array.from({ length: count }, (_, agent) => {
    const own = seeds.filter((_, index) => index % count === agent);
    const [first, next] = [agent + 1, agent + 1 + count];
    const several = own.length === 2 ? `seeds ${first} and ${next}` : `seeds ${first}, ${next}, …`;
    return { name: own.length === 1 ? `seed ${first}` : several, seeds: own };
  });
}
