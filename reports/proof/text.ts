import { facetsNeverRed, type Proof, type Trial } from '../../harness/verdict/proof.ts';
import { clip, count, oneLine, thousands } from '../../harness/words/text.ts';
import { type Paint, paint as painted } from '../terminal/screen.ts';
import { percent, rateText, trialOutcomes, UNWANTED } from './words.ts';

/** Options for printing a proof. */
interface ProofTextOptions {
  readonly colour?: boolean;
  /** Why the proof fails; empty if it holds. */
  readonly shortcomings: readonly string[];
  /** The files written, named at the end. */
  readonly reports?: readonly string[];
}

const MAX_REDS = 3;
const MAX_LENGTH = 200;

/** The result of a proof for a terminal or a CI log: what went wrong first, the figures last. */
export function proofText(proof: Proof, { colour, shortcomings, reports = [] }: ProofTextOptions): string {
  const paint: Paint = (style, text) => painted(style, text, colour ?? false);
  const bad = [proof.baseline, ...proof.trials].filter(({ outcome }) => UNWANTED.includes(outcome));
  const blocks = [
    ...bad.map((trial) => trialText(trial, paint)),
    ...unsure(proof, paint),
    ...(proof.isWhole ? neverRed(proof, paint) : []),
    figures(proof, paint, shortcomings, reports),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function trialText({ fault, title, outcome, breaks, reds, cases, isIdle }: Trial, paint: Paint): string {
  const failed = reds.filter((red) => red.outcome === 'failed');
  const lines = failed.slice(0, MAX_REDS).map(({ check, rows, times, example }) => {
    const where = example.case === '' ? 'the run' : example.case;
    const what = [check, ...(rows.length > 0 ? [`on ${rows.join(', ')}`] : [])].join(' ');
    return `  ${what} (${count(times, 'time')}), ${where}: ${oneLine(clip(example.summary, MAX_LENGTH))}`;
  });
  return [
    `${paint('red', trialOutcomes[outcome].toUpperCase())}  ${paint('bold', fault)}  ${title}`,
    ...(breaks.length > 0 ? [`  breaks ${breaks.join(', ')}`] : []),
    ...(outcome === 'wrong-cause'
      ? [
          '  none of their checks failed, but others did: where they follow from the fault, its "breaks" should name them',
        ]
      : []),
    ...(failed.length === 0 ? [isIdle ? '  it never showed: no case meets it' : '  nothing failed'] : lines),
    ...(failed.length > MAX_REDS ? [`  and ${count(failed.length - MAX_REDS, 'more kind')} of finding`] : []),
    ...(cases.inconclusive > 0 ? [`  ${count(cases.inconclusive, 'case')} inconclusive`] : []),
  ].join('\n');
}

/** Variants that prove less than they seem to. */
function unsure({ trials }: Proof, paint: Paint): string[] {
  const variants = trials.filter(({ kind }) => kind === 'variant');
  const stuck = variants.filter(({ cases }) => cases.inconclusive > 0);
  const idle = variants.filter(({ isIdle }) => isIdle);
  const left = stuck.map(
    ({ fault, cases, inconclusive }) =>
      `${fault}: ${count(cases.inconclusive, 'case')}, ${inconclusive.slice(0, MAX_REDS).join(', ')}`,
  );
  return [
    ...block(
      paint('yellow', 'INCONCLUSIVE'),
      `${count(stuck.length, 'legal variant')} left cases that could not be judged`,
      left,
    ),
    ...block(
      paint('yellow', 'IDLE'),
      `${count(idle.length, 'legal variant')} never showed`,
      idle.length === 0 ? [] : [idle.map(({ fault }) => fault).join(', ')],
    ),
  ];
}

function neverRed(proof: Proof, paint: Paint): string[] {
  const facets = facetsNeverRed(proof);
  const never = proof.checks.filter(({ faults }) => faults.length === 0).map(({ check }) => check);
  return [
    ...(never.length === 0 ? [] : [`${paint('red', 'NEVER FAILED')}  ${never.join(', ')}`]),
    ...block(paint('red', 'NEVER RED'), `${count(facets.length, 'facet')} that no fault turned red`, facets),
  ];
}

/** Lines below a label; empty if there are none. */
function block(label: string, words: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`${label}  ${words}`, ...lines.map((each) => `  ${each}`)].join('\n')];
}

/** Faults that certification passes, and the traffic that catches them. */
function leftToLoad({ trials }: Proof): string[] {
  const left = trials.filter(({ outcome }) => outcome === 'left-to-load');
  if (left.length === 0) return [];
  const profiles = [...new Set(left.map(({ caughtBy }) => caughtBy))].join(', ');
  return [`  left to load  ${count(left.length, 'fault')} that certification is too little to show: ${profiles}`];
}

function figures(proof: Proof, paint: Paint, shortcomings: readonly string[], reports: readonly string[]): string {
  const { rates, checks, rows } = proof;
  const facets = rows.reduce((sum, row) => sum + row.facets.length, 0);
  const failed = checks.filter(({ faults }) => faults.length > 0).length;
  const verdict = shortcomings.length === 0 ? paint('green', 'PROVEN') : paint('red', 'NOT PROVEN');
  const alarm = rates.falseAlarm;
  const observed = `  observed      ${rates.observed.hits} of ${count(rates.observed.of, 'departure')} where the specification is silent`;
  const whole = [
    `  checks        ${failed} of ${checks.length} were seen to fail`,
    `  facets        ${thousands(facets - facetsNeverRed(proof).length)} of ${thousands(facets)} were turned red, of ${count(rows.length, 'requirement')}`,
  ];
  return [
    `${verdict}  ${proof.target}, KCI profile ${proof.profile}, world ${proof.world}, ${count(proof.cases, 'case')}, seed ${proof.seed}`,
    `  killed        ${rateText(rates.kill)} of the faults`,
    `  right cause   ${rateText(rates.rightCause)} of those that turned anything red`,
    `  cause first   ${rateText(rates.causeFirst)} of those, the median with ${count(proof.medianKinds, 'kind')} of failure`,
    ...(rates.observed.of > 0 ? [observed] : []),
    ...leftToLoad(proof),
    `  false alarms  ${alarm.of === 0 ? 'none tried' : `${thousands(alarm.hits)} of ${count(alarm.of, 'legal variant')} (95 %: at most ${percent(alarm.high)})`}`,
    ...(proof.isWhole ? whole : []),
    ...shortcomings.map((each) => `  ${paint('red', 'wanting')}       ${each}`),
    ...reports.map((file, i) => `${i === 0 ? '  reports       ' : '                '}${file}`),
  ].join('\n');
}
