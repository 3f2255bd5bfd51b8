/** What the page of a load adds to the style sheet of all pages. */
export const loadStyle = `
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
.chart { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .85rem; align-items: baseline; }
.chart svg { display: block; width: 100%; height: auto; }
.chart text { font-size: 11px; fill: var(--quiet); }
.chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .limit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4; }
.chart path { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.chart .tip { fill: transparent; } .chart .tip:hover { fill: var(--ink); fill-opacity: .06; }
.chart .first { stroke: var(--seen); } .chart .second { stroke: var(--good); } .chart .third { stroke: var(--odd); } .chart path.bad { stroke: var(--bad); }
.key { color: var(--quiet); }
.key::before { content: ''; display: inline-block; width: .9rem; height: .2rem; border-radius: 2px; margin-right: .35rem; vertical-align: middle; background: var(--seen); }
.key.second::before { background: var(--good); } .key.third::before { background: var(--odd); } .key.bad::before { background: var(--bad); }
.chart.live svg, .chart.live .key { display: none; }
.range { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin: 0 0 1rem; font-size: .9rem; }
.range label { display: flex; gap: .5rem; align-items: center; color: var(--quiet); }
.range input { accent-color: var(--seen); width: min(14rem, 40vw); height: 1.5rem; }
.range button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: .15rem .6rem; min-height: 2rem; cursor: pointer; }
.range button:disabled { color: var(--quiet); background: none; border-color: var(--line); cursor: default; }
.range p { margin: 0; flex-basis: 100%; font-variant-numeric: tabular-nums; min-height: 1.5em; }
.u-legend.u-inline { display: block; text-align: left; font-size: .8rem; font-variant-numeric: tabular-nums; margin: 0; min-height: 2.6em; }
.u-legend.u-inline th, .u-legend.u-inline td { border: 0; padding: 0; width: auto; font: inherit; color: var(--quiet); background: none; }
.u-legend.u-inline tr { display: inline-block; border: 0; padding: 0; margin-right: 1rem; } .u-legend.u-inline td { color: var(--ink); padding-left: .3rem; }
/* Until a curve is pointed at there are no values to tell, only which line is which. */
.u-legend:has(.u-series:first-child .u-value:empty) :is(.u-series:first-child, .u-value) { display: none; }
.u-legend:has(.u-series:first-child .u-value:empty) .u-series th::after { content: none; }
.u-legend .u-marker { border-radius: 2px; height: .2rem; width: .9rem; margin-right: .35rem; }
.u-select { background: var(--seen); opacity: .15; }
.u-cursor-x { border-color: var(--quiet); }
.numbers { table-layout: auto; width: auto; }
.numbers th:nth-child(n) { width: auto; }
.numbers td, .numbers th { padding: .25rem .75rem .25rem 0; text-align: right; white-space: nowrap; }
.numbers th:first-child, .numbers td:first-child { text-align: left; }
.numbers .wide { white-space: normal; text-align: left; }
.scrolls { overflow-x: auto; }
/* Numbers mean something below the name of their column alone: they scroll where other tables fall apart into lines. */
@media (max-width: 52rem) {
  .numbers { display: table; } .numbers thead { display: table-header-group; } .numbers tbody { display: table-row-group; } .numbers tr { display: table-row; padding: 0; }
  .numbers th, .numbers td { display: table-cell; border-top: 1px solid var(--line); padding: .25rem .75rem .25rem 0; } .numbers thead th { border: 0; }
  .numbers td:first-child { white-space: normal; }
}
/* On paper nothing can be pointed at: what is there without script is printed, in the colours of paper. */
@media print {
  .range { display: none; }
  .chart { break-inside: avoid; } .chart .uplot { display: none; }
  .chart.live svg { display: block; } .chart.live .key { display: inline; }
}
`;
