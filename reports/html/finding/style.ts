/** What finding cards look like; colours and type are those of the page. */
export const findingStyle = `
.inbody { margin: .5rem 0 .75rem; } .inbody > p { margin: 0; } .inbody pre { max-height: 24rem; }
.cause { border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); padding: .5rem 0; margin: .75rem 0; max-width: 56rem; }
.cause h4 { margin: 0 0 .15rem; } .cause p, .cause ul { margin: .15rem 0; font-size: .92rem; }
.finding .again + .again, .finding p + .again { margin-top: .1rem; }
.again li { overflow-wrap: anywhere; } .scenario { margin: .6rem 0 0; font-size: .85rem; } .scenario + ul { margin-top: .1rem; }
.supplier pre { max-height: 30rem; }
@media print { .cause { break-inside: avoid; } .supplier { display: none; } }
`;
