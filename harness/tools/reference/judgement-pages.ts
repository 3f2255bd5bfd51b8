import {
  outcomes,
  reasons,
  remedies,
  rowMeanings,
  rowOrder,
  rowOutcomes,
  verdicts,
} from '../../../reports/words/words.ts';
import { EXIT } from '../../application/exit.ts';
import { leftOpenBy, wordsOfReading } from '../../contract/readings.ts';
import { CHECKS, type CheckId } from '../../judge/checks/table.ts';
import { NAMING } from '../../judge/rows.ts';
import type { CaseOutcome, Contract, KciEventRule, KciProfile, Reason, Verdict } from '../../model.ts';
import { CHECK_WORDS } from '../../verdict/check-words.ts';
import { EXIT_WORDS } from './exit-words.ts';
import { code, page, prose, table } from './markdown.ts';

/** The page about checks: what each looks at, and the rows of the register that it tests. */
export function checksPage({ register }: Contract): string {
  const rows = (Object.keys(CHECKS) as CheckId[]).map((id) => [
    code(id),
    prose(CHECK_WORDS[id].looksAt),
    promisesOf(id, register),
  ]);
  return page('Checks', [
    'What the judge looks at. Every check of every case names the promises that it rests on: the rows of the register below, or where it says so the rows of the place in a body, of a header, or of the scenario. `npx assay explain <check>` adds the cases and the faults that break it.',
    table(['Check', 'What must be so', 'Promises'], rows),
  ]);
}

function promisesOf(id: CheckId, register: Contract['register']): string {
  const rows = register.flatMap(({ id: row, checks = [] }) => (checks.includes(id) ? [row] : []));
  if (rows.length === 0) return 'named where they stand';
  return [...rows, ...(NAMING.has(id) ? ['others where they stand'] : [])].join(', ');
}

/** The page about error codes of the specification. */
export function errorsPage({ errors, register, operations }: Contract): string {
  const sentences = new Map(register.map(({ id, sentence }) => [id, sentence]));
  const owed = (wanted: string): string => {
    const verbs = Object.values(operations).filter(({ refusals }) =>
      refusals.some(({ answers }) => answers.some((answer) => answer.code === wanted)),
    );
    return verbs.map(({ verb }) => code(verb)).join(', ') || 'none: it is about the gateway, not about the request';
  };
  return page('Error codes', [
    'The error codes of the specification, with the status that each goes with and the operations of which a faulty request is answered so. `npx assay explain <code>` lists those requests, and the cases that send them.',
    table(
      ['Code', 'Status', 'Promise', 'Owed by'],
      errors.map(({ code: name, status, requirement }) => [
        code(name),
        status,
        `${requirement}: ${prose((sentences.get(requirement) ?? '').replace(/^\| | \|$/g, ''))}`,
        owed(name),
      ]),
    ),
  ]);
}

/** The page about exit codes. */
export function exitCodesPage(): string {
  const rows = (Object.keys(EXIT) as (keyof typeof EXIT)[]).map((exit) => [String(EXIT[exit]), EXIT_WORDS[exit]]);
  return page('Exit codes', [
    'What every command ends with. [Commands](commands.md) tells when each of them ends how.',
    table(
      ['Code', 'Means'],
      rows.toSorted(([a = ''], [b = '']) => Number(a) - Number(b)),
    ),
    'Exit 4 beside 1 and 3 keeps three things apart: 1 says that the gateway broke a promise, 3 that the environment did not let Assay ask, 4 that nothing failed and something was not shown.',
  ]);
}

const CASES: Readonly<Record<CaseOutcome, string>> = {
  passed: 'every check of it passed, and there was at least one',
  failed: 'at least one check failed: the gateway is wrong',
  inconclusive: 'something that the case needs was missing; the reason is named',
  'not-applicable':
    'the target declares that it lacks the capability (`lacks`), or the KCI profile does not promise it',
};

const RUNS: Readonly<Record<Verdict['outcome'], string>> = {
  certified: 'all cases were run, none failed, and none is inconclusive',
  passed: 'a part of them was, none failed, and none is inconclusive',
  'not-certified': 'all were run, and something failed',
  failed: 'a part of them was, and something failed',
  inconclusive: 'nothing failed, and some could not be judged, or none passed',
  incomplete: 'it was broken off; what failed so far is told first',
};

