import { findingStyle } from './finding/style.ts';
import { journeyStyle } from './journey/style.ts';

/** The page's style sheet: one column of text, colour only for outcomes, light and dark by the reader's system. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #fff; --ink: #1b1d1f; --quiet: #5b6167; --line: #dddfdc; --edge: #868c91; --link: #1f4f99; --code: #f1f2ef;
  --good: #1a6b43; --good-bg: #e3f2e9; --bad: #b2241b; --bad-bg: #fbe9e7; --odd: #7d5200; --odd-bg: #fbf0d9;
  --seen: #2b4f9e; --seen-bg: #e7edf9; --none: #5b6167; --none-bg: #ecedeb;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e23; --ink: #e6e7e4; --quiet: #9fa6ad; --line: #33383f; --edge: #6b7280; --link: #8db6f5; --code: #22262c;
    --good: #79d2a3; --good-bg: #16332a; --bad: #ff9b90; --bad-bg: #40201e; --odd: #f0c26a; --odd-bg: #3a2e14;
    --seen: #9dbcf5; --seen-bg: #1f2d4a; --none: #a8aeb5; --none-bg: #2a2e34;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; text-rendering: optimizeLegibility; }
.page { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem 6rem; }
h1, h2, h3, h4, .line { line-height: 1.2; margin: 0; text-wrap: balance; }
h2 { font-size: 1.5rem; font-weight: 650; letter-spacing: -.01em; margin: 3.5rem 0 1rem; }
h3 { font-size: 1.05rem; font-weight: 620; overflow-wrap: anywhere; }
h4, .line { font-size: .82rem; font-weight: 620; margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); font-size: .875rem; }
p.bad, b.bad { color: var(--bad); } p.odd { color: var(--odd); }
code, pre, .ids, .case-id { font-family: var(--mono); font-size: .82rem; overflow-wrap: anywhere; }
code { color: var(--quiet); }
pre { background: var(--code); border-radius: 6px; padding: .6rem .8rem; margin: .3rem 0; white-space: pre-wrap; line-height: 1.45; max-height: 32rem; overflow: auto; }
mark { display: inline; background: var(--bad-bg); color: var(--bad); font-weight: 600; border-radius: 2px; box-shadow: 0 0 0 2px var(--bad-bg); }
ul, ol { padding-left: 1.2rem; margin: .4rem 0; }
[hidden] { display: none !important; }
summary { cursor: pointer; }

/* First screen */
.verdict { display: grid; grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); gap: 2.5rem; padding: 3rem 0 1.75rem; align-items: start; }
.verdict h1 { font-size: clamp(2.6rem, 7vw, 4.5rem); font-weight: 720; letter-spacing: -.035em; line-height: 1; margin: .25rem 0 .75rem -.04em; }
.verdict.certified h1 { color: var(--good); } .verdict.not-certified h1 { color: var(--bad); }
.verdict.inconclusive h1, .verdict.incomplete h1 { color: var(--odd); }
.lead { font-size: 1.15rem; line-height: 1.45; max-width: 36em; margin: 0 0 1.25rem; text-wrap: pretty; }
.strip { display: block; width: 100%; height: .6rem; border-radius: 99px; background: var(--line); }
.strip rect { fill: var(--none); }
.strip .failed, .strip .refuted { fill: var(--bad); } .strip .passed, .strip .proven { fill: var(--good); }
.strip .inconclusive, .strip .untested { fill: var(--odd); } .strip .observed { fill: var(--seen); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; font-size: .9rem; }
.legend li::before { content: ''; display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; background: var(--none); margin-right: .4rem; }
.legend .failed::before { background: var(--bad); } .legend .passed::before { background: var(--good); } .legend .inconclusive::before { background: var(--odd); }
.facts { margin: 0; border-left: 1px solid var(--line); padding-left: 1.5rem; font-size: .92rem; }
.facts div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); padding: .2rem 0; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.answers { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
.answer { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--none); border-radius: 8px; padding: 1rem 1.15rem; }
.answer.failed { border-top-color: var(--bad); } .answer.inconclusive { border-top-color: var(--odd); } .answer.observed { border-top-color: var(--seen); }
.answer h2 { font-size: 1rem; margin: 0 0 .4rem; } .answer h2 a { color: inherit; text-decoration: none; } .answer h2 a:hover { text-decoration: underline; }
.answer ul { list-style: none; padding: 0; margin: 0; } .answer li { padding: .2rem 0; line-height: 1.35; overflow-wrap: anywhere; }
.answer li a { color: var(--ink); text-decoration-color: var(--line); } .answer b { color: var(--quiet); font-weight: 500; font-size: .875rem; }
nav { position: sticky; top: 0; z-index: 2; display: flex; gap: 1.5rem; overflow-x: auto; scrollbar-width: none; background: var(--paper); border-bottom: 1px solid var(--line); margin-top: 1.5rem; padding: .7rem 0; font-size: .92rem; white-space: nowrap; }
nav a { color: var(--quiet); text-decoration: none; } nav a:hover { color: var(--ink); text-decoration: underline; }

