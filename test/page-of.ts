import type { Page } from '../src/model/page.js';
import { readPage } from '../src/reading/read-page.js';
import { Topic, type TopicSettings } from '../src/topic/topic.js';

/** The settings of a topic with equal weights for all words, so that cosines can be worked out by hand. */
export function topicOf(query: string, more: Partial<TopicSettings> = {}): Topic {
  return Topic.from(topicSettings(query, more), []);
}

export function topicSettings(query: string, more: Partial<TopicSettings> = {}): TopicSettings {
  return { query, not: [], notMinimum: 1, notRule: 'drop', language: 'en', stem: true, idf: 'one', ...more };
}

/** A page read as a crawl for the topic would read it. */
export function pageOf(topic: Topic, html: string, url = 'http://a.test/'): Page {
  return readPage(
    { url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    Topic.readOptions(topic.settings),
  );
}
