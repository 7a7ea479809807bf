import { brokenAnswers } from './broken-answers.js';
import { brokenHtml } from './broken-html.js';
import { charsets } from './charsets.js';
import { contentTypes } from './content-types.js';
import { encodings } from './encodings.js';
import type { HostileSite } from './hostile-site.js';
import { hostileValues } from './hostile-values.js';
import { languages } from './languages.js';
import { largeBodies } from './large-bodies.js';
import { manyLinks } from './many-links.js';
import { ordinary } from './ordinary.js';
import { redirects } from './redirects.js';
import { robotsFiles } from './robots-files.js';
import { slowBodies } from './slow-bodies.js';
import { statuses } from './statuses.js';
import { traps } from './traps.js';

/** The families of trouble, each on hosts below a domain of one's choice. */
export const families = {
  ordinary,
  traps,
  slowBodies,
  largeBodies,
  brokenAnswers,
  statuses,
  encodings,
  redirects,
  robotsFiles,
  contentTypes,
  manyLinks,
  hostileValues,
  brokenHtml,
  languages,
  charsets,
} as const;

/** The hostile web: every host, what it does and what must come of it. Grown by a factor, it has so many of everything. */
export function hostileSites(factor = 1): HostileSite[] {
  const domains = Array.from({ length: factor }, (_, index) => (index === 0 ? 'test' : `w${index + 1}.test`));
  return domains.flatMap((domain) => Object.values(families).flatMap((family) => family(domain)));
}
