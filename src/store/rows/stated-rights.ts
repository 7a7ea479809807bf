import { isReserved, type PageRights, rightsInWords } from '../../model/page-rights.js';
import { inertJson } from '../sqlite/rows.js';

/** What pages say of their use, counted. */
export interface StatedRights {
  /** Pages that are reserved, see `isReserved`. */
  readonly reserved: number;
  /** Pages that state a licence. */
  readonly licensed: number;
  /** Pages by statement, such as `noai` or `ai-train=no`. */
  readonly statements: Readonly<Record<string, number>>;
}

/** Pages are few kinds by their rights, so that they are counted by the database. */
export const rightsOfPages =
  'SELECT rights, count(*) AS pages FROM visit WHERE superseded = 0 AND rights IS NOT NULL GROUP BY rights';

export interface RightsRow {
  readonly rights: string;
  readonly pages: number;
}

export function statedRights(rows: Iterable<RightsRow>): StatedRights {
  let [reserved, licensed] = [0, 0];
  const statements: Record<string, number> = {};
  for (const { rights: json, pages } of rows) {
    const rights = inertJson<PageRights>(json);
    if (isReserved(rights)) reserved += pages;
    if (rights.licence !== undefined) licensed += pages;
    for (const words of rightsInWords({ ...rights, tdmPolicy: undefined }))
      statements[words] = (statements[words] ?? 0) + pages;
  }
  return { reserved, licensed, statements };
}