/* Tags */
.tag { display: inline-block; border-radius: 99px; padding: .05rem .6rem; font-size: .78rem; font-weight: 600; white-space: nowrap; color: var(--none); background: var(--none-bg); }
.tag.failed, .tag.refuted { color: var(--bad); background: var(--bad-bg); } .tag.passed, .tag.proven { color: var(--good); background: var(--good-bg); }
.tag.inconclusive, .tag.untested { color: var(--odd); background: var(--odd-bg); } .tag.waived { color: var(--odd); background: var(--odd-bg); } .tag.observed { color: var(--seen); background: var(--seen-bg); }

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
.again summary { color: var(--link); font-size: .88rem; }
.copier { font: inherit; font-size: .75rem; border: 1px solid var(--line); border-radius: 5px; background: var(--card); color: var(--quiet); padding: .05rem .5rem; margin-left: .4rem; cursor: pointer; }
pre.copy { padding-right: 5rem; } pre.copy + .copier { display: block; position: relative; margin: -2.3rem .4rem .7rem auto; }
.excused { border-bottom: 1px solid var(--line); padding: .6rem 0; } .excused li { overflow-wrap: anywhere; }

/* Promises */
.place, .case { border-bottom: 1px solid var(--line); }
.place > summary, .case > summary { display: grid; gap: .25rem .75rem; align-items: center; padding: .55rem .25rem; list-style: none; }
.place > summary::-webkit-details-marker, .case > summary::-webkit-details-marker { display: none; }
.place > summary:hover, .case > summary:hover { background: var(--card); }
.place > summary::before, .case > summary::before { content: ''; width: .4rem; height: .4rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; }
.place[open] > summary::before, .case[open] > summary::before { transform: rotate(45deg); }
.place > summary { grid-template-columns: 1rem minmax(0, 1fr) 8rem 14rem; } .place .strip { height: .4rem; }
.title code { display: block; font-weight: 400; }
.title { font-weight: 550; overflow-wrap: anywhere; }
h3::first-letter, .finding p::first-letter, .answer li::first-letter { text-transform: uppercase; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .9rem; margin: .25rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem .45rem .25rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { font-size: .75rem; color: var(--quiet); font-weight: 600; border: 0; }
tbody th { font-family: var(--mono); font-size: .82rem; } th:nth-child(1) { width: 7rem; } th:nth-child(2) { width: 9.5rem; } th:nth-child(4) { width: 6.5rem; } th:nth-child(5) { width: 24%; }
.case-id { font-size: .76rem; display: inline-block; }
.words { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; font-size: .9rem; } .words dd { margin: 0; }

/* Cases and their sequence diagrams */
.case { content-visibility: auto; contain-intrinsic-size: auto 3rem; }
.case > summary { grid-template-columns: 1rem 7rem minmax(0, 1fr) max-content max-content; }
.case > summary .tag { justify-self: start; }
.case[open] > summary { background: var(--card); }
.inside { padding: .5rem .25rem 1.75rem 2rem; scroll-margin-top: 3rem; }
.inside .finding { padding: .5rem 1rem; margin-bottom: .6rem; max-width: 60rem; }
.inside dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .9rem; margin: .4rem 0; font-size: .9rem; } .inside dt { color: var(--quiet); } .inside dd { margin: 0; overflow-wrap: anywhere; }

@media (max-width: 52rem) {
  .page { padding: 0 1rem 4rem; }
  .verdict, .answers, .versus { grid-template-columns: minmax(0, 1fr); } .verdict { gap: 1.25rem; padding-top: 1.5rem; }
  .facts { border: 0; padding: 0; }
  .place > summary, .case > summary { grid-template-columns: 1rem minmax(0, 1fr); } .place > summary > *, .case > summary > * { grid-column: 2; } .place > summary::before, .case > summary::before { grid-row: 1; }
  .inside { padding-left: .25rem; }
  table, tbody, tr, th, td { display: block; border: 0; padding: .1rem 0; } thead { display: none; } tbody tr { border-top: 1px solid var(--line); padding: .5rem 0; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --good: #14532d; --bad: #8f1d15; --odd: #5f3f00; --seen: #1f3d80; --code: #f6f6f6; }
  body { font-size: 10pt; } .page { max-width: none; padding: 0; }
  nav, .copier, .again, .case:not([data-outcome=failed]) { display: none !important; }
  .finding, .answer, tr { break-inside: avoid; } h2 { break-after: avoid; }
  .place::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
}
${findingStyle}${journeyStyle}`;
