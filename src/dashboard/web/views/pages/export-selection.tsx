import { useState } from 'preact/hooks';
import { counted } from '../../../../counted.js';
import type { ExportQuery, PagesQuery } from '../../../api/pages.js';
import { pathOf } from '../../client/request.js';

interface ExportSelectionProps {
  readonly crawl: string;
  readonly query: PagesQuery;
  readonly chosen: ReadonlySet<number>;
  readonly clear: () => void;
}

const formats: readonly ExportQuery['format'][] = ['jsonl', 'csv', 'urls', 'markdown', 'warc'];

/** A file of the pages that are chosen, or of all that are listed. */
export function ExportSelection({ crawl, query, chosen, clear }: ExportSelectionProps) {
  const [format, setFormat] = useState<ExportQuery['format']>('csv');
  const visits = chosen.size === 0 ? {} : { visits: [...chosen].join() };
  const link = pathOf('GET /api/crawls/:crawl/export', { crawl, query: { ...query, format, ...visits } });
  return (
    <span class="export">
      {chosen.size > 0 && (
        <>
          {counted(chosen.size, 'page')} chosen{' '}
          <button type="button" class="quiet small" onClick={clear}>
            None
          </button>
        </>
      )}
      <select
        aria-label="Format of the export"
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value as ExportQuery['format'])}
      >
        {formats.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <a class="button small" href={link} download="">
        {chosen.size > 0 ? 'Export these' : 'Export all'}
      </a>
    </span>
  );
}
