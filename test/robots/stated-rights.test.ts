import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isReserved, joinedRights } from '../../src/model/page-rights.js';
import { parseRobots } from '../../src/robots/robots-rules.js';
import { aiDirectives, contentSignals, tdmRights } from '../../src/robots/stated-rights.js';
import { parseTdmrep } from '../../src/robots/tdmrep.js';

describe('what pages and sites say of their use', () => {
  test('is read of robots directives, alone or for a named crawler', () => {
    assert.deepEqual(aiDirectives('index, noai, NOIMAGEAI'), { noai: true, noimageai: true });
    assert.deepEqual(aiDirectives('osprey: noai'), { noai: true });
    assert.deepEqual(aiDirectives('noindex'), {});
  });

  test('is read of the TDM protocol, which has 0 and 1 and nothing else', () => {
    assert.deepEqual(tdmRights('1', 'https://a.test/policy'), { tdm: 'reserved', tdmPolicy: 'https://a.test/policy' });
    assert.deepEqual(tdmRights(' 0 ', 'javascript:alert(1)'), { tdm: 'open' });
    assert.deepEqual(tdmRights('yes', undefined), {});
  });

  test('is read of Content-Signal lines, for the path and the group that they are for', () => {
    const rules = parseRobots(
      'User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Signal: /open/ ai-train=yes\nAllow: /\nUser-agent: other\nContent-Signal: search=no\n',
    );
    assert.deepEqual(rules.signals(['osprey'], 'http://a.test/x'), { search: true, 'ai-train': false });
    assert.deepEqual(rules.signals(['osprey'], 'http://a.test/open/x'), { search: true, 'ai-train': true });
    assert.deepEqual(rules.signals(['other'], 'http://a.test/x'), { search: false });
    assert.deepEqual(contentSignals('search=maybe, =no, ai-input=NO'), { 'ai-input': false });
  });

  test('is read of tdmrep.json: the first rule that matches', () => {
    const rightsOf = parseTdmrep(
      JSON.stringify([
        { location: '/free/*.pdf$', 'tdm-reservation': 0 },
        { location: '/news', 'tdm-reservation': 1, 'tdm-policy': 'https://a.test/p' },
      ]),
    );
    assert.deepEqual(rightsOf('/free/a.pdf'), { tdm: 'open' });
    assert.equal(rightsOf('/free/a.pdf.html'), undefined);
    assert.deepEqual(rightsOf('/news/1'), { tdm: 'reserved', tdmPolicy: 'https://a.test/p' });
    for (const broken of ['', '{', '{}', '[null, 1, {"location": 3}]'])
      assert.equal(parseTdmrep(broken)('/'), undefined);
  });

  test('never throws, whatever a site writes', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), fc.string(), (text, json, path) => {
        contentSignals(text);
        aiDirectives(text);
        parseTdmrep(json)(`/${path}`);
        parseRobots(`User-agent: *\nContent-Signal: ${text}`).signals(['osprey'], `http://a.test/${path}`);
      }),
    );
  });

  test('reserves a page by any statement, unless the page itself says otherwise', () => {
    assert.equal(isReserved({ noai: true }), true);
    assert.equal(isReserved({ signals: { 'ai-train': false } }), true);
    assert.equal(isReserved({ signals: { search: false }, noimageai: true }), false);
    assert.equal(isReserved(joinedRights({ tdm: 'reserved' }, { tdm: 'open' })), false);
    assert.equal(joinedRights({}, undefined), undefined);
  });
});
