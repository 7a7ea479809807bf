import { longestTunnel, type TunnelYield } from '../../../strategy/osprey/tunnels.js';
import type { Payer, Payers, WhatPays } from '../../../strategy/osprey/what-pays.js';
import { columns, count, percent, printable } from '../../terminal/format.js';

/** Rows of each table that people and programs are shown. */
const shown = 5;
const mostListed = 100;

/** What pays and what is held back for paying too little. */
export function yieldLines({ hosts, templates }: WhatPays): string[] {
  const alike = 'pages made alike (same directory, same parameters, numbers as 0)';
  const lines = [...tables(hosts, 'hosts', 'host'), ...tables(templates, alike, 'template')];
  return lines.length === 0 ? [] : [...lines, '', legend];
}

const legend =
  'Brought: the raw scores of these pages in all, be they relevant or not, as the strategy learns from them; seeds are left out.';

/** What following links of irrelevant pages has paid back; nothing where none was followed. */
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
  return ['', 'What tunnelling pays back', ...columns([head, ...rows], [1, 2, 3]).map((line) => `  ${line}`)];
}

function tables({ heldBack, paying }: Payers, things: string, heading: string): string[] {
  return [
    ...table(`Held back for bringing little: ${things}`, heading, heldBack, true),
    ...table(`What pays most: ${things}`, heading, paying, false),
  ];
}

function table(title: string, heading: string, payers: readonly Payer[], heldBack: boolean): string[] {
  if (payers.length === 0) return [];
  const rows = payers
    .slice(0, shown)
    .map(({ name, pages, reward, allowance }) => [
      printable(name, 100),
      count(pages),
      reward.toFixed(1),
      heldBack ? `× ${allowance.toFixed(2)}` : (reward / pages).toFixed(2),
    ]);
  const head = [heading, 'pages', 'brought', heldBack ? 'links count' : 'a page'];
  const more = payers.length - shown;
  return [
    '',
    title,
    ...columns([head, ...rows], [1, 2, 3]).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${count(more)} more (--json lists up to ${mostListed})`] : []),
  ];
}

/** The same for programs. */
export function listed({ hosts, templates }: WhatPays): WhatPays {
  const first = ({ heldBack, paying }: Payers): Payers => ({
    heldBack: heldBack.slice(0, mostListed),
    paying: paying.slice(0, mostListed),
  });
  return { hosts: first(hosts), templates: first(templates) };
}
