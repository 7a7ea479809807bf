import { bareTopic } from '../topics/bare-topic.js';
import type { LabTopic } from '../topics/lab-topic.js';
import { isWithin } from '../topics/label-hierarchy.js';
import type { Scene } from './scene.js';

/** A query that means several things, and words of those that are not meant, as a user would give them. */
interface AmbiguousQuery {
  readonly id: string;
  readonly query: string;
  readonly not: readonly string[];
  /** Labels of what is meant. */
  readonly relevant: readonly string[];
}

/**
 * For Pappas et al. 2012's Fig 5, by labels that a web may have: those of an encyclopaedia. Words that are not meant name
 * things of the other meaning, as the paper's {cat, jungle, cheetah, leopard …} for the car Jaguar.
 */
const ambiguousQueries: readonly AmbiguousQuery[] = [
  {
    id: 'rock-music',
    query: 'rock',
    not: ['sediment', 'magma', 'lava', 'fossil', 'erosion', 'granite', 'limestone', 'glacier', 'mineral'],
    relevant: ['Music'],
  },
  {
    id: 'rock-geology',
    query: 'rock',
    not: ['album', 'guitar', 'singer', 'concert', 'band', 'drummer', 'film'],
    relevant: ['Geography.Geology_and_geophysics', 'Geography.Mineralogy'],
  },
  {
    id: 'star-astronomy',
    query: 'star',
    not: ['film', 'actor', 'television', 'episode', 'album', 'football', 'flag'],
    relevant: ['Science.Physics.Space_Astronomy', 'Science.Physics.The_Planets'],
  },
  {
    id: 'mercury-planet',
    query: 'mercury',
    not: ['toxic', 'ore', 'alloy', 'poison', 'goddess', 'singer', 'thermometer'],
    relevant: ['Science.Physics.The_Planets', 'Science.Physics.Space_Astronomy', 'Science.Physics.Space_transport'],
  },
  {
    id: 'mercury-element',
    query: 'mercury',
    not: ['planet', 'orbit', 'spacecraft', 'god', 'singer', 'album'],
    relevant: ['Science.Chemistry'],
  },
  {
    id: 'apple-fruit',
    query: 'apple',
    not: ['computer', 'software', 'macintosh', 'microsoft', 'album'],
    relevant: ['Everyday_life.Food_and_agriculture', 'Science.Biology.Plants'],
  },
  {
    id: 'windows-software',
    query: 'windows',
    not: ['cathedral', 'church', 'glass', 'roof', 'nave', 'castle', 'palace'],
    relevant: ['IT'],
  },
  {
    id: 'cell-biology',
    query: 'cell',
    not: ['prison', 'battery', 'electrode', 'telephone', 'terrorist', 'solar'],
    relevant: ['Science.Biology.General_Biology', 'Science.Biology.Health_and_medicine', 'Science.Biology.Organisms'],
  },
  {
    id: 'bear-animal',
    query: 'bear',
    not: ['football', 'hurricane', 'cartoon', 'flag', 'market', 'novel'],
    relevant: ['Science.Biology.Mammals'],
  },
  {
    id: 'train-railway',
    query: 'train',
    not: ['athlete', 'pilot', 'soldier', 'dog', 'army', 'teacher'],
    relevant: ['Design_and_Technology.Railway_transport'],
  },
];

/** Those that this web has labels for. */
export function ambiguousTopics(scene: Scene): LabTopic[] {
  const labels = [...scene.labels];
  return ambiguousQueries
    .filter(({ relevant }) => relevant.every((wanted) => labels.some((label) => isWithin(label, wanted))))
    .map((topic) => ({ ...bareTopic(topic.id), ...topic }));
}
