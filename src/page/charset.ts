import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';

export interface DecodedBody {
  readonly text: string;
  /** Name of the encoding in the WHATWG Encoding Standard, in lower case. */
  readonly charset: string;
  readonly source: CharsetSource;
}

/** Where the charset comes from: `ascii` is the same in all of them, a `guess` goes by the bytes. */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'xml' | 'ascii' | 'guess';

interface Declared {
  readonly charset: string;
  readonly source: CharsetSource;
}

/** Declarations are looked for in the first bytes only: the standard asks for 1,024, old pages start with long comments. */
const PRESCAN_BYTES = 4_096;
/** Bytes of text given to the statistical detector, which costs about 0.7 ms per KiB. */
const SAMPLE_BYTES = 4_096;
/** Below this the detector is guessing, and windows-1252 is the better guess. */
const LEAST_CONFIDENCE = 15;
/** Share of undecodable among non-ASCII characters above which a charset is evidently not the text's own. */
const BROKEN_SHARE = 0.1;
const REPLACEMENT = '\ufffd';
const ESCAPE = 0x1b;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/**
 * Decodes a body by its byte order mark, else the charset that the Content-Type header, a meta tag or an XML
 * declaration states, unless the bytes evidently contradict it; else UTF-8 if it is that, else by statistics.
 */
export function decodeBody(body: Uint8Array, contentType: string | undefined): DecodedBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = getBOMEncoding(bytes);
  if (marked !== null) return decodeAs(marked, bytes.subarray(marked === 'utf-8' ? 3 : 2), 'bom');

  const stated = encodingOf(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1]);
  if (isAscii(bytes) && !bytes.includes(ESCAPE) && !stated?.startsWith('utf-16')) {
    // The same text in every charset in use but UTF-16, so what the page says of itself does not matter.
    return { text: bytes.toString('latin1'), charset: stated ?? 'utf-8', source: stated ? 'header' : 'ascii' };
  }
  const declared: Declared | undefined = stated ? { charset: stated, source: 'header' } : declaredInside(bytes);
  const decoded = declared === undefined ? undefined : decodeUnlessBroken(declared, bytes);
  return decoded ?? detect(bytes);
}

/** Undefined when the label is unknown, or stands for an encoding that browsers refuse to decode. */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const name = normalizeEncoding(label);
  return name === null || name === 'replacement' || name === 'x-user-defined' ? undefined : name;
}

/** Charset of a meta tag or an XML declaration. It was readable as ASCII, so it cannot be UTF-16. */
function declaredInside(bytes: Buffer): Declared | undefined {
  const head = bytes.toString('latin1', 0, PRESCAN_BYTES).toLowerCase();
  const xml = head.startsWith('<?xml') ? /^[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1] : undefined;
  const meta = metaCharset(head);
  const name = encodingOf(meta ?? xml);
  if (name === undefined) return undefined;
  return { charset: name.startsWith('utf-16') ? 'utf-8' : name, source: meta === undefined ? 'xml' : 'meta' };
}

function metaCharset(head: string): string | undefined {
  for (let at = head.indexOf('charset'); at >= 0; at = head.indexOf('charset', at + 1)) {
    const tag = head.lastIndexOf('<', at);
    const inMeta = tag >= 0 && head.startsWith('<meta', tag) && head.lastIndexOf('>', at) < tag;
    const inComment = head.lastIndexOf('<!--', at) > head.lastIndexOf('-->', at);
    if (!inMeta || inComment) continue;
    const label = /^charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/.exec(head.slice(at, at + 100))?.[1];
    if (label !== undefined) return label;
  }
  return undefined;
}

/**
 * Servers add `charset=iso-8859-1` to pages they never looked at. Text in windows-1252 that happens to be valid UTF-8
 * does not occur in practice, so then the bytes are believed.
 */
function decodeUnlessBroken({ charset, source }: Declared, bytes: Buffer): DecodedBody | undefined {
  if (charset === 'windows-1252' && isUtf8(bytes)) return decodeAs('utf-8', bytes, 'guess');
  const decoded = decodeAs(charset, bytes, source);
  return isBroken(decoded.text) ? undefined : decoded;
}

function detect(bytes: Buffer): DecodedBody {
  const utf8 = decodeUnlessBroken({ charset: 'utf-8', source: 'guess' }, bytes);
  // Text in ISO-2022-JP is ASCII with escape sequences, and so valid UTF-8.
  if (utf8 !== undefined && !(isAscii(bytes) && bytes.includes(ESCAPE))) return utf8;
  const [best] = analyse(sampleOf(bytes));
  const charset = best !== undefined && best.confidence >= LEAST_CONFIDENCE ? encodingOf(best.name) : undefined;
  const detected = charset === undefined ? undefined : decodeUnlessBroken({ charset, source: 'guess' }, bytes);
  return detected ?? utf8 ?? decodeAs('windows-1252', bytes, 'guess');
}

/** Text from shortly before the first non-ASCII byte on, without tags, which would make every page look English. */
function sampleOf(bytes: Buffer): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80 || byte === ESCAPE);
  const sample = new Uint8Array(SAMPLE_BYTES);
  let length = 0;
  let inTag = false;
  for (let i = Math.max(0, first - 256); i < bytes.length && length < SAMPLE_BYTES; i++) {
    const byte = bytes[i] as number;
    if (byte === LESS_THAN) inTag = true;
    if (!inTag) sample[length++] = byte;
    if (byte === GREATER_THAN) inTag = false;
  }
  return sample.subarray(0, length);
}

/** A few undecodable characters are damage (a cut body, a pasted quote); many are another charset. */
function isBroken(text: string): boolean {
  if (!text.includes(REPLACEMENT)) return false;
  let foreign = 0;
  let broken = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) foreign++;
    if (code === 0xfffd) broken++;
  }
  return broken > foreign * BROKEN_SHARE;
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** Node's own TextDecoder is wrong about windows-1252 in version 20; its UTF-8 through Buffer is right and quickest. */
function decodeAs(charset: string, bytes: Buffer, source: CharsetSource): DecodedBody {
  if (charset === 'utf-8') return { text: bytes.toString('utf8'), charset, source };
  let decoder = decoders.get(charset);
  if (decoder === undefined) {
    decoder = new TextDecoder(charset);
    decoders.set(charset, decoder);
  }
  return { text: decoder.decode(bytes), charset, source };
}
