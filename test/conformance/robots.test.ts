import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parseRobots } from '../../src/robots/robots-rules.js';
import { absent, conformance } from '../shared-data.js';

interface RobotsCase {
  readonly test: string;
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  readonly google_only: boolean;
}

/** What the reference parser does beyond RFC 9309, by the name of its test: what Osprey does, and why. */
const leniencies: Readonly<Record<string, { cases: number; differs: readonly string[]; why: string }>> = {
  GoogleOnly_SystemTest: {
    cases: 4,
    differs: [],
    why: 'an empty URL is the root and an empty agent is nobody: the same, as no other reading makes sense',
  },
  ID_LineSyntax_Line: {
    cases: 1,
    differs: [],
    why: 'a line without its colon is read as if it had one: `Disallow /` is a request to be left alone',
  },
  GoogleOnly_AcceptUserAgentUpToFirstSpace: {
    cases: 2,
    differs: [],
    why: '`User-agent: Foo Bar` speaks to Foo; whoever calls himself `Foo Bar` has no product token and obeys the rules for all',
  },
  GoogleOnly_IndexHTMLisDirectory: {
    cases: 4,
    differs: ['http://foo.com/allowed-slash/'],
    why: 'an Allow for /index.html allows what it names; that it is also the folder is a guess in our own favour',
  },
  GoogleOnly_DocumentationChecks: {
    cases: 58,
    differs: [],
    why: 'the examples of a manual for wildcards and precedence, all of which follow from the standard',
  },
};

describe('robots.txt by the reference parser', { skip: absent(conformance, 'OSPREY_CONFORMANCE') }, () => {
  const all = (): RobotsCase[] => JSON.parse(readFileSync(path.join(conformance!, 'robots/google-cases.json'), 'utf8'));
  const differs = ({ robots, agent, url, allowed }: RobotsCase) =>
    parseRobots(robots).verdict([agent], url).allowed !== allowed;

  test('every case of the standard gets the expected verdict', () => {
    const standard = all().filter(({ google_only }) => !google_only);
    assert.equal(standard.length, 71);
    assert.deepEqual(standard.filter(differs), []);
  });

  test("the parser's own leniencies are shared but for those listed with a reason", () => {
    const found: Record<string, { cases: number; differs: string[] }> = {};
    for (const entry of all().filter(({ google_only }) => google_only)) {
      found[entry.test] ??= { cases: 0, differs: [] };
      const family = found[entry.test]!;
      family.cases++;
      if (differs(entry)) family.differs.push(entry.url);
    }
    const listed = Object.entries(leniencies).map(([name, { cases, differs }]) => [name, { cases, differs }]);
    assert.deepEqual(found, Object.fromEntries(listed));
  });
});
