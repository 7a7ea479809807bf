import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { settingsFrom } from '../../src/config/settings.js';
import { html } from '../site.js';
import { visitOrder } from '../strategy/visit-order.js';

test('the example of a config for a genre is accepted, and finds the syllabus among pages on the same subject', async () => {
  const path = 'examples/database-syllabi.yaml';
  const seed = ['http://a.test/news.html', 'http://a.test/course.html'];
  const flags = { seed, set: ['genre.policy=ps'] };
  const settings = settingsFrom({ file: { path, text: readFileSync(path, 'utf8') }, flags });
  const about = 'Relational model, sql queries, normalization, triggers and distributed databases.';
  const syllabus = 'Syllabus of the course: instructor, prerequisites, grading, exams and textbooks.';
  const pages = {
    'a.test/news.html': html('News', about, [['/more.html', 'more']]),
    'a.test/course.html': html('Databases', `${syllabus} ${about}`, [['/homework.html', 'homework']]),
    'a.test/more.html': html('More', 'More news.'),
    'a.test/homework.html': html('Homework', 'Exercises.'),
  };
  const { strategy, genre, contentTerms, threshold } = settings;
  const order = await visitOrder(pages, {
    seed,
    strategy,
    genre,
    contentTerms,
    threshold,
    set: { 'genre.policy': 'ps' },
  });
  // By the policy PS, the links of the page that is of the genre and on the subject come before those of one on the subject alone.
  assert.deepEqual(order.slice(2), ['a.test/homework.html', 'a.test/more.html']);
});
