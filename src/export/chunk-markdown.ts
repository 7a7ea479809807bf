/** A piece of a document that can be embedded and retrieved by itself. */
export interface Chunk {
  /** Headings above it, from the outermost on. */
  readonly headings: readonly string[];
  readonly text: string;
}

export interface ChunkSize {
  /** Characters of a chunk at most. */
  readonly size: number;
  /** Characters of its end that the next chunk of the same section begins with, at most. */
  readonly overlap: number;
}

interface Section {
  readonly headings: readonly string[];
  readonly blocks: readonly string[];
}

const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** The headings of a Markdown document in order. Lines of code that look like headings are none. */
export function headingsOf(markdown: string): string[] {
  return sectionsOf(markdown).flatMap(({ headings }, index, all) => {
    const own = headings.at(-1);
    return own === undefined || (index > 0 && all[index - 1]!.headings === headings) ? [] : [own];
  });
}

/**
 * Cuts a Markdown document into chunks: first by headings, then by size at the ends of blocks, lines, sentences or words, whichever comes
 * first. A chunk never crosses a heading. Every character of the text but white space between blocks is in some chunk.
 */
export function chunkMarkdown(markdown: string, { size, overlap }: ChunkSize): Chunk[] {
  return sectionsOf(markdown).flatMap(({ headings, blocks }) =>
    packed(
      blocks.flatMap((block) => cut(block, size)),
      size,
      overlap,
    ).map((text) => ({ headings, text })),
  );
}

function sectionsOf(markdown: string): Section[] {
  const sections: { headings: string[]; blocks: string[] }[] = [{ headings: [], blocks: [] }];
  let [lines, closing]: [string[], string | undefined] = [[], undefined];
  const levels: number[] = [];
  const endBlock = () => {
    if (lines.length > 0) sections.at(-1)!.blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (closing !== undefined) {
      lines.push(line);
      if (mark?.startsWith(closing) && line.trim() === mark) closing = undefined;
      continue;
    }
    const [, hashes, title] = heading.exec(line) ?? [];
    if (hashes !== undefined) {
      endBlock();
      while (levels.length > 0 && levels.at(-1)! >= hashes.length) levels.pop();
      const above = sections.at(-1)!.headings.slice(0, levels.length);
      levels.push(hashes.length);
      sections.push({ headings: [...above, title!], blocks: [] });
    } else if (line.trim() === '') endBlock();
    else {
      closing = mark;
      lines.push(line);
    }
  }
  endBlock();
  return sections.filter(({ headings, blocks }, index) => blocks.length > 0 || (index > 0 && headings.length > 0));
}

/** Where a text that is too long may be cut, best places first. */
const ends = [/\n/g, /[.!?…]["')\]]*\s+|[。！？]/g, /\s+/g];

/** A block in pieces of at most `size` characters. */
function cut(block: string, size: number): string[] {
  const pieces: string[] = [];
  let rest = block;
  while (rest.length > size) {
    const at = cutAt(rest, size);
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

/** The last good place in the second half of what fits; anywhere but within a character where there is none. */
function cutAt(text: string, size: number): number {
  const head = text.slice(0, size);
  for (const end of ends) {
    const last = [...head.matchAll(end)].at(-1);
    if (last !== undefined && last.index + last[0].length > size / 2) return last.index + last[0].length;
  }
  const isHalf = /[\ud800-\udbff]$/.test(head);
  return isHalf && size > 1 ? size - 1 : size;
}

/** Pieces put together as long as they fit, each but the first behind the end of the one before. */
function packed(pieces: readonly string[], size: number, overlap: number): string[] {
  const chunks: string[] = [];
  for (const piece of pieces) {
    const last = chunks.at(-1);
    if (last === undefined) chunks.push(piece);
    else if (last.length + 2 + piece.length <= size) chunks[chunks.length - 1] = `${last}\n\n${piece}`;
    else {
      const tail = tailOf(last, Math.min(overlap, size - piece.length - 2));
      chunks.push(tail === '' ? piece : `${tail}\n\n${piece}`);
    }
  }
  return chunks;
}

/** Whole words from the end of a text, of at most `length` characters. */
function tailOf(text: string, length: number): string {
  if (length <= 0) return '';
  const tail = text.slice(-length);
  if (text.length <= length) return tail;
  const start = /\s/.exec(tail);
  return start === null ? '' : tail.slice(start.index).trim();
}
