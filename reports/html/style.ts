import { journeyStyle } from './journey/style.ts';

/**
 * The style sheet of all pages: one column of text on paper, a single accent, and colour for outcomes alone; light and dark
 * by the reader's system, every pair of text and ground with the contrast that WCAG 2.2 AA asks for.
 */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #fff; --ink: #1b1d1f; --quiet: #565c62; --line: #dddfdc; --edge: #868c91; --link: #1f4f99; --code: #f1f2ef;
  --good: #1a6b43; --good-bg: #e3f2e9; --bad: #b2241b; --bad-bg: #fbe9e7; --odd: #7d5200; --odd-bg: #fbf0d9;
  --seen: #2b4f9e; --seen-bg: #e7edf9; --none: #565c62; --none-bg: #ecedeb;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e23; --ink: #e6e7e4; --quiet: #a3aab1; --line: #33383f; --edge: #6f7782; --link: #8db6f5; --code: #22262c;
    --good: #79d2a3; --good-bg: #16332a; --bad: #ff9b90; --bad-bg: #40201e; --odd: #f0c26a; --odd-bg: #3a2e14;
    --seen: #9dbcf5; --seen-bg: #1f2d4a; --none: #a8aeb5; --none-bg: #2a2e34;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.75rem; scrollbar-gutter: stable; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; text-rendering: optimizeLegibility; }
