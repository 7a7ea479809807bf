/**
 * Readable on a phone (wide tables scroll in their own box, never the page), in the dark and on paper. The colours are
 * those of Okabe and Ito; nothing is said by colour alone.
 */
export const pageStyle = `
:root {
  --paper: #fff; --ink: #1b1f24; --soft: #59626d; --rule: #d8dde3; --panel: #f5f7f9; --heat: 0 114 178;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #56b4e9; --c5: #e69f00; --grey: #8b949e;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e8ebee; --soft: #a3adb8; --rule: #333c46; --panel: #1c2229; --heat: 86 180 233;
    --c0: #f0e442; --c1: #ff7f32; --c2: #1fc598; --c3: #e39bc4; --grey: #7d8893;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main, header, footer { max-width: 64rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1.6rem 0 .4rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.8rem 0 .4rem; padding-top: .8rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; }
.note { color: var(--soft); font-size: .9rem; }
code { font: .88em ui-monospace, monospace; background: var(--panel); padding: .1em .35em; border-radius: 3px; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .8rem 0; font-size: .9rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.summary { background: var(--panel); border-radius: 8px; padding: .6rem 1.1rem; margin: 1.2rem 0; }
.summary li { margin: .35rem 0; }
.summary ul { padding-left: 1.1rem; margin: .4rem 0; }
.summary .first { max-width: none; font-size: 1.15rem; font-weight: 600; margin: .4rem 0 .6rem; }
figure { margin: .8rem 0; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .tick { fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .axis { fill: var(--soft); }
.grid { stroke: var(--rule); fill: none; }
.line { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.leader { fill: none; stroke: var(--line); stroke-width: 1; opacity: .7; }
.mark { fill: var(--line); stroke: var(--paper); }
.cursor { stroke: var(--soft); stroke-dasharray: 2 2; fill: none; }
.lit { stroke-width: 3.5; }
.faded { opacity: .18; }
.c0 { --line: var(--c0); } .c1 { --line: var(--c1); } .c2 { --line: var(--c2); }
.c3 { --line: var(--c3); } .c4 { --line: var(--c4); } .c5 { --line: var(--c5); }
.d1 { stroke-dasharray: 7 3; } .d2 { stroke-dasharray: 2 3; } .d3 { stroke-dasharray: 9 3 2 3; }
.leader, .mark { stroke-dasharray: none; }
label { display: inline-flex; align-items: center; gap: .35rem; min-height: 2rem; cursor: pointer; }
input { accent-color: var(--c0); }
#curves { touch-action: pan-y; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--rule); border-radius: 5px; padding: .3rem .6rem; cursor: pointer; }
button:focus-visible, input:focus-visible, .scroll:focus-visible { outline: 3px solid var(--c0); outline-offset: 1px; }
html:not(.live) .live-only { display: none; }
.swatch { flex: none; display: inline-block; width: 30px; height: 10px; vertical-align: middle; }
.keys { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; padding: 0; font-size: .85rem; }
.keys li { display: flex; align-items: center; gap: .4rem; }
.tag { font-size: .8em; color: var(--soft); border: 1px solid var(--rule); border-radius: 3px; padding: 0 .3em; white-space: nowrap; text-decoration: none; }
.scroll { overflow-x: auto; max-width: 100%; margin: .6rem 0; border: 1px solid var(--rule); border-radius: 6px; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; width: 100%; }
caption { text-align: left; padding: .45rem .6rem; color: var(--soft); }
caption span { display: inline-block; position: sticky; left: .6rem; max-width: min(58rem, calc(100vw - 3.6rem)); }
th, td { padding: .32rem .6rem; text-align: right; border-top: 1px solid var(--rule); overflow-wrap: normal; white-space: nowrap; }
thead th { vertical-align: bottom; background: var(--panel); font-weight: 600; }
th[scope="row"], .words { text-align: left; }
th[scope="row"] { overflow-wrap: anywhere; min-width: 7.5rem; font-weight: 500; position: sticky; left: 0; background: var(--paper); max-width: 15rem; white-space: normal; }
.words { white-space: normal; min-width: 16rem; }
thead th:first-child { text-align: left; position: sticky; left: 0; z-index: 1; }
th button { border: 0; padding: 0; font-weight: inherit; white-space: nowrap; }
html:not(.live) th button { cursor: default; }
.live th button::after { content: " ↕"; color: var(--soft); }
.live th[aria-sort="descending"] button::after { content: " ↓"; color: var(--ink); }
.live th[aria-sort="ascending"] button::after { content: " ↑"; color: var(--ink); }
td small { display: block; color: var(--soft); font-size: .92em; line-height: 1.2; }
.narrow td, .narrow thead th:not(:first-child) { padding: .32rem .4rem; }
figcaption { font-size: .86rem; font-weight: 600; }
figcaption small { font-weight: 400; color: var(--soft); }
footer { color: var(--soft); font-size: .85rem; margin: 3rem auto 2rem; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: .4rem; }
  th[scope="row"] { max-width: 8.5rem; }
}
@page { size: A4; margin: 14mm 12mm; }
@page wide { size: A4 landscape; }
@media print {
  :root {
    --paper: #fff; --ink: #000; --soft: #333; --rule: #bbb; --panel: #fff; --heat: 0 114 178;
    --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --grey: #777;
    color-scheme: light;
  }
  body { font-size: 10pt; }
  main, header, footer { max-width: none; padding: 0; }
  .live-only { display: none; }
  .live th button::after { content: "" !important; }
  th button { white-space: normal; text-align: inherit; }
  .wide { page: wide; }
  section { break-before: page; }
  section.together, header + main > section:first-child { break-before: auto; }
  h2 { border: 0; break-after: avoid; margin-top: 0; }
  h3, caption { break-after: avoid; }
  figure, tr, .summary { break-inside: avoid; }
  .scroll { overflow: visible; border: 0; }
  table { font-size: 7.5pt; }
  th, td { padding: .15rem .25rem; white-space: normal; }
  thead { display: table-header-group; }
  th[scope="row"], thead th:first-child, caption span { position: static; max-width: none; }
  .line { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
