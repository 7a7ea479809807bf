/** Layers of a context graph distinguished in training; a crawl may join the outer ones. Diligenti et al. (2000) went up to four. */
export const MOST_LAYERS = 8;
