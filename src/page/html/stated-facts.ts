import { oneLine } from '../one-line.js';
import { MAX_AUTHOR, MAX_JSON_LD } from '../page-limits.js';
import { isoDate } from '../published-date.js';
import { readJsonLd } from './json-ld.js';

/** Where a fact was stated, most trusted first: marked up for this purpose, then general metadata, then visible hints. */
const Source = { Article: 0, Item: 1, LinkedData: 2, Element: 3, Meta: 4, Created: 5 } as const;

/** Metadata names that hold a date of publication, in the vocabularies in use since 1995. */
const DATE_NAMES = new Set([
  'date',
  'pubdate',
  'publishdate',
  'publish-date',
  'publication_date',
  'date.issued',
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'dcterms.date',
  'dcterms.issued',
  'dcterms.created',
  'citation_publication_date',
  'parsely-pub-date',
  'sailthru.date',
]);
/** And those of the last change. */
const CHANGE_NAMES = new Set([
  'article:modified_time',
  'og:article:modified_time',
  'og:updated_time',
  'last-modified',
  'modified',
  'date.modified',
  'dc.modified',
  'dc.date.modified',
  'dcterms.modified',
]);
const AUTHOR_NAMES = new Set(['author', 'dc.creator', 'dcterms.creator', 'citation_author', 'parsely-author']);

/** Dates and author as the page states them in several places; the most trusted usable statement wins. */
export class StatedFacts {
  published: string | undefined;
  modified: string | undefined;
  author: string | undefined;
  /** URL or name, of structured data. */
  licence: string | undefined;
  private publishedRank = Number.POSITIVE_INFINITY;
  private modifiedRank = Number.POSITIVE_INFINITY;
  private authorRank = Number.POSITIVE_INFINITY;

  /** A `<meta>`, by its name, property or itemprop. */
  readMeta(name: string, content: string): void {
    if (name === 'article:published_time' || name === 'og:article:published_time') this.date(content, Source.Article);
    else if (name === 'article:author') this.writer(content, Source.Item);
    else if (DATE_NAMES.has(name)) this.date(content, Source.Meta);
    else if (CHANGE_NAMES.has(name))
      this.change(content, /^(?:og:)?article:/.test(name) ? Source.Article : Source.Meta);
    else if (AUTHOR_NAMES.has(name)) this.writer(content, Source.Article);
  }

  /** A machine-readable value of an element with an itemprop. */
  readItem(property: string, value: string): void {
    if (property === 'datepublished') this.date(value, Source.Item);
    else if (property === 'datecreated') this.date(value, Source.Created);
    else if (property === 'datemodified') this.change(value, Source.Item);
    else if (property === 'author') this.writer(value, Source.Item);
  }

  /** `<time pubdate datetime>`. */
  readTime(datetime: string): void {
    this.date(datetime, Source.Element);
  }

  /** `<time class="updated" datetime>`, as microformats have it. */
  readUpdated(datetime: string): void {
    this.change(datetime, Source.Element);
  }

  /** Visible name of the author, by `rel=author`. */
  readByline(text: string): void {
    this.writer(text, Source.Element);
  }

  readLinkedData(text: string): void {
    if (text.length > MAX_JSON_LD) return;
    const { published, created, modified, author, licence } = readJsonLd(text);
    if (licence !== undefined) this.licence ??= oneLine(licence, MAX_AUTHOR);
    if (published !== undefined) this.date(published, Source.LinkedData);
    if (created !== undefined) this.date(created, Source.Created);
    if (modified !== undefined) this.change(modified, Source.LinkedData);
    if (author !== undefined) this.writer(author, Source.LinkedData);
  }

  private date(stated: string, rank: number): void {
    if (rank >= this.publishedRank) return;
    const date = isoDate(stated);
    if (date === undefined) return;
    this.published = date;
    this.publishedRank = rank;
  }

  private change(stated: string, rank: number): void {
    if (rank >= this.modifiedRank) return;
    const date = isoDate(stated);
    if (date === undefined) return;
    this.modified = date;
    this.modifiedRank = rank;
  }

  private writer(stated: string, rank: number): void {
    if (rank >= this.authorRank) return;
    const author = oneLine(stated, MAX_AUTHOR);
    // Profiles are stated as addresses; an address is not a name.
    if (author === '' || /^(?:https?:)?\/\//i.test(author)) return;
    this.author = author;
    this.authorRank = rank;
  }
}
