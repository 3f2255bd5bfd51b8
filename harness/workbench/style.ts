/** What the workbench adds to the look of the report. */
export const style = `
#app {
.masthead { position: sticky; top: 0; z-index: 3; background: var(--paper); border-bottom: 1px solid var(--line); }
.masthead > div { max-width: 82rem; margin: 0 auto; padding: 0 1.5rem; display: flex; gap: 2rem; align-items: baseline; }
.masthead b { font-weight: 720; letter-spacing: -.02em; }
.masthead nav { position: static; display: flex; gap: 1.4rem; background: none; border: 0; margin: 0; padding: 0; overflow-x: auto; font-size: .93rem; }
.masthead nav a { color: var(--quiet); text-decoration: none; padding: .8rem 0 .65rem; border-bottom: 3px solid transparent; white-space: nowrap; }
.masthead nav a:hover { color: var(--ink); text-decoration: none; border-bottom-color: var(--line); }
.masthead nav a[aria-current=page] { color: var(--ink); font-weight: 600; border-bottom-color: var(--link); }
.pulse { font-variant-numeric: tabular-nums; color: var(--link); font-size: .82rem; }
.page { max-width: 82rem; }
main > h1, .head h1 { font-size: 1.9rem; font-weight: 700; letter-spacing: -.02em; margin: 2rem 0 .75rem; }
main h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; }
.head h1 { margin: 2rem 0 .5rem; } .head h1 .tag { vertical-align: middle; font-size: .9rem; letter-spacing: 0; }
.head .buttons { margin-top: 1.25rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1.7fr) minmax(20rem, 1fr); gap: 2.5rem; align-items: start; }
.against { position: sticky; top: 4rem; } .watch .against { position: static; }
.unseen { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }

/* What the report names otherwise */
.passed { position: static; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 .5rem; } .tools .search { flex: 1 1 18rem; display: flex; gap: .6rem; align-items: baseline; color: var(--quiet); font-size: .9rem; }
.filter { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0; } .filter button { font-size: .85rem; padding: .2rem .7rem; } .filter button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); } .filter button[aria-pressed=true] .quiet { color: inherit; }

/* What is chosen */
.field { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .15rem .75rem; align-items: baseline; margin: .55rem 0; }
.field > label:first-child { color: var(--quiet); font-size: .9rem; }
.field > .quiet { grid-column: 2; } .field > p { grid-column: 2; margin: .1rem 0; }
select, input[type=text], input[type=number], input[type=search], .field input:not([type]) { font: inherit; font-size: .95rem; color: inherit; background: var(--card); border: 1px solid var(--edge, var(--line)); border-radius: 6px; padding: .3rem .55rem; min-width: 0; width: 100%; }
input[type=number] { width: 9rem; } .field .path { grid-column: 2; } main:focus { outline: none; } input[type=checkbox] { accent-color: var(--link); width: 1.05rem; height: 1.05rem; margin: 0; vertical-align: -.15rem; } .branch input { align-self: start; margin-top: .2rem; } .field label input { margin-right: .5rem; }
.chosen { list-style: none; padding: 0; margin: .35rem 0 0; } .chosen li { display: grid; gap: .1rem; padding: .2rem 0; } .chosen .chip { justify-self: start; }
button, .button { font: inherit; font-size: .9rem; color: var(--ink); background: var(--card); border: 1px solid var(--edge, var(--line)); border-radius: 7px; padding: .35rem .9rem; cursor: pointer; text-decoration: none; display: inline-block; line-height: 1.4; }
button:hover:not(:disabled), .button:hover { border-color: var(--link); color: var(--link); }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
button.main, .button.main { background: var(--link); border-color: var(--link); color: var(--paper); font-weight: 600; }
button.main:hover:not(:disabled), .button.main:hover { color: var(--paper); background: var(--ink); border-color: var(--ink); }
button.main:disabled { background: var(--none-bg); border-color: var(--none-bg); color: var(--none); }
button.halt { border-color: var(--bad); color: var(--bad); font-weight: 600; } button.halt:hover:not(:disabled) { background: var(--bad); border-color: var(--bad); color: var(--paper); }
.chip { font-family: var(--mono); font-size: .8rem; border-radius: 99px; padding: .1rem .7rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: .9rem 0; }
.command { background: var(--code); padding: .5rem .75rem; max-height: 9rem; } .command code { color: var(--ink); } .command span { display: inline-block; max-width: 100%; }
.refused { border-left: 4px solid var(--bad); margin: .75rem 0; } .refused pre { margin: 0; border-radius: 0 6px 6px 0; white-space: pre; overflow-x: auto; }
.picked { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; min-height: 2.4rem; } .picked p { font-variant-numeric: tabular-nums; margin: 0; } .picked button { font-size: .82rem; padding: .15rem .7rem; }
.tree, .tree ul { list-style: none; padding: 0; margin: 0; } .tree ul { padding-left: 1.7rem; }
.tree[aria-busy=true] { opacity: .6; }
.branch { display: flex; gap: .2rem .6rem; align-items: baseline; padding: .28rem 0; border-bottom: 1px solid var(--line); }
.branch label { flex: 1; display: grid; grid-template-columns: 1.1rem minmax(0, 1fr); gap: .6rem; align-items: baseline; cursor: pointer; } .branch .tally { margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
.branch.section > .folder .title { font-weight: 650; }
.branch .title { font-weight: 450; font-size: .93rem; } .branch .title code { display: inline; font-size: .76rem; margin-left: .3rem; }
.folder { border: 0; background: none; padding: 0; text-align: left; flex: 1; border-radius: 4px; display: flex; gap: .5rem; align-items: baseline; }
.folder::before { content: ''; flex: none; width: .38rem; height: .38rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: translateY(-.12rem) rotate(-45deg); } .folder[aria-expanded=true]::before { transform: translateY(-.2rem) rotate(45deg); }
.folder-name { display: block; font-family: var(--mono); font-size: .76rem; }

/* The doctor */
.part h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem; } .part dl { margin: 0; }
.looked { display: grid; grid-template-columns: minmax(13rem, 1fr) minmax(0, 1.6fr); gap: .2rem 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); font-size: .93rem; }
.looked dt { display: grid; grid-template-columns: 6.6rem minmax(0, 1fr); gap: .5rem; align-items: baseline; } .looked dt .tag { justify-self: start; } .looked dd { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.looked.failed dd, .looked.inconclusive dd { color: var(--ink); } .fix { margin: .2rem 0 0; }

/* A run under way */
.standing { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.25rem; margin: .75rem 0; }
.standing .sum { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; font-size: 1.1rem; font-variant-numeric: tabular-nums; } .sums { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 0; font-size: .95rem; }
.standing > .strip { height: .8rem; margin: .4rem 0; } .strip .rest { fill: transparent; }
.sections { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: .15rem 2rem; font-size: .88rem; margin: .6rem 0 0; }
.sections li { display: grid; grid-template-columns: 7rem 1fr 9.5rem; gap: .6rem; align-items: center; font-variant-numeric: tabular-nums; } .sections .strip { height: .4rem; }
.troubles { list-style: none; padding: 0; } .troubles .finding { padding: .7rem 1rem; margin-bottom: .7rem; } .troubles h3 { font-size: .95rem; } .troubles .finding.inconclusive { border-left-color: var(--odd); }
.troubles button { font-size: .82rem; padding: .15rem .7rem; } .troubles p { margin: .3rem 0; } .troubles .finding header { align-items: center; } .troubles .finding header a { font-size: .88rem; }
.feed { list-style: none; padding: 0; margin: 0; font-size: .86rem; } .feed li { padding: .14rem 0; overflow-wrap: anywhere; } .feed .when { display: inline-block; min-width: 4.6rem; color: var(--quiet); font-variant-numeric: tabular-nums; } .feed b { font-weight: 600; font-family: var(--mono); font-size: .8rem; }
.dot { display: inline-block; padding: 0; width: .6rem; height: .6rem; border-radius: 50%; background: var(--none); } .dot.passed { background: var(--good); } .dot.failed { background: var(--bad); } .dot.inconclusive { background: var(--odd); }
.said pre { white-space: pre; max-height: 26rem; }

/* A load */
.preview, .open pre { white-space: pre-wrap; background: var(--code); padding: .75rem 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .75rem 1rem; margin: .9rem 0 0; }
.figures dt { color: var(--quiet); font-size: .82rem; } .figures dd { margin: 0; font-size: 1.05rem; font-variant-numeric: tabular-nums; }
.thresholds th:nth-child(2) { width: 9rem; } .thresholds th:nth-child(3) { width: 6.5rem; } .durations th { width: auto; } .thresholds td, .durations td { font-variant-numeric: tabular-nums; }

/* Waivers */
.waive summary { font-size: .88rem; color: var(--link); cursor: pointer; } .waive pre { white-space: pre; overflow-x: auto; }

/* Runs */
.runs table th, .past table th { width: auto; } .runs th:nth-child(1) { width: 2.2rem; } .runs th:nth-child(2) { width: 8.5rem; } .runs th:nth-child(3) { width: auto; } .runs th:nth-child(4) { width: 15rem; } .runs th:nth-child(5) { width: 10rem; } .runs th:nth-child(6) { width: 8.5rem; }
.past th:nth-child(1) { width: auto; } .past th:nth-child(2), .past th:nth-child(3), .past th:nth-child(4) { width: 6rem; } .past th:nth-child(5) { width: 21rem; }
.cases { display: grid; gap: .25rem; } .cases .strip { height: .4rem; }
.run .facts { border: 0; padding: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; } .pair .field { grid-template-columns: 4rem minmax(0, 1fr); }
.lines { list-style: none; padding: 0; } .lines li { padding: .35rem 0; border-bottom: 1px solid var(--line); font-size: .93rem; overflow-wrap: anywhere; } .lines p { margin: .1rem 0; }
.lead.bad { color: var(--bad); }
.past .field { max-width: 26rem; }
.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; } figure { margin: 1rem 0; } figcaption { font-size: .92rem; margin-bottom: .4rem; }
.chart { width: 100%; height: 7rem; border-bottom: 1px solid var(--line); background: var(--card); } .chart rect, .marks rect { fill: var(--none); }
.chart .passed, .marks .passed { fill: var(--good); } .chart .failed, .marks .failed { fill: var(--bad); } .chart .inconclusive, .marks .inconclusive { fill: var(--odd); }
.marks { max-width: 100%; }

@media (max-width: 60rem) {
  .columns, .pair, .charts { grid-template-columns: minmax(0, 1fr); gap: 1rem; } .against { position: static; }
  .masthead > div { gap: 1rem; padding: 0 1rem; } .page { padding: 0 1rem 4rem; }
  .looked { grid-template-columns: minmax(0, 1fr); } .sections { grid-template-columns: minmax(0, 1fr); }
  .runs thead, .past thead { display: none; } .runs tr, .past tr { display: grid; padding: .6rem 0; border-top: 1px solid var(--line); } .runs td, .past td { border: 0; padding: .1rem 0; width: auto; } td[data-label]::before { content: attr(data-label) ' '; color: var(--quiet); }
}
}
`;
