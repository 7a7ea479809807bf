/** What a PDF made for a test holds. */
export interface MadePdf {
  /** Lines of text by page. */
  readonly pages: readonly (readonly string[])[];
  readonly info?: Readonly<Record<string, string>>;
  /** Addresses that lie over the first line of the first page. */
  readonly links?: readonly string[];
  /** Protects it with a password that nobody knows. */
  readonly isEncrypted?: boolean;
  /** Instead of the lines: forms that draw forms, each so many times, this deep. */
  readonly forms?: { readonly times: number; readonly depth: number };
}

/** Writes a small PDF by hand: a catalogue, pages, one font, one stream a page. */
export function madePdf({ pages, info = {}, links = [], isEncrypted = false, forms }: MadePdf): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (text: string, head = ''): string => `<< /Length ${text.length} ${head}>>\nstream\n${text}\nendstream`;
  const catalogue = add('');
  const tree = add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const form = forms && formsWithin(forms, font, add, stream);
  const annotations = links.map((url) =>
    add(`<< /Type /Annot /Subtype /Link /Rect [70 690 500 715] /A << /S /URI /URI (${escaped(url)}) >> >>`),
  );
  const kids = pages.map((lines, index) => {
    const drawn = form === undefined ? textOf(lines) : `/F${form} Do`;
    const content = add(stream(drawn));
    const annots = index === 0 && annotations.length > 0 ? `/Annots [${annotations.map(reference).join(' ')}] ` : '';
    const resources = `/Font << /F1 ${reference(font)} >>${form === undefined ? '' : ` /XObject << /F${form} ${reference(form)} >>`}`;
    return add(
      `<< /Type /Page /Parent ${reference(tree)} /MediaBox [0 0 612 792] ${annots}/Resources << ${resources} >> /Contents ${reference(content)} >>`,
    );
  });
  objects[catalogue - 1] = `<< /Type /Catalog /Pages ${reference(tree)} >>`;
  objects[tree - 1] = `<< /Type /Pages /Kids [${kids.map(reference).join(' ')}] /Count ${kids.length} >>`;
  const facts = Object.entries(info).map(([name, value]) => `/${name} (${escaped(value)})`);
  const infoAt = add(`<< ${facts.join(' ')} >>`);
  const locked = isEncrypted
    ? ` /Encrypt ${reference(add(`<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >>`))} /ID [<00> <00>]`
    : '';
  return assembled(objects, `/Root ${reference(catalogue)} /Info ${reference(infoAt)}${locked}`);
}

const reference = (object: number): string => `${object} 0 R`;
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function textOf(lines: readonly string[]): string {
  return `BT /F1 12 Tf 14 TL 72 700 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
}

/** The innermost draws a word; each around it draws the next one `times` times. */
function formsWithin(
  { times, depth }: NonNullable<MadePdf['forms']>,
  font: number,
  add: (body: string) => number,
  stream: (text: string, head?: string) => string,
): number {
  const head = (resources: string): string =>
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >> `;
  let inner = add(stream(textOf(['x']), head(`/Font << /F1 ${reference(font)} >>`)));
  for (let level = 0; level < depth; level++)
    inner = add(stream(`/F${inner} Do `.repeat(times), head(`/XObject << /F${inner} ${reference(inner)} >>`)));
  return inner;
}

function assembled(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, body] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
