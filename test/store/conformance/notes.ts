import assert from 'node:assert/strict';
import type { Behaviour } from './behaviour.js';

/** Facts of the crawl as a whole. */
export function notes(behaviour: Behaviour): void {
  behaviour('notes are kept and overwritten', {}, async ({ notes }) => {
    assert.equal(await notes.get('stop'), undefined);
    await notes.set('stop', 'interrupted');
    await notes.set('stop', 'max-pages');
    assert.equal(await notes.get('stop'), 'max-pages');
  });

  behaviour('robots.txt is kept by origin', {}, async ({ notes }) => {
    const note = { origin: 'http://a.org', fetchedAt: 1, status: 200, body: 'User-agent: *' };
    await notes.setRobots({ ...note, status: 0, body: '' });
    await notes.setRobots(note);
    assert.deepEqual({ ...(await notes.robots('http://a.org')) }, note);
    assert.equal(await notes.robots('https://a.org'), undefined);
  });
}
