export type Headers = readonly (readonly [name: string, value: string])[];

/** A first line and the fields after it: the head of a WARC record or of an HTTP message. */
export interface HeaderBlock {
  readonly firstLine: string;
  readonly headers: Headers;
  /** Where the empty line that ends the block is over. */
  readonly end: number;
}

/** Longest head that is read, of a record or of the HTTP message in it. */
export const MAX_HEAD_BYTES = 64 * 1024;

const LF = 10;
const CR = 13;

/**
 * Reads the head that begins `bytes`; undefined when it does not end within MAX_HEAD_BYTES. Lenient where archives of
 * the past need it: bare line feeds end lines too, folded lines are joined, lines without a colon are passed over.
 */
export function readHeaderBlock(bytes: Buffer, encoding: 'utf8' | 'latin1'): HeaderBlock | undefined {
  const end = headEnd(bytes);
  if (end === undefined) return undefined;
  const lines = bytes.toString(encoding, 0, end).split('\n');
  const headers: [name: string, value: string][] = [];
  for (const line of lines.slice(1)) {
    const last = headers.at(-1);
    const colon = line.indexOf(':');
    if (last && (line.startsWith(' ') || line.startsWith('\t'))) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0) headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { firstLine: lines[0]!.trimEnd(), headers, end };
}

function headEnd(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(LF); at !== -1 && at < MAX_HEAD_BYTES; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return undefined;
}
