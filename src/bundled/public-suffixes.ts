/** The public suffix list: which domains people register below. */
export { getDomain } from 'tldts';
