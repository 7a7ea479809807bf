import { pageStyle } from '../../html/page-style.js';

/** The style of the lab's pages: what they have besides other pages. */
export const labStyle = `${pageStyle}
.floor { --line: var(--grey); stroke-width: 1.6; }
.oracle { --line: var(--ink); stroke-width: 1.6; }
.bound { --line: var(--ink); stroke-dasharray: 1 4; stroke-linecap: round; }
#choices { display: none; flex-wrap: wrap; gap: .4rem 1.4rem; margin: .8rem 0; }
.live #choices { display: flex; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .9rem; min-width: 0; }
legend { float: left; padding: 0; margin-right: .2rem; color: var(--soft); font-size: .9rem; }
.live #curves { cursor: crosshair; }
.live #curves svg { pointer-events: none; }
.reading { display: none; align-items: center; gap: .8rem; color: var(--soft); font-size: .9rem; }
.live .reading { display: flex; }
.reading input { flex: 1; min-width: 6rem; }
.reading output { min-width: 9rem; font-variant-numeric: tabular-nums; }
#legend { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .1rem .8rem; list-style: none; padding: 0; margin: .6rem 0; }
#legend button { display: flex; align-items: center; gap: .5rem; width: 100%; min-height: 2rem; border-color: transparent; text-align: left; font-size: .88rem; padding: .15rem .3rem; }
#legend button:hover { border-color: var(--rule); }
#legend [aria-pressed="false"] { color: var(--soft); text-decoration: line-through; }
#legend [aria-pressed="false"] .swatch { opacity: .3; }
#legend .name { flex: 1; min-width: 0; }
#legend output { font-variant-numeric: tabular-nums; }
html:not(.live) #legend li:has([aria-pressed="false"]), html:not(.live) .all-or-first { display: none; }
.all-or-first { display: flex; gap: .5rem; flex-wrap: wrap; font-size: .88rem; }
.heat { background: rgb(var(--heat) / calc(var(--value) * .55)); }
.best { font-weight: 700; }
.intervals { display: grid; grid-template-columns: minmax(7rem, 15rem) 1fr max-content; column-gap: .7rem; font-size: .86rem; align-items: center; }
.intervals > .row { display: contents; }
.intervals svg { height: 26px; }
.intervals .value { font-variant-numeric: tabular-nums; text-align: right; }
.whisker { stroke: var(--line, var(--ink)); stroke-width: 2; stroke-dasharray: none; }
.dot { fill: var(--line, var(--ink)); stroke: none; }
.limit { stroke: var(--soft); stroke-dasharray: 2 3; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(14.5rem, 1fr)); gap: .9rem 1.2rem; }
.multiples figure { margin: 0; min-width: 0; }
.multiples .line { stroke-width: 1.5; }
.multiples svg text { font-size: 11px; }
.guide dt { font-weight: 600; margin-top: .5rem; }
.guide dd { margin: 0; max-width: 46rem; }
@media (max-width: 40rem) {
  .intervals { display: block; }
  .intervals > .row { display: grid; grid-template: "name value" "track track" / 1fr max-content; }
  .intervals .track { grid-area: track; height: 20px; }
  html:not(.live) #curves svg text { font-size: 20px; }
}
@media print {
  #choices, .live #choices, .reading, .live .reading, .all-or-first, #legend li:has([aria-pressed="false"]) { display: none; }
  #legend { grid-template-columns: repeat(2, 1fr); }
  #legend button { min-height: 0; }
  .intervals > .row > * { break-inside: avoid; }
  .heat, .dot { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
