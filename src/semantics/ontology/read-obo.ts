import { type Concept, Concepts } from './concept.js';

/**
 * Reads what is needed of an OBO file (the format of biomedical ontologies, 1.2 and 1.4): of each `[Term]` its id, its name, its synonyms
 * and what it `is_a` kind of. Obsolete terms are left out, everything else is passed over.
 */
export function readObo(text: string): Concept[] {
  const concepts = new Concepts();
  let id: string | undefined;
  let isTerm = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) {
      isTerm = line.startsWith('[Term]');
      id = undefined;
      continue;
    }
    const colon = line.indexOf(':');
    if (!isTerm || colon < 0) continue;
    const [tag, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (tag === 'id') id = value;
    else if (id === undefined) continue;
    else if (tag === 'name') concepts.addLabel(id, unescaped(value), true);
    else if (tag === 'synonym') concepts.addLabel(id, quoted(value), false);
    else if (tag === 'is_a') concepts.addBroader(id, value.split(/[\s!{]/, 1)[0]!);
    else if (tag === 'is_obsolete' && value.startsWith('true')) concepts.remove(id);
  }
  return concepts.named();
}

/** What stands between the first quotation marks. */
function quoted(value: string): string {
  if (!value.startsWith('"')) return '';
  for (let at = 1; at < value.length; at++) {
    if (value[at] === '\\') at++;
    else if (value[at] === '"') return unescaped(value.slice(1, at));
  }
  return '';
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, character: string) => (character === 'n' || character === 'W' ? ' ' : character));
}
