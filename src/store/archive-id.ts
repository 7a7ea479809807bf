/** The note with the name that a crawl has in the places where it keeps its pages. */
export const archiveIdNote = 'archive-id';
