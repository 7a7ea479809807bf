import type { PageRights } from '../model/page-rights.js';

/** Directives about the training of models in a robots meta tag or header. */
export function aiDirectives(content: string): PageRights {
  const directives = content.toLowerCase().split(/[,:]/);
  const states = (name: string) => directives.some((directive) => directive.trim() === name);
  return { ...(states('noai') && { noai: true }), ...(states('noimageai') && { noimageai: true }) };
}

/** The values of `tdm-reservation` and `tdm-policy`, of headers, meta tags or tdmrep.json alike. */
export function tdmRights(reservation: string | undefined, policy: string | undefined): PageRights {
  const stated = reservation?.trim();
  if (stated !== '0' && stated !== '1') return {};
  const url = policy?.trim();
  return {
    tdm: stated === '1' ? 'reserved' : 'open',
    ...(url && /^https?:\/\//i.test(url) && { tdmPolicy: url.slice(0, 2_000) }),
  };
}

const mostSignals = 20;

/** The signals of a Content-Signal line: `search=yes, ai-train=no`. What is neither yes nor no says nothing. */
export function contentSignals(value: string): Readonly<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const part of value.toLowerCase().split(',').slice(0, mostSignals)) {
    const [, name, answer] = /^\s*([a-z][a-z-]{0,30})\s*=\s*(yes|no)\s*$/.exec(part) ?? [];
    if (name !== undefined) found[name] = answer === 'yes';
  }
  return found;
}
