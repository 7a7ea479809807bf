import type { LabTopic } from './lab-topic.js';

/** A topic of which only the name is known. */
export function bareTopic(id: string): LabTopic {
  return {
    id,
    not: [],
    genre: [],
    genreTerms: [],
    contentTerms: [],
    urlTerms: [],
    relevant: [],
    near: [],
    far: [],
    examples: [],
  };
}
