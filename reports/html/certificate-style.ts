/** What a certificate looks like beside the style of all pages; printed, it is a clean document on A4 or Letter. */
export const certificateStyle = `
.page { max-width: 62rem; }
.digests code { font-size: .76rem; word-break: break-all; }
.digests div { grid-template-columns: 9rem minmax(0, 1fr); }
.promises th:nth-child(1) { width: 7rem; } .promises th:nth-child(2) { width: auto; } .promises th:nth-child(3) { width: 12rem; }
.pair th:nth-child(1) { width: 10rem; } .pair th:nth-child(2) { width: auto; } .pair th:nth-child(3) { width: 5rem; }
.legend .proven::before { background: var(--good); } .legend .refuted::before { background: var(--bad); }
.legend .observed::before { background: var(--seen); } .legend .untested::before { background: var(--odd); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media print {
  @page { margin: 16mm 14mm; }
  .verdict { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; padding-top: 0; } .verdict h1 { font-size: 32pt; }
  .lead { font-size: 11pt; } .facts { border-left: 1px solid var(--line); padding-left: 1rem; font-size: 8.5pt; }
  h2 { margin-top: 1.4rem; font-size: 13pt; } table { display: table; font-size: 8pt; } tbody { display: table-row-group; }
  /* Paper is as narrow as a small screen, where tables fall apart into lines. */
  thead { display: table-header-group; } tr { display: table-row; } th, td { display: table-cell; border-top: 1px solid var(--line); padding: .2rem .5rem .2rem .1rem; }
  thead th { border: 0; } tbody tr { border: 0; padding: 0; } a { color: inherit; text-decoration: none; }
  table .quiet, .facts .quiet { font-size: inherit; } thead th, tbody th, table code, .facts code { font-size: .95em; }
}
`;
