/** Test support: runs of any size, similar to a real one. The same size gives the same bytes. */
import { hash32 } from '../../harness/values/seed.ts';
import type { ReportInput } from '../input.ts';
import { failed, Sample } from './sample.ts';

const SECTIONS = ['token', 'availability', 'appointments', 'orders', 'amendments', 'cancellations', 'kci', 'tenancy'];
const BEHAVIOURS = ['accepted', 'refused', 'repeated', 'delayed', 'rejected', 'completed'];
const PROMISES = 240;
/** One in so many cases fails, if some should. */
const EVERY = 100;

/**
 * A run of `cases` cases, each with a query, an order, its three KCIs and a wait. Ids are as long and random as in a real
 * run, because they do not compress.
 */
export function scaleInput(cases: number, { someFail = false } = {}): ReportInput {
  const run = new Sample();
  const shown = new Map<string, string[]>();
  for (let i = 0; i < cases; i += 1) {
    const isFailing = someFail && i % EVERY === 0;
    const id = walk(run, i, isFailing);
    for (const row of rowsOf(i)) {
      const those = shown.get(row) ?? [];
      shown.set(row, those);
      if (those.length < 20) those.push(id);
    }
  }
  for (let row = 0; row < PROMISES; row += 1) {
    const section = SECTIONS[row % SECTIONS.length] ?? '';
    const outcome = someFail && row < 12 ? 'breached' : 'met';
    run.row(idOf(row), `Endpoints ${section}`, `Sentence ${row} of the specification on ${section}.`, outcome, {
      cases: shown.get(idOf(row)) ?? [],
    });
  }
  return run.end();
}

function walk(run: Sample, i: number, isFailing: boolean): string {
  const section = SECTIONS[i % SECTIONS.length] ?? '';
  const behaviour = BEHAVIOURS[Math.floor(i / SECTIONS.length) % BEHAVIOURS.length] ?? '';
  const id = `${section}/${behaviour}#${i}`;
  const order = 1_000_000 + i;
  const headers = [['X-Request-ID', uuid(`request ${i}`)]] as const;
  run.exchange(id, 'availability', undefined, 200, { site: { id: String(order), newLine: true }, note: NOTE }, headers);
  const answered = run.exchange(
    id,
    'order',
    { id: order, kind: 'NEW', contact: { name: `Customer ${uuid(`name ${i}`)}` }, note: NOTE },
    202,
    undefined,
    headers,
  );
  for (const [nth, what] of ['STARTED', 'STARTED', 'FINISHED'].entries()) {
    run.deliver({ what, of: order, number: nth + 1, id: uuid(`kci ${i} ${nth}`), text: NOTE }, 30_000);
  }
  const finding = {
    summary: 'order answered 202 with a body',
    expected: '202 with no body',
    actual: '202 with {"status":"OK"}',
  };
  const check = failed(id, 'http.empty-body', finding, { step: 'order', seq: answered, requirements: [...rowsOf(i)] });
  run.case(id, `An order is ${behaviour} where ${section} are asked for`, isFailing ? 'failed' : 'passed', {
    requirements: rowsOf(i),
    ...(isFailing ? { findings: [check] } : {}),
  });
  return id;
}

/** Cases of the same behaviour look at the same promises. */
function rowsOf(i: number): readonly string[] {
  const from = (i % 48) * 5;
  return Array.from({ length: 12 }, (_, k) => idOf((from + k) % PROMISES));
}

const idOf = (row: number): string => `${SECTIONS[row % SECTIONS.length]?.slice(0, 3).toUpperCase()}-${row}`;

const NOTE = 'The engineer calls before the visit, and leaves when the line has been tested. '.repeat(4);

function uuid(name: string): string {
  const hex = [0, 1, 2, 3].map((n) => hash32(`${name} ${n}`).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
