/** What a certificate looks like beside the style of all pages; printed, it is a clean document on A4 or Letter. */
export const certificateStyle = `
.page { max-width: 64rem; }
.digests { border: 0; padding: 0; } .digests code { font-size: .76rem; word-break: break-all; }
.digests div { grid-template-columns: 9rem minmax(0, 1fr); }
.promises th:nth-child(1) { width: 7rem; } .promises th:nth-child(2) { width: auto; } .promises th:nth-child(3) { width: 9rem; }
.promises td:nth-child(3) { font-variant-numeric: tabular-nums; } .promises td:nth-child(3) .bad { display: block; }
.pair th:nth-child(1) { width: 10rem; } .pair th:nth-child(2) { width: auto; } .pair th:nth-child(3) { width: 5rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media print {
  @page { margin: 16mm 14mm; }
  html { font-size: 8.5pt; } h2 { margin-top: 1.6rem; }
  .digests { border: 0; padding: 0; }
  table .quiet, .facts .quiet { font-size: inherit; } .promises td span.quiet { display: inline; }
}
`;