/** The page about the words of a verdict. */
export function verdictsPage(): string {
  return page('Words of a verdict', [
    '## Cases',
    table(
      ['A case is', 'when'],
      (Object.keys(CASES) as CaseOutcome[]).map((outcome) => [outcomes[outcome], CASES[outcome]]),
    ),
    '## Runs',
    table(
      ['A run is', 'when'],
      (Object.keys(RUNS) as Verdict['outcome'][]).map((outcome) => [verdicts[outcome].toLowerCase(), RUNS[outcome]]),
    ),
    'All cases are those of every scenario that comes with Assay, and of whatever scenarios of yours are named: an edited copy is one of yours. It is all of them with `assay run` as with `assay certify`, in whatever order, through whatever door and however often each is walked; with `--only`, `--tag`, paths or `--shard` it is a part, until the shards are joined.',
    '## Requirements',
    table(
      ['A requirement is', 'when'],
      rowOrder.map((outcome) => [rowOutcomes[outcome], rowMeanings[outcome]]),
    ),
    '## Levels of a requirement',
    table(
      ['Level', 'Comes from', 'A breach is'],
      [
        ['stated', 'a sentence of the specification', 'a failure'],
        ['assumed', 'the KCI profile, or a reading agreed with the target', 'a failure, labelled with that'],
        ['silent', 'what the specification leaves open', 'observed: recorded in the report, never a failure'],
      ],
    ),
    '## Reasons',
    'Why a case is inconclusive or not applicable:',
    table(
      ['Reason', '', 'What to do'],
      (Object.keys(reasons) as Reason[]).map((reason) => [code(reason), reasons[reason], prose(remedies[reason])]),
    ),
  ]);
}

/** The page about KCI events: what each means, and how the profiles that come with Assay write it. */
export function eventsPage(profiles: readonly KciProfile[]): string {
  const [first] = profiles;
  const names = Object.keys(first?.events ?? {});
  return page('KCI events', [
    'The canonical events, which scenarios name, and how each of the KCI profiles that come with Assay has them on the wire. The specification says that events exist and not which: all of this is an assumption of a profile. `npx assay explain <event>` tells in which courses of an order one comes, `--profile` by which profile.',
    table(
      ['Event', 'Means', ...profiles.map(({ profile }) => code(profile))],
      names.map((name) => [
        code(name),
        meaningOf(first?.events[name]),
        ...profiles.map(({ events }) => (events[name]?.when ?? []).map(lookOf).join(' or ')),
      ]),
    ),
    '## Outcomes',
    'What a gateway may be asked for, by the names that steering and scenarios have for it, in the profile `supplier`: of orders, amendments and cancellations. The first of each comes unasked.',
    table(
      ['Of', 'Outcomes'],
      [
        [
          'orders',
          Object.keys(first?.lifecycles[0]?.outcomes ?? {})
            .map(code)
            .join(', '),
        ],
        ...Object.entries(first?.requests ?? {}).map(([kind, each]) => [
          `${kind}s`,
          Object.keys(each).map(code).join(', '),
        ]),
      ],
    ),
  ]);
}

/** The page about readings: what a target may write for each row of the register that leaves something open. */
export function readingsPage(contract: Contract): string {
  const open = contract.register.filter((row) => wordsOfReading(row, contract) !== undefined);
  const byWords = Map.groupBy(open, (row) => wordsOfReading(row, contract) ?? '');
  return page('Readings', [
    'What a target may agree on under [`readings`](target.md#readings), by what is written there. From then on a departure is a failure. Until then Assay only records it, or takes any of the answers that the specification allows.',
    ...[...byWords].flatMap(([words, rows]) => [
      `## ${words[0]?.toUpperCase()}${words.slice(1)}`,
      table(
        ['Row', 'The specification', 'Until it is agreed on'],
        rows.map(({ id, sentence, assumption }) => [
          id,
          prose(sentence),
          prose(assumption ?? leftOpenBy(id, contract) ?? ''),
        ]),
      ),
    ]),
  ]);
}

function lookOf(when: KciEventRule['when'][number]): string {
  if (typeof when === 'string') return code(when);
  return Object.entries(when)
    .map(([place, shape]) => code(`${place}: ${typeof shape === 'string' ? shape : JSON.stringify(shape)}`))
    .join(' and ');
}

function meaningOf(rule: KciEventRule | undefined): string {
  const { status, orStatus = [], terminal, interleaves, waitsFor, carries = [] } = rule ?? { when: [] };
  return [
    ...(status === undefined ? [] : [`the order is then ${[status, ...orStatus].map(code).join(' or ')}`]),
    ...(terminal ? ['nothing follows it'] : []),
    ...(interleaves ? ['it may come at any time'] : []),
    ...(waitsFor === undefined ? [] : [`the order waits for a request of kind ${waitsFor}`]),
    ...(carries.length === 0 ? [] : [`it carries ${carries.map(code).join(', ')}`]),
  ].join('; ');
}
