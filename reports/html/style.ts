/** The page's style sheet: one column of text, colour only for outcomes, light and dark by the reader's system. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #fff; --ink: #1b1d1f; --quiet: #5b6167; --line: #dddfdc; --link: #1f4f99; --code: #f1f2ef;
  --good: #1a6b43; --good-bg: #e3f2e9; --bad: #b2241b; --bad-bg: #fbe9e7; --odd: #7d5200; --odd-bg: #fbf0d9;
  --seen: #2b4f9e; --seen-bg: #e7edf9; --none: #5b6167; --none-bg: #ecedeb;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e23; --ink: #e6e7e4; --quiet: #9fa6ad; --line: #33383f; --link: #8db6f5; --code: #22262c;
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
p.bad, b.bad, .lanes .bad .out, .lanes .bad .kci, .lanes .bad .back { color: var(--bad); } p.odd, .lanes .odd .kci { color: var(--odd); }
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
.again summary, .open summary { color: var(--link); font-size: .88rem; }
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
.filter { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .5rem 0; }
.filter button { font: inherit; font-size: .85rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); color: var(--ink); padding: .15rem .8rem; cursor: pointer; }
.filter button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin-bottom: .5rem; }
.tools input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem; width: 18rem; max-width: 100%; }
.words { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; font-size: .9rem; } .words dd { margin: 0; }

/* Cases and their sequence diagrams */
.case { content-visibility: auto; contain-intrinsic-size: auto 3rem; }
.case > summary { grid-template-columns: 1rem 7rem minmax(0, 1fr) max-content; }
.case > summary .tag { justify-self: start; }
.case[open] > summary { background: var(--card); }
.inside { padding: .5rem .25rem 1.75rem 2rem; scroll-margin-top: 3rem; }
.inside .finding { padding: .5rem 1rem; margin-bottom: .6rem; max-width: 60rem; }
.inside dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .9rem; margin: .4rem 0; font-size: .9rem; } .inside dt { color: var(--quiet); } .inside dd { margin: 0; overflow-wrap: anywhere; }
.lanes { list-style: none; padding: 0; margin: 1rem 0; max-width: 60rem; --rail: color-mix(in srgb, var(--quiet) 45%, transparent); }
.lanes li { display: grid; grid-template-columns: 6rem minmax(0, 1fr); }
.at { font-family: var(--mono); font-size: .76rem; color: var(--quiet); padding: .55rem .75rem 0 0; text-align: right; }
.lane { min-width: 0; padding: .15rem 0; background: linear-gradient(var(--rail), var(--rail)) 0 0 / 1px 100% no-repeat, linear-gradient(var(--rail), var(--rail)) 50% 0 / 1px 100% no-repeat, linear-gradient(var(--rail), var(--rail)) 100% 0 / 1px 100% no-repeat; }
.names .lane { grid-column: 2; display: grid; grid-template-columns: 1fr 1fr 1fr; background: none; font-size: .82rem; font-weight: 620; }
.names span:nth-child(2) { text-align: center; } .names span:nth-child(3) { text-align: right; }
.lane summary { list-style: none; border-radius: 4px; } .lane summary::-webkit-details-marker { display: none; } .lane summary:hover { background: color-mix(in srgb, var(--link) 9%, transparent); }
.out, .back, .kci { position: relative; display: block; width: 50%; padding: .1rem .9rem; font-size: .82rem; line-height: 1.45; border-bottom: 1.5px solid currentColor; white-space: nowrap; overflow: clip; overflow-clip-margin: 6px; text-overflow: ellipsis; }
.out::after, .back::after, .kci::after { content: ''; position: absolute; bottom: 0; width: 0; height: 0; border: 4px solid transparent; }
.out::after, .kci::after { right: 0; border-right-width: 0; border-left: 7px solid currentColor; transform: translateY(50%); }
.back::after { left: 0; border-left-width: 0; border-right: 7px solid currentColor; transform: translateY(50%); }
.back { text-align: right; color: var(--good); border-bottom-style: dashed; } .back.error { color: var(--odd); } .back.broke { color: var(--bad); }
.kci { margin-left: 50%; color: var(--seen); }
.note { margin: .25rem 1rem; padding: .1rem .6rem; font-size: .8rem; color: var(--quiet); background: var(--none-bg); border-radius: 4px; width: fit-content; overflow-wrap: anywhere; }
.lane > p.bad, .lane > p.odd { margin: .2rem 1rem; padding: .15rem .6rem; font-size: .85rem; font-weight: 600; background: var(--bad-bg); border-radius: 4px; width: fit-content; overflow-wrap: anywhere; }
.lanes .kcis > .lane > p { margin-left: calc(50% + 1rem); }
.lane > p.odd { background: var(--odd-bg); }
.open { background: var(--card); border: 1px solid var(--line); border-radius: 6px; margin: .4rem .5rem .6rem; padding: .4rem .8rem .7rem; }

@media (max-width: 52rem) {
  .page { padding: 0 1rem 4rem; }
  .verdict, .answers, .versus { grid-template-columns: minmax(0, 1fr); } .verdict { gap: 1.25rem; padding-top: 1.5rem; }
  .facts { border: 0; padding: 0; }
  .place > summary, .case > summary { grid-template-columns: 1rem minmax(0, 1fr); } .place > summary > *, .case > summary > * { grid-column: 2; } .place > summary::before, .case > summary::before { grid-row: 1; }
  .lanes li { grid-template-columns: minmax(0, 1fr); } .at { text-align: left; padding: .3rem 0 0 .5rem; } .names { display: none !important; }
  .out, .back, .kci { width: 80%; } .kci, .back { margin-left: 20%; }  .back { margin-left: 0; }
  .lane { background: none; } .lanes .kcis > .lane > p { margin-left: 20%; } .inside { padding-left: .25rem; }
  table, tbody, tr, th, td { display: block; border: 0; padding: .1rem 0; } thead { display: none; } tbody tr { border-top: 1px solid var(--line); padding: .5rem 0; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --quiet: #444; --line: #bbb; --good: #14532d; --bad: #8f1d15; --odd: #5f3f00; --seen: #1f3d80; --code: #f6f6f6; }
  body { font-size: 10pt; } .page { max-width: none; padding: 0; }
  nav, .tools, .filter, .copier, .again, .case:not([data-outcome=failed]) { display: none !important; }
  .finding, .answer, tr { break-inside: avoid; } h2 { break-after: avoid; }
  .place::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
}
`;
