import { isDescendantDomain } from '../url/canonical-url.js';

const domains = [
  // Wikimedia's projects and tools
  'wikipedia.org wikimedia.org wikidata.org wiktionary.org wikisource.org wikiquote.org wikibooks.org wikinews.org',
  'wikiversity.org wikivoyage.org mediawiki.org wikimediafoundation.org toolforge.org wmflabs.org wmcloud.org',
  // archives
  'archive.org archive.today archive.is archive.ph archive.li archive.md archive.fo archive.vn ghostarchive.org',
  'webcitation.org perma.cc megalodon.jp freezepage.com webarchive.org.uk webarchive.nationalarchives.gov.uk',
  // works
  'doi.org jstor.org worldcat.org oclc.org handle.net portal.issn.org lccn.loc.gov adsabs.harvard.edu zbmath.org',
  'semanticscholar.org mathscinet.ams.org openlibrary.org',
  // persons, places, subjects
  'viaf.org isni.org orcid.org d-nb.info id.loc.gov catalogue.bnf.fr data.bnf.fr idref.fr id.ndl.go.jp ci.nii.ac.jp',
  'aleph.nkp.cz snaccooperative.org vocab.getty.edu geonames.org musicbrainz.org',
].flatMap((line) => line.split(' '));

/**
 * Whether an encyclopaedia's link to this host tells nothing about the topic: it leads to a sister project, to a copy of a page that
 * is linked beside it, or to a record that names a work or a person without any text.
 */
export function isReferenceHost(host: string): boolean {
  return host.startsWith('books.google.') || domains.some((domain) => isDescendantDomain(host, domain));
}