.page { max-width: 78rem; margin: 0 auto; padding: 0 1.5rem 6rem; }
h1, h2, h3, h4, .line { line-height: 1.2; margin: 0; text-wrap: balance; }
h2 { font-size: 1.4rem; font-weight: 660; letter-spacing: -.012em; margin: 3rem 0 .9rem; }
h3 { font-size: 1.05rem; font-weight: 620; overflow-wrap: anywhere; }
h4, .line { font-size: .82rem; font-weight: 620; margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
section:focus, h1:focus { outline: none; }
.quiet { color: var(--quiet); font-size: .875rem; }
p.bad, b.bad { color: var(--bad); } p.odd { color: var(--odd); }
code, pre, .ids, .case-id { font-family: var(--mono); font-size: .82rem; overflow-wrap: anywhere; }
code { color: var(--quiet); }
pre { background: var(--code); border-radius: 6px; padding: .6rem .8rem; margin: .3rem 0; white-space: pre-wrap; line-height: 1.45; max-height: 32rem; overflow: auto; }
mark { display: inline; background: var(--bad-bg); color: var(--bad); font-weight: 600; border-radius: 2px; box-shadow: 0 0 0 2px var(--bad-bg); }
ul, ol { padding-left: 1.2rem; margin: .4rem 0; }
[hidden] { display: none !important; }
summary { cursor: pointer; min-height: 1.5rem; }

/* First screen */
.verdict { display: grid; grid-template-columns: minmax(0, 1.55fr) minmax(0, 1fr); gap: 2.5rem; padding: 2.25rem 0 1.5rem; align-items: start; }
.verdict h1 { font-size: clamp(2.4rem, 6vw, 3.6rem); font-weight: 720; letter-spacing: -.032em; line-height: 1; margin: .3rem 0 .6rem -.035em; }
.verdict.certified h1 { color: var(--good); } .verdict.inconclusive h1, .verdict.incomplete h1 { color: var(--odd); }
.verdict.not-certified h1, .verdict.broken h1 { color: var(--bad); } .verdict h1 small { font-size: .42em; font-weight: 620; letter-spacing: -.01em; display: inline-block; }
.lead { font-size: 1.12rem; line-height: 1.45; max-width: 36em; margin: 0 0 1.1rem; text-wrap: pretty; }
.strip { display: block; width: 100%; height: .6rem; border-radius: 99px; background: var(--line); }
.strip rect, .squares rect { fill: var(--none); } .strip .silent, .strip .excluded, .squares .silent, .squares .excluded { fill: var(--line); }
.strip .failed, .strip .breached, .squares .breached { fill: var(--bad); } .strip .passed, .strip .met, .squares .met { fill: var(--good); }
.strip .inconclusive, .strip .not-shown, .strip .partly-met, .squares .inconclusive, .squares .not-shown, .squares .partly-met { fill: var(--odd); } .strip .observed, .squares .observed { fill: var(--seen); }
.tallies { margin: 0; } .tallies > div { display: grid; grid-template-columns: 5.25rem minmax(0, 1fr); margin-top: .8rem; }
.tallies dt { font-size: .875rem; color: var(--quiet); line-height: .8; } .tallies dd { margin: 0; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; padding: 0; margin: .3rem 0 0; font-size: .875rem; font-variant-numeric: tabular-nums; }
.legend a { display: inline-block; line-height: 1.5rem; color: inherit; text-decoration: none; } .legend a:hover { text-decoration: underline; }
.dot { display: inline-block; width: .55rem; height: .55rem; border-radius: 50%; background: var(--none); margin-right: .4rem; }
.dot.failed, .dot.breached { background: var(--bad); } .dot.passed, .dot.met { background: var(--good); }
.dot.inconclusive, .dot.not-shown, .dot.partly-met { background: var(--odd); } .dot.observed { background: var(--seen); } .dot.silent, .dot.excluded { background: var(--line); }
.facts { margin: 0; border-left: 1px solid var(--line); padding-left: 1.5rem; font-size: .9rem; }
.facts div { display: grid; grid-template-columns: 6.4rem minmax(0, 1fr); padding: .18rem 0; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.answers { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; align-items: start; }
.answer { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--none); border-radius: 8px; padding: .85rem 1.1rem 1rem; }
.answer.failed { border-top-color: var(--bad); } .answer.inconclusive { border-top-color: var(--odd); } .answer.observed { border-top-color: var(--seen); }
.answer.failed.none, .answer.inconclusive.none { border-top-color: var(--good); }
.answer h2 { font-size: .95rem; margin: 0 0 .35rem; letter-spacing: 0; } .answer h2 a { color: inherit; text-decoration: none; } .answer h2 a:hover { text-decoration: underline; }
.answer ul { list-style: none; padding: 0; margin: 0; } .answer li { padding: .16rem 0; line-height: 1.35; font-size: .92rem; overflow-wrap: anywhere; }
.answer li a { color: var(--ink); text-decoration-color: var(--edge); } .answer li b { color: var(--quiet); font-weight: 500; font-size: .82rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
nav { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1.4rem; overflow-x: auto; scrollbar-width: none; background: var(--paper); border-bottom: 1px solid var(--line); margin-top: 1.25rem; padding: 0; height: 3rem; font-size: .9rem; white-space: nowrap; }
nav a { color: var(--quiet); text-decoration: none; padding: .75rem 0 .6rem; border-bottom: 2px solid transparent; } nav a:hover { color: var(--ink); text-decoration: underline; }
nav a[aria-current] { color: var(--ink); border-bottom-color: var(--ink); }
nav .n { font-size: .78rem; color: var(--quiet); font-variant-numeric: tabular-nums; } nav .plain { margin-left: auto; }

/* Tags */
.tag { display: inline-block; border-radius: 99px; padding: .05rem .6rem; font-size: .78rem; font-weight: 600; white-space: nowrap; color: var(--none); background: var(--none-bg); }
.tag.failed, .tag.breached { color: var(--bad); background: var(--bad-bg); } .tag.passed, .tag.met { color: var(--good); background: var(--good-bg); }
.tag.inconclusive, .tag.not-shown, .tag.partly-met, .tag.waived { color: var(--odd); background: var(--odd-bg); } .tag.observed { color: var(--seen); background: var(--seen-bg); }

/* Findings */
.finding { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; padding: 1rem 1.25rem; margin: 0 0 1rem; }
.finding.observed { border-left-color: var(--seen); }
.finding header { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; }
.finding header h3 { flex: 1 1 16rem; }
.id { font-family: var(--mono); font-size: .82rem; font-weight: 600; }
blockquote { margin: .75rem 0; padding: 0 0 0 .9rem; border-left: 2px solid var(--line); font-size: 1.02rem; font-style: italic; overflow-wrap: anywhere; }
cite { display: block; margin-top: .1rem; font-style: normal; font-size: .82rem; color: var(--quiet); }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: .75rem 0; }
.versus div { background: var(--good-bg); border-radius: 6px; padding: .5rem .8rem; } .versus div + div { background: var(--bad-bg); }
.observed .versus div, .observed .versus div + div { background: var(--seen-bg); }
.versus dt { font-size: .75rem; color: var(--quiet); font-weight: 600; } .versus dd { margin: 0; font-family: var(--mono); font-size: .86rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.where { overflow-wrap: anywhere; }
.again summary, .open summary { color: var(--link); font-size: .88rem; line-height: 1.6rem; }
/* The button of a text that is there to be copied lies upon the text's own ground: nothing moves when it comes. */
.copy { position: relative; } pre.copy { padding-right: 5rem; } code.copy { display: inline-block; }
@media (scripting: enabled) { code.copy { padding-right: 3.9rem; } }
.copier { position: absolute; right: 0; bottom: -.15rem; font: 500 .75rem/1.35 system-ui, sans-serif; border: 1px solid var(--edge); border-radius: 5px; background: var(--card); color: var(--quiet); padding: .05rem .5rem; min-height: 1.5rem; cursor: pointer; }
pre.copy > .copier { right: .4rem; top: .4rem; bottom: auto; } .copier:hover { color: var(--ink); }
.excused { border-bottom: 1px solid var(--line); padding: .6rem 0; } .excused li { overflow-wrap: anywhere; } .excused .title { display: inline-block; }

/* Promises */
.place, .case { border-bottom: 1px solid var(--line); }
.place > summary, .case > summary { display: grid; gap: .25rem .75rem; align-items: center; padding: .5rem .25rem; list-style: none; }
.place > summary::-webkit-details-marker, .case > summary::-webkit-details-marker { display: none; }
.place > summary:hover, .case > summary:hover { background: var(--card); }
.place > summary::before, .case > summary::before { content: ''; width: .4rem; height: .4rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; }
.place[open] > summary::before, .case[open] > summary::before { transform: rotate(45deg); }
.place > summary { grid-template-columns: 1rem minmax(0, 1fr) minmax(0, 24rem) 13rem; } .squares { display: block; max-width: 100%; }
.place > summary .quiet { font-variant-numeric: tabular-nums; }
.title code { display: block; font-weight: 400; }
.title { font-weight: 550; overflow-wrap: anywhere; } .title .shared { font-weight: 400; color: var(--quiet); margin-left: .3rem; }
h3::first-letter, .finding p::first-letter, .answer li::first-letter, .excused .title::first-letter { text-transform: uppercase; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .9rem; margin: .25rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem .45rem .25rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { font-size: .75rem; color: var(--quiet); font-weight: 600; border: 0; }
tbody th { font-family: var(--mono); font-size: .82rem; }
.place th:nth-child(1) { width: 6.5rem; } .place th:nth-child(2) { width: 8.5rem; } .place th:nth-child(4) { width: 7rem; } .place th:nth-child(5) { width: 24%; }
.place td:nth-child(2) .quiet { display: block; margin-top: .15rem; } .place td:nth-child(4) { font-variant-numeric: tabular-nums; }
tr:target, article:target { background: color-mix(in srgb, var(--link) 8%, var(--card)); }
.case-id { font-size: .76rem; display: inline-block; } td a { display: inline-block; min-height: 1.5rem; line-height: 1.5; }
.words { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; font-size: .9rem; } .words dd { margin: 0; }

/* Cases told in markup */
.case > summary { grid-template-columns: 1rem 7rem minmax(0, 1fr) max-content max-content; } .case.apart > summary { grid-template-columns: 1rem minmax(0, 1fr) max-content; }
.case > summary .tag { justify-self: start; }
.case[open] > summary { background: var(--card); }
.inside { padding: .5rem .25rem 1.75rem 2rem; scroll-margin-top: 3rem; }
.inside .finding { padding: .5rem 1rem; margin-bottom: .6rem; max-width: 60rem; }
.inside dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .9rem; margin: .4rem 0; font-size: .9rem; } .inside dt { color: var(--quiet); } .inside dd { margin: 0; overflow-wrap: anywhere; }

@media (max-width: 52rem) {
  .page { padding: 0 1rem 4rem; }
  .verdict, .answers, .versus { grid-template-columns: minmax(0, 1fr); } .verdict { gap: 1.25rem; padding-top: 1.5rem; }
  .facts { border: 0; padding: 0; } .facts .command { display: none; }
  .place > summary, .case > summary, .case.apart > summary { grid-template-columns: 1rem minmax(0, 1fr); } .place > summary > *, .case > summary > * { grid-column: 2; } .place > summary::before, .case > summary::before { grid-row: 1; }
  .inside { padding-left: .25rem; }
  table, tbody, tr, th, td { display: block; border: 0; padding: .1rem 0; } .place th:nth-child(n) { width: auto; } thead { display: none; } tbody tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  .place td:nth-child(2) .quiet { display: inline; }
}
@media (prefers-reduced-motion: no-preference) { .place > summary::before, .case > summary::before { transition: transform .12s; } }
@media (forced-colors: active) { .tag, .answer, .finding { border: 1px solid; } .dot, .strip, .squares { forced-color-adjust: none; } }
@media print {
  @page { margin: 14mm 13mm; @bottom-right { content: counter(page) ' of ' counter(pages); font: 8pt system-ui, sans-serif; color: #3f4347; } }
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --quiet: #3f4347; --line: #bbb; --edge: #888; --link: #000; --code: #f6f6f6; --good: #14532d; --good-bg: #e6f2ea; --bad: #8f1d15; --bad-bg: #fae8e6; --odd: #5f3f00; --odd-bg: #faf0dc; --seen: #1f3d80; --seen-bg: #e8edf8; --none: #3f4347; --none-bg: #eee; }
  html { scrollbar-gutter: auto; font-size: 9.5pt; }
  body { print-color-adjust: exact; -webkit-print-color-adjust: exact; } .page { max-width: none; padding: 0; }
  nav, .copier, .again, #outside, #cases { display: none !important; }
  code.copy, pre.copy { padding-right: 0; }
  a { color: inherit; text-decoration: none; }
  /* Paper is as narrow as a small screen, but read like a large one. */
  .verdict { grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr); gap: 1.25rem; padding-top: 0; }
  .facts { border-left: 1px solid var(--line); padding-left: 1rem; } .facts .command { display: grid; }
  .answers { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .6rem; } .versus { grid-template-columns: 1fr 1fr; }
  h2 { margin-top: 2rem; break-after: avoid; }
  .finding, .answer, tr, .excused li { break-inside: avoid; } .finding { padding: .6rem .9rem; }
  .place > summary { grid-template-columns: minmax(0, 1fr) 18rem 12rem; break-after: avoid; } .place > summary::before { display: none; } .place > summary > * { grid-column: auto; }
  .place::details-content, .excused::details-content { content-visibility: visible; block-size: auto; }
  table { display: table; font-size: .82rem; } thead { display: table-header-group; } tbody { display: table-row-group; } tr { display: table-row; } tbody tr { padding: 0; }
  th, td { display: table-cell; border-top: 1px solid var(--line); padding: .25rem .6rem .25rem .1rem; } thead th { border: 0; }
  .place th:nth-child(1) { width: 5.2rem; } .place th:nth-child(2) { width: 7rem; } .place th:nth-child(4) { width: 6rem; } .place th:nth-child(5) { width: 27%; }
  .place td:nth-child(2) .quiet { display: block; }
  table code, table .quiet, tbody th { font-size: .95em; } td a { display: inline; min-height: 0; line-height: inherit; } .case-id { display: block; font-size: .68rem; line-height: 1.35; } td p { margin: .1rem 0; }
  pre { max-height: none; }
}
/* Finding cards */
.inbody { margin: .5rem 0 .75rem; } .inbody > p { margin: 0; } .inbody pre { max-height: 24rem; }
.cause { border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); padding: .5rem 0; margin: .75rem 0; max-width: 56rem; }
.cause h4 { margin: 0 0 .15rem; } .cause p, .cause ul { margin: .15rem 0; font-size: .92rem; }
.finding .again + .again, .finding p + .again { margin-top: .1rem; }
.again li { overflow-wrap: anywhere; } .scenario { margin: .6rem 0 0; font-size: .85rem; } .scenario + ul { margin-top: .1rem; }
.supplier pre { max-height: 30rem; }
@media print { .cause { break-inside: avoid; } .supplier { display: none; } }
${journeyStyle}`;
