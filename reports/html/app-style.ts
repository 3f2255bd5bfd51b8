/** What the page's app shows beside the style of all pages: search and filters, the list of cases, one case, keys. */
export const appStyle = `
/* Where no script may run there is nothing to serve a search; where one may, its place is there from the first paint on. */
.tools, nav [data-keys] { display: none; }
@media (scripting: enabled) { .tools { display: flex; } nav [data-keys] { display: inline-block; } }
.tools { flex-wrap: wrap; gap: .5rem .8rem; align-items: center; margin: 0 0 .75rem; font-size: .88rem; min-height: 2.25rem; }
.tools input, .tools select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: .25rem .6rem; height: 2rem; max-width: 100%; }
.tools input { width: 14rem; } .tools select { max-width: 13rem; }
.tools label { display: inline-flex; align-items: center; gap: .45rem; color: var(--quiet); }
.tools p { margin: 0; font-variant-numeric: tabular-nums; }
.tools .filter { margin: 0; gap: .3rem; }
.filter { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .5rem 0; }
.filter button, .chip, .plain { font: inherit; font-variant-numeric: tabular-nums; border: 1px solid var(--edge); border-radius: 6px; background: var(--card); color: var(--ink); padding: .15rem .6rem; height: 2rem; cursor: pointer; }
.filter button:hover, .chip:hover { background: var(--code); }
.filter button[aria-pressed=true] { background: var(--seen-bg); border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.chip { background: var(--seen-bg); color: var(--seen); border-color: transparent; font-weight: 600; }
.plain { background: none; border-color: transparent; padding: 0; color: var(--link); text-decoration: underline; text-underline-offset: .15em; }

#case-list { --line-rem: 3.25; }
.case-lines { list-style: none; position: relative; margin: 0; padding: 0; contain: layout style; }
.case-lines li { position: absolute; inset: 0 0 auto; contain: strict; }
.case-line { display: grid; grid-template-columns: 7rem minmax(0, 1fr) 11rem 6rem; gap: .75rem; align-items: center; height: 100%; padding: 0 .5rem; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; outline-offset: -2px; }
.case-line:hover { background: var(--card); } .case-line:hover .title { text-decoration: underline; text-decoration-color: var(--line); }
.case-line .tag { justify-self: start; } .case-line .title .tag { font-size: .7rem; margin-left: .3rem; }
.case-line .title { line-height: 1.35; white-space: nowrap; }
.case-line .name { display: flex; align-items: baseline; } .case-line .name > .tag { flex: none; }
.case-line .told, .case-line code { overflow: hidden; text-overflow: ellipsis; } .case-line code { font-size: .76rem; }
.case-line .quiet { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums; font-size: .82rem; }

.case-page nav { align-items: baseline; }
.case-page nav { margin-top: 0; } .case-page nav a { color: var(--link); }
.case-page nav .quiet { font-variant-numeric: tabular-nums; }
.case-head { padding: 1.75rem 0 .75rem; }
.case-head h1 { font-size: 1.75rem; font-weight: 680; letter-spacing: -.015em; line-height: 1.2; margin: .4rem 0; max-width: 46rem; outline: 0; }
.case-head .over { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; margin: 0; }
.case-head .ids { line-height: 1.75rem; } .case-head .id { display: inline-block; min-height: 1.5rem; margin-right: .25rem; }
.case-page .finding { max-width: 60rem; }
.case-page dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .9rem; margin: .4rem 0; font-size: .9rem; }
.case-page dt { color: var(--quiet); } .case-page dd { margin: 0; overflow-wrap: anywhere; }

.keys { border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: var(--ink); padding: 1.25rem 1.5rem; max-width: 28rem; width: calc(100% - 2rem); }
.keys::backdrop { background: rgb(0 0 0 / .45); }
.keys h2 { margin: 0 0 .5rem; font-size: 1.15rem; }
.keys dl { margin: 0 0 1rem; } .keys dl div { display: grid; grid-template-columns: 5rem 1fr; padding: .25rem 0; } .keys dd { margin: 0; }
.keys label { display: block; margin-bottom: 1rem; }
.keys button { font: inherit; border: 1px solid var(--edge); border-radius: 6px; background: var(--card); color: var(--ink); padding: .25rem .9rem; cursor: pointer; }
kbd { font-family: var(--mono); font-size: .8rem; border: 1px solid var(--edge); border-bottom-width: 2px; border-radius: 4px; padding: 0 .35rem; background: var(--code); }

@media (max-width: 52rem) {
  #case-list { --line-rem: 5; }
  .case-line { grid-template-columns: auto minmax(0, 1fr) auto; gap: .2rem .6rem; align-content: center; } .case-line .title { display: contents; }
  .case-line .name { grid-column: 1 / -1; grid-row: 1; line-height: 1.3; font-weight: 550; }
  .case-line .told { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; white-space: normal; font-size: .875rem; } .case-line .own { overflow-wrap: anywhere; } .case-line .own:not(:last-child) { word-break: break-all; }
  .case-line > .tag { grid-row: 2; grid-column: 1; } .case-line code { grid-row: 2; grid-column: 2; white-space: nowrap; } .case-line .took { grid-row: 2; grid-column: 3; }
  .case-line .counts { display: none; }
  .tools .search { flex: 1 1 100%; } .tools input { flex: 1; width: auto; }
}
@media print {
  .tools, nav [data-keys], .keys, .case-head details { display: none !important; }
  .case-head { padding: 0 0 .5rem; } .case-page :is(.finding, .journey) { max-width: none; }
}
`;
