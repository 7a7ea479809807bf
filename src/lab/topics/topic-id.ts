const longest = 100;
/** Leaves room for a number that tells two ids apart. */
const longestMade = 90;

/** Ids name topics in tables, in files and on the command line: letters, digits, dots, dashes and underscores. */
export function isTopicId(text: string): boolean {
  return text.length <= longest && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(text);
}

/** An id that reads like the text: `Chemical_elements (all)` is `chemical-elements-all`. */
export function topicIdOf(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, longestMade)
    .replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
  return id === '' ? 'topic' : id;
}

/** The id of the text, with a number behind it where others have that id already: `birds`, then `birds-2`. */
export function freeTopicId(text: string, taken: ReadonlySet<string>): string {
  const id = topicIdOf(text);
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`;
  return free;
}
