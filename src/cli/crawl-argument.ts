/** How help speaks of the crawl that a command is for. */
export const crawlArgument = 'The crawl folder, or postgres://…#NAME.';
