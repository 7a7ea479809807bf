/** What structured data says of the page's origin. */
export interface LinkedDataFacts {
  published?: string;
  created?: string;
  modified?: string;
  author?: string;
  licence?: string;
}

/** Objects looked at: the article comes first or second in honest data. */
const MAX_OBJECTS = 500;
const MAX_AUTHORS = 10;

type Json = Record<string, unknown>;

/** Reads the text of a `<script type="application/ld+json">`; broken JSON says nothing. */
export function readJsonLd(text: string): LinkedDataFacts {
  const facts: LinkedDataFacts = {};
  if (!/"(?:datePublished|dateCreated|dateModified|author|license)"/.test(text)) return facts;
  let queue: unknown[];
  try {
    queue = [JSON.parse(text)];
  } catch {
    return facts;
  }
  for (let i = 0; i < queue.length && i < MAX_OBJECTS; i++) {
    const node = queue[i];
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) readObject(node as Json, facts);
    for (const child of Object.values(node)) {
      if (queue.length >= MAX_OBJECTS) break;
      if (typeof child === 'object') queue.push(child);
    }
  }
  return facts;
}

function readObject(node: Json, facts: LinkedDataFacts): void {
  if (typeof node.datePublished === 'string') facts.published ??= node.datePublished;
  if (typeof node.dateCreated === 'string') facts.created ??= node.dateCreated;
  if (typeof node.dateModified === 'string') facts.modified ??= node.dateModified;
  if (typeof node.license === 'string') facts.licence ??= node.license;
  const author = authorName(node.author);
  if (author !== undefined) facts.author ??= author;
}

/** schema.org lets an author be a name, an object with a name, or a list of either. */
function authorName(author: unknown): string | undefined {
  if (typeof author === 'string') return author;
  if (typeof author !== 'object' || author === null) return undefined;
  if (Array.isArray(author)) {
    const names = author
      .slice(0, MAX_AUTHORS)
      .map(singleName)
      .filter((name) => name !== undefined);
    return names.length > 0 ? names.join(', ') : undefined;
  }
  return singleName(author);
}

function singleName(author: unknown): string | undefined {
  if (typeof author === 'string') return author;
  const name = (author as Json | null)?.name;
  return typeof name === 'string' ? name : undefined;
}
