/** A line shorter than this share of the usual ends its paragraph. */
const SHORT_LINE = 0.7;
/** What PDFium writes for a hyphen that parts a word at the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one.
const PARTED = /[\u0002\ufffe]$/;
const ITEM = /^(?:[•▪◦–*-]|\d{1,3}[.)]|\(\w\))\s/;

/** The lines of a page of a PDF put together to paragraphs. It has none of its own: they are known by lines that end early. */
export function paragraphs(page: string): string[] {
  const lines = page.split(/\r?\n/).map((line) => line.trim());
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.8)] ?? 0;
  const found: string[] = [];
  let open = '';
  const end = (): void => {
    if (open !== '') found.push(open);
    open = '';
  };
  for (const line of lines) {
    if (line === '' || ITEM.test(line)) end();
    open = open === '' ? line : joined(open, line);
    if (line.length < SHORT_LINE * usual) end();
  }
  end();
  return found;
}

/** Words that a hyphen parted are whole again; scripts without spaces need none where a line ends. */
function joined(before: string, after: string): string {
  if (PARTED.test(before)) return before.slice(0, -1) + after;
  const isClose = isIdeograph(before.charCodeAt(before.length - 1)) && isIdeograph(after.charCodeAt(0));
  return `${before}${isClose ? '' : ' '}${after}`;
}

function isIdeograph(code: number): boolean {
  return code >= 0x2e80 && code <= 0xfaff;
}
