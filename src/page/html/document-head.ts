import type { PageRights } from '../../model/page-rights.js';
import { ownTokens, robotsDirectives } from '../../robots/robots-directives.js';
import { aiDirectives, tdmRights } from '../../robots/stated-rights.js';
import { oneLine } from '../one-line.js';
import { MAX_TITLE } from '../page-limits.js';
import { StatedFacts } from './stated-facts.js';
import { Attribute, type TagAttributes } from './tag-attributes.js';

/** More of a meta tag's content than any that is read here needs. */
const MAX_META = 4_096;
const MAX_LICENCE = 500;
const REFRESH = /^[\s\d.]*[;,]\s*(?:url\s*=)?\s*["']?([^"']*)/i;

/** What a document says about itself as a whole. Old pages say it anywhere, so it is not only read inside `<head>`. */
export class DocumentHead {
  title = '';
  language = '';
  base: string | undefined;
  canonical: string | undefined;
  noindex = false;
  nofollow = false;
  readonly facts = new StatedFacts();
  private readonly rights: { noai?: true; noimageai?: true; licence?: string } = {};
  private tdmReservation: string | undefined;
  private tdmPolicy: string | undefined;

  /** Names by which the document may address this crawler alone. */
  constructor(private readonly productTokens = ownTokens) {}

  /** The first title that says something counts, as in browsers: later ones are of pictures, or of documents that were pasted in. */
  get lacksTitle(): boolean {
    return this.title.trim() === '';
  }

  addToTitle(text: string): void {
    if (this.title.length <= MAX_TITLE) this.title += text.slice(0, 4 * MAX_TITLE);
  }

  readHtml(attributes: TagAttributes): void {
    this.language ||= (attributes.get(Attribute.lang) || attributes.get(Attribute['xml:lang'])).trim();
  }

  /** The first base counts, as in browsers. */
  readBase(attributes: TagAttributes): void {
    if (attributes.has(Attribute.href)) this.base ??= attributes.get(Attribute.href).trim();
  }

  /** The address of the next or previous page of a series, or ''. */
  readLink(attributes: TagAttributes): string {
    const href = attributes.get(Attribute.href);
    const relations = attributes.get(Attribute.rel).toLowerCase().split(/\s+/, 8);
    if (relations.includes('canonical')) this.canonical ??= href;
    if (relations.includes('license')) this.readLicence(href);
    return relations.includes('next') || relations.includes('prev') ? href : '';
  }

  /** The address that a refresh leads to, or ''. */
  readMeta(attributes: TagAttributes): string {
    const content = attributes.get(Attribute.content).slice(0, MAX_META);
    const name = (attributes.get(Attribute.name) || attributes.get(Attribute.property)).trim().toLowerCase();
    if (name === 'robots' || this.productTokens.includes(name)) {
      const { noindex, nofollow } = robotsDirectives(content);
      this.noindex ||= noindex;
      this.nofollow ||= nofollow;
      Object.assign(this.rights, aiDirectives(content));
    } else if (name === 'tdm-reservation') this.tdmReservation ??= content;
    else if (name === 'tdm-policy') this.tdmPolicy ??= content;
    else if (name !== '') this.facts.readMeta(name, content);
    else if (attributes.get(Attribute['http-equiv']).trim().toLowerCase() === 'refresh') {
      return REFRESH.exec(content)?.[1]?.trim() ?? '';
    }
    return '';
  }

  /** A link with `rel=license`, from the head or the text. The first counts. */
  readLicence(href: string): void {
    const licence = oneLine(href, MAX_LICENCE);
    if (licence !== '') this.rights.licence ??= licence;
  }

  /** What the document says of how it may be used. */
  get statedRights(): PageRights {
    const { licence } = this.facts;
    return { ...(licence && { licence }), ...this.rights, ...tdmRights(this.tdmReservation, this.tdmPolicy) };
  }
}
