import type { Bodies } from '../archive/bodies/bodies.js';
import type { Settings } from '../config/options.js';
import { Failure } from '../failure.js';
import type { CrawlReader } from '../model/crawl-reader.js';
import { archivedPage, plainReading } from '../reading/archived-page.js';
import { readDocument } from '../reading/read-document.js';
import type { AgentFindings } from '../store/reports/agent-findings.js';
import type { ArchivedPage } from '../store/reports/best-archived.js';
import { SurfaceForms } from '../text/surface-forms.js';
import { TextPipeline } from '../text/text-pipeline.js';
import { genresOf } from '../topic/genres.js';
import { parseQuery } from '../topic/query.js';

/** A term of an agent's table, with the word that people write for it where one was found. */
export interface TableWord {
  readonly id: number;
  readonly weight: number;
  readonly word?: string;
}

/** Pages read per agent: enough to tell the usual form of a word from a rare one … */
const leastPages = 3;
/** … and not many more, where a word is on none of them. */
const mostPages = 20;

/**
 * The first terms of each agent's table in words. Tables hold hashes: what they stand for is found by reading some of the
 * agent's best pages again. Without an archive only the topic's own words are known.
 */
export async function tableWords(
  { bodies, settings, agents: reports }: Pick<CrawlReader, 'bodies' | 'settings' | 'agents'>,
  agents: readonly Pick<AgentFindings, 'id' | 'table'>[],
  count: number,
): Promise<ReadonlyMap<number, readonly TableWord[]>> {
  const tables = agents.map(({ id, table }) => ({ id, terms: table.slice(0, count) }));
  const wanted = tables.flatMap(({ terms }) => terms.map(([id]) => id));
  const forms = new SurfaceForms(wanted, settings);
  readTopic(forms, settings);
  const best = wanted.length === 0 ? new Map<number, readonly ArchivedPage[]>() : await reports.bestArchived(mostPages);
  for (const { id, terms } of tables) {
    if (terms.length > 0)
      await readBest(
        forms,
        bodies,
        best.get(id) ?? [],
        terms.map(([term]) => term),
      );
  }
  return new Map(
    tables.map(({ id, terms }) => [
      id,
      terms.map(([term, weight]) => {
        const word = forms.formOf(term);
        return { id: term, weight, ...(word !== undefined && { word }) };
      }),
    ]),
  );
}

/** The user's own words, as they were typed. */
function readTopic(forms: SurfaceForms, settings: Settings): void {
  const { words, phrases } = parseQuery(settings.query ?? '');
  const pipeline = new TextPipeline(settings);
  const given = [...phrases, ...settings.contentTerms, ...genresOf(settings).flatMap(({ terms }) => terms)];
  forms.read(words);
  for (const term of given) {
    forms.read(term);
    const id = pipeline.idOf(term);
    if (id !== undefined && pipeline.termOf(term).includes(' ')) forms.name(id, term);
  }
}

async function readBest(
  forms: SurfaceForms,
  bodies: Bodies,
  pages: readonly ArchivedPage[],
  wanted: readonly number[],
): Promise<void> {
  for (const [index, row] of pages.entries()) {
    if (index >= leastPages && wanted.every((id) => forms.formOf(id) !== undefined)) return;
    try {
      const { title, text } = await readDocument(await archivedPage(bodies, row), plainReading);
      forms.read(title);
      forms.read(text);
    } catch (thrown) {
      // The archive lost its end, or a record is damaged: other pages have the word too.
      if (!(thrown instanceof Failure && thrown.policy === 'skip')) throw thrown;
    }
  }
}
