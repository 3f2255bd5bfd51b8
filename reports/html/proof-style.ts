/** What the page of a proof adds to the style sheet of all pages: a wide table that scrolls by itself, its columns' names upright. */
export const proofStyle = `
.wide { overflow-x: auto; }
.matrix { table-layout: auto; width: auto; font-size: .8rem; }
.matrix th, .matrix td { padding: .15rem .5rem .15rem .25rem; overflow-wrap: normal; }
.matrix tbody th { white-space: nowrap; }
.matrix .row { white-space: nowrap; }
.matrix th:nth-child(n) { width: auto; }
.matrix .check { vertical-align: bottom; padding: .2rem .1rem; }
.matrix .check span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500; white-space: nowrap; }
.matrix .cause, .matrix .beside { text-align: center; }
.matrix .cause.failed { color: var(--bad); background: var(--bad-bg); }
.matrix .beside.failed { color: var(--odd); background: var(--odd-bg); }
.matrix .observed { color: var(--seen); background: var(--seen-bg); }
.matrix tbody tr:hover { background: var(--card); }
/* On paper it does not scroll, and has as many columns as there are checks. */
@media print {
  @page { size: A4 landscape; }
  .wide { overflow: visible; }
  .matrix { font-size: .6rem; } .matrix th, .matrix td { padding: .1rem .3rem .1rem .1rem; } .matrix .check { padding: .1rem 0; }
}
/* It scrolls on a small screen, where other tables fall apart into lines. */
@media (max-width: 52rem) {
  .matrix { display: table; } .matrix thead { display: table-header-group; } .matrix tbody { display: table-row-group; } .matrix tr { display: table-row; padding: 0; }
  .matrix th, .matrix td { display: table-cell; border-top: 1px solid var(--line); padding: .15rem .5rem .15rem .25rem; }
}
`;
