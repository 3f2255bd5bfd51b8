/** What tracks, sequence diagrams and their panels look like; colours and type are those of the page. */
export const journeyStyle = `
.journey { --rail: color-mix(in srgb, var(--quiet) 45%, transparent); max-width: 60rem; } .journey + pre.copy { max-width: 60rem; }
.attempt { margin: 1.75rem 0 .5rem; font-size: 1.05rem; }

/* The track of KCIs that are owed */
.track { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem .8rem; margin: 1rem 0; max-width: 60rem; }
.track header { display: flex; flex-wrap: wrap; gap: .3rem .75rem; align-items: baseline; }
.track .name { margin: 0; font-size: .95rem; font-weight: 620; } .track .name code { font-size: .86em; color: inherit; } .track .name .quiet { font-weight: 400; }
.track p { font-size: .85rem; margin: .25rem 0; } .track > p::first-letter { text-transform: uppercase; }
.rail, .rail ol { list-style: none; margin: 0; padding: 0; }
.rail { margin: .6rem 0 .5rem; }
.stop { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) minmax(9rem, 15rem); gap: 0 1rem; padding: .17rem 0 .17rem 1.6rem; font-size: .875rem; line-height: 1.4; }
.stop::before { content: ''; position: absolute; left: .3rem; top: 0; bottom: 0; border-left: 2px solid var(--line); }
.rail > .stop:first-child::before { top: .8rem; } .rail > .stop:last-child::before { bottom: calc(100% - .8rem); }
.stop::after { content: ''; position: absolute; left: 0; top: .42rem; width: .55rem; height: .55rem; border: 2px solid var(--edge, var(--quiet)); border-radius: 50%; background: var(--card); }
.stop.taken::before { border-color: var(--good); } .stop.taken::after { border-color: var(--good); background: var(--good); }
.stop.group::after { border-radius: 2px; } .stop.skipped::after { border-color: var(--line); }
.stop.due::after, .stop.could::after { border-color: var(--odd); }
.stop.broke { color: var(--bad); font-weight: 600; background: var(--bad-bg); border-radius: 5px; margin: .15rem 0; }
.stop.broke::after { content: '×'; border: 0; background: none; width: 1rem; height: auto; left: -.02rem; top: -.02rem; font-size: 1.25rem; line-height: 1.35; font-weight: 700; }
.stop.broke::before { border-left-style: dashed; border-color: var(--bad); }
.stop .what { overflow-wrap: anywhere; } .stop .what b { font-weight: 620; }
.stop .when { color: var(--quiet); font-size: .82rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; } .stop.taken > .when { color: var(--ink); } .stop.broke .when { color: inherit; }
.stop.broke .before { display: block; font-weight: 400; font-size: .82rem; color: var(--ink); }
.stop:is(.skipped, .could, .open) .what, .stop:is(.skipped, .could, .open) .what b { color: var(--quiet); font-weight: 400; }
.often { color: var(--quiet); font-size: .8rem; }
.stop.group.taken { display: block; } .stop.group > ol { padding-left: 0; }
.fork { position: relative; padding: 0 0 0 1.6rem; color: var(--quiet); font-size: .8rem; line-height: 1.5; }
.fork::before { content: ''; position: absolute; left: .3rem; top: 0; bottom: 0; border-left: 2px solid var(--line); } .rail > .fork:first-child::before { content: none; }
.fork summary { min-height: 0; font-size: inherit; } .fork ul { margin: 0; }
.to-arrow { color: inherit; text-decoration: underline dotted; text-underline-offset: .2em; text-decoration-color: var(--quiet); white-space: nowrap; } .to-arrow:hover { color: var(--link); text-decoration: underline; }

/* The sequence diagram */
.axis { margin: 1rem 0 .25rem; }
.tag.virtual { color: var(--seen); background: var(--seen-bg); }
.lanes { list-style: none; padding: 0; margin: 0 0 1rem; }
.row, .names { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); }
.at { font-family: var(--mono); font-size: .76rem; color: var(--quiet); padding: .5rem .75rem 0 0; text-align: right; font-variant-numeric: tabular-nums; }
.lane { position: relative; min-width: 0; padding: .12rem 0; background: linear-gradient(var(--rail), var(--rail)) 0 0 / 1.5px 100% no-repeat, linear-gradient(var(--rail), var(--rail)) 50% 0 / 1.5px 100% no-repeat, linear-gradient(var(--rail), var(--rail)) 100% 0 / 1.5px 100% no-repeat; }
.names { position: sticky; top: 2.6rem; z-index: 1; background: var(--paper); font-size: .82rem; font-weight: 620; padding: .3rem 0; border-bottom: 1px solid var(--line); }
.case[open] .names { background: var(--paper); }
.names .lane { grid-column: 2; display: grid; grid-template-columns: 1fr 1fr 1fr; background: none; }
.names span:nth-child(2) { text-align: center; } .names span:nth-child(3) { text-align: right; } .names i { font-style: normal; font-weight: 400; color: var(--quiet); }
.later > .lane { padding-top: .5rem; }
.together > .at { border-right: 3px solid var(--seen); }
.lane summary { list-style: none; border-radius: 4px; } .lane summary::-webkit-details-marker { display: none; }
/* What a link led to: below the bar of the page and the names of the lifelines. */
.lane summary { scroll-margin-top: 3rem; } .lane summary:target { background: var(--seen-bg); box-shadow: inset 3px 0 var(--link); }
.lane > details > summary:hover, .lane > details[open] > summary:not(:target) { background: color-mix(in srgb, var(--link) 9%, transparent); }
.out, .back, .kci, .ack { position: relative; display: block; width: 50%; padding: .1rem .9rem; font-size: .82rem; line-height: 1.45; border-bottom: 1.5px solid currentColor; overflow-wrap: anywhere; }
.out::after, .back::after, .kci::after, .ack::after { content: ''; position: absolute; bottom: -1px; width: 0; height: 0; border: 4px solid transparent; }
.out::after, .kci::after { right: 0; border-right-width: 0; border-left: 7px solid currentColor; transform: translateY(50%); }
.back::after, .ack::after { left: 0; border-left-width: 0; border-right: 7px solid currentColor; transform: translateY(50%); }
.out, .back { color: var(--ink); } .out b, .back b, .kci b { font-weight: 650; }
.back { text-align: right; color: var(--good); border-bottom-style: dashed; } .back.error { color: var(--odd); } .back.broke { color: var(--bad); }
.kci { margin-left: 50%; color: var(--seen); }
.ack { margin-left: 50%; text-align: right; color: var(--quiet); border-bottom: 1px dashed; font-size: .76rem; line-height: 1.3; } .ack.error { color: var(--odd); }
.whose { display: none; } .answered .whose { display: inline; }
.owed, .who { font-weight: 400; color: var(--quiet); font-size: .76rem; }
.lanes .bad > .lane > details > summary > :is(.out, .back, .kci), .ghost.bad .kci { color: var(--bad); } .lanes .odd > .lane > details > summary > .kci { color: var(--seen); }
.busy { position: absolute; top: 0; bottom: 0; left: calc(50% - 2px); width: 5px; background: var(--seen); border-radius: 0; pointer-events: none; }
.busy.begins { top: 1.4rem; } .busy.ends { bottom: .15rem; } .exchange > .lane > .busy.ends { top: 1.5rem; bottom: auto; height: 1.4rem; }
.b1 { left: calc(50% + 5px); } .b2 { left: calc(50% + 12px); } .b3 { left: calc(50% + 19px); } .b4 { left: calc(50% + 26px); } .b5 { left: calc(50% + 33px); } .b6 { left: calc(50% + 40px); } .b7 { left: calc(50% + 47px); }
.exchange:has(> .lane > details[open]) > .lane > .busy.ends { display: none; }
.gap > .lane { display: grid; place-items: center; min-height: 1.7rem; background: none; }
.gap > .lane::before { content: ''; position: absolute; inset: 0; background: repeating-linear-gradient(var(--rail) 0 3px, transparent 3px 7px) 0 0 / 1.5px 100% no-repeat, repeating-linear-gradient(var(--rail) 0 3px, transparent 3px 7px) 50% 0 / 1.5px 100% no-repeat, repeating-linear-gradient(var(--rail) 0 3px, transparent 3px 7px) 100% 0 / 1.5px 100% no-repeat; }
.gap.m > .lane { min-height: 2.2rem; } .gap.l > .lane { min-height: 2.7rem; } .gap.xl > .lane { min-height: 3.3rem; }
.lanes .passed { position: relative; font-size: .76rem; color: var(--quiet); background: var(--paper); padding: 0 .6rem; font-variant-numeric: tabular-nums; }
.note { position: relative; margin: .25rem .75rem; padding: .1rem .6rem; font-size: .8rem; color: var(--quiet); background: var(--none-bg); border-radius: 4px; width: fit-content; overflow-wrap: anywhere; }
.lane > p.bad, .lane > p.odd { position: relative; margin: .2rem .75rem .3rem; padding: .15rem .6rem; font-size: .85rem; font-weight: 600; background: var(--bad-bg); border-radius: 4px; width: fit-content; overflow-wrap: anywhere; }
.lane > p.odd { background: var(--seen-bg); color: var(--seen); font-weight: 500; }
.arrival > .lane > p { margin-left: calc(50% + .75rem) !important; }
.ghost .kci, .ghost .out { border-bottom-style: dotted; color: var(--quiet); } .ghost .kci::after, .ghost .out::after { content: none; }

/* What an arrow carried */
.panel { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 6px; margin: .4rem .5rem .75rem; padding: .5rem .9rem .75rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.25rem; }
.panel .line { font-family: var(--mono); font-size: .78rem; font-weight: 400; line-height: 1.45; } .panel .line b { font-weight: 700; }
.panel p.odd { font-size: .82rem; }
.panel pre { font-size: .78rem; max-height: 28rem; } .headers { border-left: 2px solid var(--line); }
.raw summary, .again summary { color: var(--link); font-size: .82rem; list-style: revert; } .raw summary::-webkit-details-marker, .again summary::-webkit-details-marker { display: revert; }
.json mark { background: var(--bad-bg); color: var(--bad); font-weight: 600; border-radius: 2px; } .json mark.missing { text-decoration: none; outline: 1px dashed currentColor; }
.json ins { color: var(--good); text-decoration: none; font-weight: 600; background: var(--good-bg); border-radius: 2px; padding: 0 .3em; margin-left: .4em; font-family: inherit; }
.purpose mark { background: var(--odd-bg); color: var(--odd); box-shadow: 0 0 0 2px var(--odd-bg); } .purpose ins { background: none; color: var(--odd); }
.json .cut { color: var(--quiet); }

/* Paper is as narrow, but the lifelines fit on it. */
@media screen and (max-width: 52rem) {
  .row, .names { grid-template-columns: minmax(0, 1fr); } .at { text-align: left; padding: .3rem 0 0 .25rem; } .names { display: none !important; }
  .together > .at { border-right: 0; border-left: 3px solid var(--seen); padding-left: .4rem; }
  .lane { background: none; } .busy { display: none; } .gap > .lane::before { background: none; }
  .out, .back, .kci, .ack { width: 88%; } .back { margin-left: 0; } .kci, .ack { margin-left: 12%; } .arrival > .lane > p { margin-left: 12% !important; }
  .out::before { content: 'to the gateway'; } .back::before { content: 'from the gateway'; } .kci::before { content: 'to the receiver'; }
  .out::before, .back::before, .kci::before { display: block; font-size: .68rem; color: var(--quiet); }
  .whose { display: inline; } .sides { grid-template-columns: minmax(0, 1fr); } .panel { margin-inline: 0; padding-inline: .6rem; }
  .stop { grid-template-columns: minmax(0, 1fr); } .track { padding-inline: .75rem; }
}
@media print {
  .raw, .journey .again { display: none; } .stop, .track header, .row:not(.bad) { break-inside: avoid; } .names { position: static; break-after: avoid; }
  .row > .at { padding-right: .5rem; } .to-arrow { text-decoration: none; } .axis { break-after: avoid; }
  /* What failed is shown with what it carried, whether it was opened or not. */
  .row.bad > .lane > details::details-content { content-visibility: visible; block-size: auto; }
  .panel { margin: .3rem 0 .5rem; padding: .3rem .6rem .4rem; } .sides { gap: 0 .9rem; } .panel pre, .panel .line { font-size: .72rem; }
}
`;
