/** The one script that k6 runs: bundled with all it imports, beside the files that `files.ts` writes. */
import './globals.ts';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import type { Journey, Target } from '../../model.ts';
import type { Held } from '../../run/tokens.ts';
import { type Arrivals, arrivalsOf } from '../arrivals.ts';
import { BEFORE_ALL } from '../port.ts';
import { collectEvents } from './collect.ts';
import { createReader, type Template } from './columns.ts';
import { openControl } from './control-client.ts';
import { ENV, FILES, FORM, type Settings } from './settings.ts';
import { stagesOf } from './stages.ts';
import { type SummaryOfK6, summaryText } from './summary-text.ts';
import { createWalker, type Walker } from './walk.ts';

/** What is found out once, and told to every VU. */
interface Shared {
  readonly offsetMs: number;
  readonly tokens: readonly (readonly [tenant: string, held: Held])[];
}

const settings = JSON.parse(open(`./${FILES.settings}`)) as Settings;
const templates = new SharedArray('templates', () =>
  (JSON.parse(open(`./${FILES.templates}`)) as Template[]).map((each) => JSON.stringify(each)),
);
const rows = new SharedArray('rows', () => open(`./${FILES.rows}`).split('\n'));
const read = createReader((number) => JSON.parse(templates[number] ?? 'null') as Template);
const control = openControl();
const journeys = new Counter('assay_journeys');
let walker: Walker | undefined;
let arrivals: Arrivals | undefined;

/** Before k6 breaks a walk off, it stops waiting by itself and tells what it observed. */
const LAST_MS = 3_000;

export const options = settings.options;

/** Gets the tenants' tokens, for all VUs, and ends the test where there are none to be had. */
export async function setup(): Promise<Shared> {
  const offsetMs = control?.clockOffset() ?? 0;
  const tokens = new Map<string, Held>();
  const first = createWalker({ settings, target: targetWithSecrets(), control, offsetMs, tokens });
  const got: (string | null)[] = [];
  for (const { name } of settings.target.tenants) got.push(await first.tokens.bearerOf(name));
  const observed = first.observed();
  control?.walked(BEFORE_ALL, observed);
  if (got.every((each) => each === null)) {
    const said = observed.map((each) =>
      each.type === 'exchange-broke' ? each.detail : each.type === 'response-received' ? `${each.status}` : '',
    );
    exec.test.abort(
      `no tenant got a token from ${settings.target.baseUrl}: ${[...new Set(said)].filter(Boolean).join(', ')}`,
    );
  }
  return { offsetMs, tokens: [...tokens] };
}

/** Walks the journey of this iteration. */
export async function walk({ offsetMs, tokens }: Shared): Promise<void> {
  walker ??= createWalker({ settings, target: targetWithSecrets(), control, offsetMs, tokens: new Map(tokens) });
  // Counted over all instances of a test that is run in segments: no two have the same journey.
  const index = exec.scenario.iterationInTest;
  journeys.add(1);
  const row = rows[index];
  if (row === undefined) throw new Error(`there is no journey ${index}: only ${rows.length} were planned`);
  const endsAt = exec.scenario.startTime + settings.loadMs + settings.graceMs - LAST_MS;
  await walker.walk(read(row) as unknown as Journey, index, endsAt);
  control?.walked(index, walker.observed(), intendedAt(index) + offsetMs);
}

/** When k6 should have begun a journey. Where it dropped starts, each later one stands for an earlier arrival. */
function intendedAt(index: number): number {
  arrivals ??= arrivalsOf(stagesOf(settings.stages));
  const afterMs = index < arrivals.count ? arrivals.startOf(index) : arrivals.durationMs;
  return exec.scenario.startTime + afterMs;
}

/** Feeds what Assay hears of KCI events to k6. */
export function collect(): void {
  if (control) collectEvents(control, settings);
}

/** Tells Assay that this instance is done, for the collector may run in another. */
export function teardown(): void {
  control?.ended();
}

/** Keeps the numbers, without the tokens that `setup` got. */
export function handleSummary({ state, metrics }: SummaryOfK6): Record<string, string> {
  const path = __ENV[ENV.summary];
  const text = JSON.stringify({ state, metrics }, null, 1);
  return path ? { [path]: text } : { [FILES.summary]: text, stdout: summaryText(metrics) };
}

function targetWithSecrets(): Target {
  const given = JSON.parse(__ENV[ENV.secrets] ?? '{}') as Record<string, string> & {
    readonly [FORM]?: Readonly<Record<string, string>>;
  };
  const { [FORM]: form, ...secrets } = given;
  const { tenants, token } = settings.target;
  return {
    ...settings.target,
    token: { ...token, form: { ...token.form, ...form } },
    tenants: tenants.map((tenant) => ({ ...tenant, clientSecret: secrets[tenant.name] ?? '' })),
  };
}
