import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../src/failure.js';
import { PageRank } from '../../../src/strategy/pagerank/page-rank.js';

const exact = { damping: 0.85, tolerance: 1e-13, maxIterations: 1000, change: 0 };
type Graph = readonly (readonly number[])[];

/** Page k links to the URLs in row k; the numbers of URLs that have no row are those of pages not visited. */
const graphs: fc.Arbitrary<Graph> = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 10,
});
const urlOf = (node: number) => `http://a.test/${node}`;
const linksOf = (targets: readonly number[]) => targets.map((node) => ({ url: urlOf(node) }));

function ranksOf(graph: Graph, rules = exact): PageRank {
  const ranks = new PageRank(rules);
  for (const [page, targets] of graph.entries()) ranks.add(urlOf(page), linksOf(targets));
  return ranks;
}

function known(graph: Graph): number[] {
  return [...new Set([...graph.keys(), ...graph.flat()])];
}

/** The textbook's way: the surfer's probabilities, with dead ends and boredom spread over all URLs, iterated to the end. */
function surfer(graph: Graph, damping: number): Map<number, number> {
  const nodes = known(graph);
  let now = new Map(nodes.map((node) => [node, 1 / nodes.length]));
  for (let round = 0; round < 500; round++) {
    const out = (node: number) => (graph[node] ?? []).filter((target) => target !== node);
    const lost = nodes.filter((node) => out(node).length === 0).reduce((sum, node) => sum + now.get(node)!, 0);
    const next = new Map(nodes.map((node) => [node, (1 - damping + damping * lost) / nodes.length]));
    for (const node of nodes)
      for (const target of out(node))
        next.set(target, next.get(target)! + (damping * now.get(node)!) / out(node).length);
    now = next;
  }
  return now;
}

describe('PageRank', () => {
  test('has the probabilities of the random surfer, but for their unit', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const ranks = ranksOf(graph);
        ranks.settle();
        const sum = known(graph).reduce((total, node) => total + ranks.rankOf(urlOf(node)), 0);
        for (const [node, probability] of surfer(graph, exact.damping))
          assert.ok(Math.abs(ranks.rankOf(urlOf(node)) / sum - probability) < 1e-9);
      }),
    );
  });

  test('is the same whether it was settled on the way or not', () => {
    fc.assert(
      fc.property(graphs, fc.nat(9), (graph, at) => {
        const [once, twice] = [ranksOf(graph), ranksOf(graph.slice(0, at))];
        twice.settle();
        for (const [page, targets] of graph.entries()) twice.add(urlOf(page), linksOf(targets));
        once.settle();
        twice.settle();
        for (const node of known(graph))
          assert.ok(Math.abs(once.rankOf(urlOf(node)) - twice.rankOf(urlOf(node))) < 1e-9);
      }),
    );
  });

  test('tells of every unvisited URL that it moves, and of no other', () => {
    fc.assert(
      fc.property(graphs, fc.double({ min: 0, max: 1, noNaN: true }), (graph, change) => {
        const ranks = ranksOf(graph, { ...exact, change });
        const before = new Map(known(graph).map((node) => [urlOf(node), ranks.rankOf(urlOf(node))]));
        const told = new Map(ranks.settle().map(({ url, score }) => [url, score]));
        for (const node of known(graph).filter((node) => node >= graph.length)) {
          const rank = ranks.rankOf(urlOf(node));
          assert.equal(told.get(urlOf(node)), rank === before.get(urlOf(node)) ? undefined : rank);
        }
        assert.ok([...told.keys()].every((url) => Number(url.split('/').at(-1)) >= graph.length));
      }),
    );
  });

  test('goes on from a snapshot exactly', () => {
    fc.assert(
      fc.property(graphs, graphs, fc.boolean(), (graph, more, settled) => {
        const whole = ranksOf(graph);
        if (settled) whole.settle();
        const after = new PageRank(exact);
        // Not at a multiple of eight, as bytes from elsewhere may lie.
        after.restore(Buffer.concat([Buffer.alloc(3), whole.snapshot()]).subarray(3));
        for (const ranks of [whole, after]) {
          for (const [page, targets] of more.entries()) ranks.add(urlOf(page + graph.length), linksOf(targets));
          ranks.settle();
        }
        assert.deepEqual(after.snapshot(), whole.snapshot());
        assert.equal(after.settledPages, whole.pages);
      }),
    );
  });

  test('tells what the links bring of pages that it was told of later, whoever visited them', () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.boolean()), (graph, told) => {
        const [whole, ranks] = [ranksOf(graph), new PageRank(exact)];
        for (const [page, targets] of graph.entries()) ranks.add(urlOf(page), linksOf(targets), told[page] ?? true);
        const before = new Map([...known(graph)].map((node) => [urlOf(node), ranks.rankOf(urlOf(node))]));
        const changes = new Map(ranks.settle().map(({ url, score }) => [url, score]));
        whole.settle();
        for (const [url, rank] of before) {
          assert.ok(Math.abs(ranks.rankOf(url) - whole.rankOf(url)) < 1e-9);
          // Of URLs that wait, the queue has what it was told first or last.
          if (ranks.share(url, [{ url: 'x' }]) > 0)
            assert.ok(Math.abs((changes.get(url) ?? rank) - whole.rankOf(url)) < 1e-9);
        }
      }),
    );
  });

  test('has to be settled before the links of such a page count', () => {
    const ranks = new PageRank({ ...exact, damping: 0.5 });
    ranks.add('http://a.test/', [{ url: 'http://a.test/b' }], false);
    assert.equal(ranks.rankOf('http://a.test/b'), 1);
    assert.deepEqual(ranks.settle(), [{ url: 'http://a.test/b', score: 1.5 }]);
  });

  test('counts a page once, and no link to itself', () => {
    const ranks = new PageRank({ ...exact, damping: 0.5 });
    const links = [{ url: 'http://a.test/' }, { url: 'http://a.test/b' }];
    for (let time = 0; time < 2; time++) {
      assert.equal(ranks.share('http://a.test/', links), time === 0 ? 0.5 : 0);
      ranks.add('http://a.test/', links);
    }
    assert.equal(ranks.pages, 1);
    assert.equal(ranks.rankOf('http://a.test/'), 1);
    assert.equal(ranks.rankOf('http://a.test/b'), 1.5);
    assert.equal(ranks.rankOf('http://elsewhere.test/'), 1);
  });

  test('refuses damaged snapshots', () => {
    const saved = ranksOf([[1, 2], [3]]).snapshot();
    for (const damage of [
      saved.slice(0, 5),
      saved.slice(0, -1),
      Buffer.concat([saved, Buffer.alloc(1)]),
      new Uint8Array(),
    ])
      assert.throws(() => new PageRank(exact).restore(damage), Failure);
  });
});
