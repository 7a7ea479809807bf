import { longestTunnel, type TunnelYield } from '../../../strategy/osprey/tunnels.js';
import type { Payer, Payers, WhatPays } from '../../../strategy/osprey/what-pays.js';
import { columns, count, percent, printable } from '../../terminal/format.js';

/** Rows of each table that people and programs are shown. */
const shown = 5;
const mostListed = 100;

/** The hosts, domains and URL patterns with the best and worst yield. */
export function yieldLines({ hosts, domains, templates }: WhatPays): string[] {
  const patterns = 'URL patterns';
  const lines = [
    ...tables(hosts, 'hosts', 'host'),
    ...tables(domains, 'domains of several hosts', 'domain'),
    ...tables(templates, patterns, 'pattern'),
  ];
  return lines.length === 0 ? [] : [...lines, '', legend];
}

const legend =
  'A URL pattern is a directory, or a page with its parameter names. Score: the sum of relevance; seeds are not counted.';

/** The yield of links on irrelevant pages; nothing if none was followed. */
export function tunnelLines(yields: readonly TunnelYield[]): string[] {
  if (yields.every(({ steps }) => steps === 0)) return [];
  const rows = yields.map(({ steps, pages, relevant }) => [
    steps === 0
      ? 'a relevant page'
      : steps === 1
        ? 'an irrelevant page'
        : `${steps}${steps === longestTunnel ? ' or more' : ''} irrelevant pages`,
    count(pages),
    count(relevant),
    percent(relevant / pages),
  ]);
  const head = ['reached through', 'pages', 'relevant', 'share'];
  return [
    '',
    'Tunnelling (links of irrelevant pages)',
    ...columns([head, ...rows], [1, 2, 3]).map((line) => `  ${line}`),
  ];
}

function tables({ deprioritised, best }: Payers, things: string, heading: string): string[] {
  return [
    ...table(`Deprioritised ${things} (few relevant pages so far)`, heading, deprioritised, true),
    ...table(`Best ${things}`, heading, best, false),
  ];
}

function table(title: string, heading: string, payers: readonly Payer[], deprioritised: boolean): string[] {
  if (payers.length === 0) return [];
  const rows = payers
    .slice(0, shown)
    .map(({ name, pages, reward, allowance }) => [
      printable(name, 100),
      count(pages),
      reward.toFixed(1),
      deprioritised ? `× ${allowance.toFixed(2)}` : (reward / pages).toFixed(2),
    ]);
  const head = [heading, 'pages', 'score', deprioritised ? 'priority' : 'per page'];
  const more = payers.length - shown;
  return [
    '',
    title,
    ...columns([head, ...rows], [1, 2, 3]).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${count(more)} more (--json lists up to ${mostListed})`] : []),
  ];
}

/** The same for programs. */
export function listed({ hosts, domains, templates }: WhatPays): WhatPays {
  const first = ({ deprioritised, best }: Payers): Payers => ({
    deprioritised: deprioritised.slice(0, mostListed),
    best: best.slice(0, mostListed),
  });
  return { hosts: first(hosts), domains: first(domains), templates: first(templates) };
}
