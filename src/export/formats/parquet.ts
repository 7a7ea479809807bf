import { ByteWriter, ParquetWriter } from '../../bundled/parquet-writer.js';
import type { VisitRow } from '../../model/visit.js';
import { version } from '../../version.js';
import { type ExportRecord, exportRecords } from '../export-records.js';
import type { ExportContext } from '../exporter.js';
import { type chunkFields, fieldTable, type PageField, type PageFieldName } from '../page-fields.js';

/** Rows of a group: what is held in memory, and what a reader can skip. */
const groupRows = 1_000;

type Kind = PageField['kind'];

/** Apache Parquet, compressed by Snappy, a column a field. Absent values are null; lists are lists of strings. */
export async function* parquet(rows: AsyncIterable<VisitRow>, context: ExportContext): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(context);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: `Osprey ${version}` });
  /** What was written since; the writer goes on counting, in an empty buffer. */
  const piece = () => {
    const fresh = bytes.getBytes().slice();
    bytes.index = 0;
    return fresh;
  };
  for await (const group of groups(exportRecords(rows, context))) {
    const columnData = columns.map(({ name, kind }) => ({ name, data: group.map((row) => stored(row[name], kind)) }));
    await writer.write({ columnData, rowGroupSize: groupRows });
    yield piece();
  }
  writer.finish();
  yield piece();
}

function columnsOf({ fields, chunks }: ExportContext): { readonly name: string; readonly kind: Kind }[] {
  const own = fields.map((name) => ({ name, kind: fieldTable[name as PageFieldName].kind }));
  if (chunks === undefined) return own;
  const kinds: Readonly<Record<keyof typeof chunkFields, Kind>> = {
    id: 'text',
    chunk: 'integer',
    chunks: 'integer',
    headings: 'list',
    text: 'text',
  };
  const others = own.filter(({ name }) => !['text', 'markdown', 'headings'].includes(name));
  return [...Object.entries(kinds).map(([name, kind]) => ({ name, kind })), ...others];
}

const physical = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

function schemaOf(columns: readonly { readonly name: string; readonly kind: Kind }[]): Schema {
  const elements = columns.flatMap(({ name, kind }): Schema => {
    if (kind !== 'list') return [{ name, repetition_type: 'OPTIONAL', ...physical[kind] }];
    return [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', repetition_type: 'OPTIONAL', ...physical.text },
    ];
  });
  return [{ name: 'root', num_children: columns.length }, ...elements];
}

function stored(value: ExportRecord[string] | undefined, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'integer') return BigInt(value as number);
  return kind === 'time' ? new Date(value as string) : value;
}

async function* groups(records: AsyncIterable<ExportRecord>): AsyncGenerator<readonly ExportRecord[]> {
  let group: ExportRecord[] = [];
  for await (const record of records) {
    group.push(record);
    if (group.length < groupRows) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
