import { PARTS_OF_SPEECH, type PartOfSpeech } from './part-of-speech.js';

/** Names of the lexicographer files, the broad categories of WordNet; the index is the number that it gives them. */
export const LEXICOGRAPHER_FILES: readonly string[] =
  `adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition
  noun.communication noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person
  noun.phenomenon noun.plant noun.possession noun.process noun.quantity noun.relation noun.shape noun.state
  noun.substance noun.time verb.body verb.change verb.cognition verb.communication verb.competition verb.consumption
  verb.contact verb.creation verb.emotion verb.motion verb.perception verb.possession verb.social verb.stative
  verb.weather adj.ppl`.split(/\s+/);

/** The part of speech of all synsets of a lexicographer file. */
export function partOfSpeechOf(lexicographerFile: string): PartOfSpeech {
  return PARTS_OF_SPEECH.find(([, name]) => lexicographerFile.startsWith(`${name}.`))![0];
}
