/** Tags without attributes that the converter writes where Markdown has no words of its own; their content stays. */
const plainTag =
  /<\/?(?:sub|sup|u|ins|mark|details|summary|dl|dt|dd|br|hr|h[1-6]|p|pre|code|[uo]l|li|table|thead|tbody|tfoot|tr|th|td|blockquote|center|address|caption)>/y;
const autolink = /<(https?:\/\/[^\s<>`[\]]*)>/y;
/** Where a link may lead. `javascript:` would be run by whoever shows it, `data:` can be a page, `file:` is the reader's own. */
const safeTarget = /\]\((?:https?:\/\/|mailto:|tel:|\))/iy;
const openingFence = /^( {0,3})(`{3,})[^`]*$/;
/** Nothing that the converter writes; a page's own words may. */
const otherFence = /^ {0,3}~{3}/;
/** What readers of several documents in one file take for the border between two of them. */
const border = /^ {0,3}-{3,}[ \t]*$/;

/**
 * Makes a finished Markdown document inert: no HTML, no link that runs, no line that begins another document, whatever the text came from.
 * To be called last. What is surely code by the rules of CommonMark stays as it is; where there is doubt, it counts as text.
 */
export function inertMarkdown(document: string): string {
  const fences = new CodeFences();
  let hasOpenSpan = false;
  const inert = (line: string): string => {
    const place = fences.placeOf(line);
    // Readers that look for borders do not look for code.
    if (place === 'code') return border.test(line) ? ` ${line}` : line;
    if (place === 'fence') return line.replaceAll('<', '');
    // Nothing that is written in a line reaches beyond a blank one.
    if (line.trim() === '') hasOpenSpan = false;
    const { text, isOpen } = inertLine(line, place === 'unclear', hasOpenSpan);
    hasOpenSpan ||= isOpen;
    return border.test(line) ? '***' : text;
  };
  return document.split('\n').map(inert).join('\n');
}

/**
 * Follows the blocks of code between fences. One whose fence is indented may belong to an item of a list, which may end before the block does:
 * its lines count as text, and if an end of both cannot be made out, so does all that follows.
 */
class CodeFences {
  private open: { readonly indent: number; readonly closing: RegExp } | undefined;
  private isUnclear = false;

  placeOf(line: string): 'code' | 'fence' | 'text' | 'unclear' {
    if (this.isUnclear) return 'unclear';
    if (this.open !== undefined) return this.within(line, this.open);
    const [, indent, fence] = openingFence.exec(line) ?? [];
    this.isUnclear = otherFence.test(line);
    if (indent === undefined || fence === undefined) return this.isUnclear ? 'unclear' : 'text';
    const closing = new RegExp(`^ {${indent.length},3}\`{${fence.length},}[ \\t]*$`);
    this.open = { indent: indent.length, closing };
    return indent === '' ? 'fence' : 'unclear';
  }

  private within(line: string, { indent, closing }: { indent: number; closing: RegExp }): 'code' | 'fence' | 'unclear' {
    const ends = closing.test(line);
    if (ends) this.open = undefined;
    if (indent === 0) return ends ? 'fence' : 'code';
    const isDeepEnough = line.trim() === '' || line.startsWith(' '.repeat(indent));
    this.isUnclear = !isDeepEnough || (!ends && /^ *`{3,}[ \t]*$/.test(line));
    return 'unclear';
  }
}

/** `isUnclear`: it may be code. `inSpan`: a mark of code further up may reach into it. */
function inertLine(
  line: string,
  isUnclear: boolean,
  inSpan: boolean,
): { readonly text: string; readonly isOpen: boolean } {
  let [text, isOpen, isFirst] = ['', false, true];
  for (let at = 0; at < line.length; ) {
    const [taken, written, opens = false] = inertPiece(line, at, isUnclear, inSpan || isOpen, isFirst);
    isOpen ||= opens;
    text += written;
    isFirst &&= written.trim() === '';
    at += taken;
  }
  return { text, isOpen };
}

type Piece = readonly [taken: number, written: string, opensCode?: boolean];

function inertPiece(line: string, at: number, isUnclear: boolean, inSpan: boolean, isFirst: boolean): Piece {
  switch (line[at]) {
    case '\\':
      if (line[at + 1] === '<') return [2, '&lt;'];
      return line[at + 1] === '`' || line[at + 1] === '\\' ? [2, line.slice(at, at + 2)] : [1, '\\'];
    case '`':
      return codeSpan(line, at, isUnclear || inSpan);
    case '<':
      return inertAngle(line, at, isUnclear, isFirst);
    case ']':
      if (line[at + 1] === ':') return [2, ']\\:'];
      return line[at + 1] === '(' && matchAt(safeTarget, line, at) === undefined ? [2, ']\\('] : [1, ']'];
    default:
      return [1, line[at]!];
  }
}

/** Code between two rows of backticks stays as it is, if no reader can take it for anything else. */
function codeSpan(line: string, at: number, doubtful: boolean): Piece {
  const ticks = /^`+/.exec(line.slice(at))![0];
  if (doubtful) return [ticks.length, ticks, true];
  const rest = line.slice(at + ticks.length);
  const closing = rest.search(new RegExp(`(?<!\`)${ticks}(?!\`)`));
  if (closing < 0) return [ticks.length, ticks, true];
  const code = rest.slice(0, closing);
  // A parenthesis may end a link that the first backtick is part of; a bar may end the cell of a table.
  if (/\)[^<]*<|\|/.test(code)) return [ticks.length, ticks, true];
  const span = ticks + code + ticks;
  return [span.length, span];
}

function inertAngle(line: string, at: number, isUnclear: boolean, isFirst: boolean): Piece {
  const tag = isUnclear ? undefined : matchAt(plainTag, line, at);
  if (tag !== undefined) return withoutTag(line, at + tag[0].length, tag[0], isFirst);
  const link = matchAt(autolink, line, at);
  if (link !== undefined) return [link[0].length, link[1]!];
  return /[A-Za-z/!?<]/.test(line[at + 1] ?? '') ? [1, '&lt;'] : [1, '<'];
}

/** What stood before a tag and what stands behind it must not become one mark: a fence, the target of a link. */
function withoutTag(line: string, end: number, tag: string, isFirst: boolean): Piece {
  const next = isFirst ? end + /^\s*/.exec(line.slice(end))![0].length : end;
  const space = !isFirst && /^<[bh]r>$/.test(tag) ? ' ' : '';
  const sign = /[`~(:-]/.exec(line[next] ?? '')?.[0];
  const taken = next - end + tag.length;
  return sign === undefined ? [taken, space] : [taken + 1, `${space}\\${sign}`];
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? undefined;
}
