/** The most that the sitemap protocol allows, before compression; no feed comes near it. */
export const longestList = 52_428_800;
