import { pageStyle } from '../html/page-style.js';

/** The style of a crawl's report: what it has besides other pages. */
export const reportStyle = `${pageStyle}
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
a:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid var(--c0); outline-offset: 1px; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 1rem 0 0; }
nav a { display: inline-block; padding: .4rem 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.find { display: none; flex-wrap: wrap; gap: .4rem .8rem; margin: .8rem 0; align-items: end; position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .5rem 0; border-bottom: 1px solid var(--rule); }
.live .find { display: flex; }
.find label { display: grid; gap: 0; align-items: start; font-size: .8rem; color: var(--soft); min-height: 0; }
.find label:first-child { flex: 1 1 14rem; }
.find input, .find select { font: inherit; font-size: 1rem; color: var(--ink); background: var(--panel); border: 1px solid var(--rule); border-radius: 5px; padding: .35rem .5rem; min-height: 2.4rem; width: 100%; }
.find output { font-size: .85rem; color: var(--soft); flex-basis: 100%; }
#pages { list-style: none; margin: 0; padding: 0; }
.page { display: grid; grid-template-columns: 3.2rem 1fr; gap: 0 .6rem; padding: .7rem 0; border-bottom: 1px solid var(--rule); overflow: clip; }
.page > div { min-width: 0; }
.page h3 { margin: 0; font-size: 1rem; line-height: 1.35; }
.page p { margin: .15rem 0; }
.score { font-weight: 700; font-variant-numeric: tabular-nums; color: var(--c0); }
.other .score { color: var(--soft); font-weight: 400; }
.where { font-size: .84rem; color: var(--soft); max-width: none; }
.where > span { white-space: nowrap; margin-left: .5rem; }
.url { direction: ltr; unicode-bidi: isolate; }
.snippet { font-size: .92rem; }
mark { background: rgb(var(--heat) / .22); color: inherit; font-weight: 600; border-radius: 2px; }
details { font-size: .88rem; }
summary { cursor: pointer; color: var(--soft); width: max-content; max-width: 100%; padding: .25rem .2rem .25rem 0; }
.page details ul { margin: .2rem 0; padding-left: 1.2rem; }
.page details b { font-variant-numeric: tabular-nums; font-weight: 600; }
#more { margin: 1rem 0; }
.live-only[hidden] { display: none; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.4rem, 1fr)); gap: .6rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures li { background: var(--panel); border-radius: 8px; padding: .6rem .8rem; font-size: .85rem; color: var(--soft); }
.figures b { display: block; font-size: 1.45rem; line-height: 1.3; color: var(--ink); font-variant-numeric: tabular-nums; }
.range { stroke-dasharray: 2 4; --line: var(--c1); }
.chosen { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem; padding: 0; margin: .6rem 0; font-size: .9rem; }
.chosen li { border: 1px solid var(--rule); border-radius: 5px; padding: .1rem .5rem; }
.chosen small { color: var(--soft); font-variant-numeric: tabular-nums; }
pre { background: var(--panel); border-radius: 6px; padding: .8rem 1rem; white-space: pre-wrap; font-size: .85rem; }
pre code { padding: 0; background: none; }
@media (max-width: 40rem) {
  .page { grid-template-columns: 2.6rem 1fr; gap: 0 .4rem; }
  .find { position: static; }
  .find label { flex: 1 1 8rem; }
  .find label:first-child { flex-basis: 100%; }
  html:not(.live) .chart svg text { font-size: 20px; }
  .words { min-width: 11rem; }
  th, td { padding: .32rem .35rem; }
}
@media print {
  .find, .live .find, nav, #more, .page details:not([open]) { display: none; }
  .page { break-inside: avoid; padding: .3rem 0; }
  section { break-before: auto; }
  h2 { margin-top: 1.4rem; }
  pre { border: 1px solid var(--rule); }
}
`;
