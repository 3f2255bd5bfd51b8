import { basename } from 'node:path';
import { type FixtureKind, inOurNames, parseFixture } from '../../contract/fixture.ts';
import { readFaults } from '../../fake/faults.ts';
import { displayPath, shippedPath } from '../../home.ts';
import { bareJourney } from '../../journey/bare.ts';
import { nthSites } from '../../journey/site.ts';
import { certificationScopeOf } from '../../journey/whole.ts';
import { eventNames, readPattern } from '../../kci/pattern.ts';
import type { ClientCase, Journey, Json, JsonObject, Plan, Problem, TestSetup } from '../../model.ts';
import { findScenarios } from '../../scenario/load.ts';
import { errorAt, type Reading } from '../../scenario/reading.ts';
import { readText } from '../../source/file.ts';
import { didYouMean } from '../../source/nearest.ts';
import { bind } from '../../values/bind.ts';
import { parseDuration } from '../../values/duration.ts';
import { mapValues } from '../../values/members.ts';
import { isObject, itemsOf, objectOf } from '../../values/pointer.ts';

const KIND: FixtureKind = { noun: 'scenario of a client', folder: 'client', schema: 'client-scenario.schema.json' };
const FOLDER = 'scenarios/client';
const PATIENCE_MS = 3_000;
/** Steps of a client's task that are no verbs of the contract: wait for the last event of its order, or for a while. */
const BESIDES = ['events', 'wait'];

/**
 * The client cases of these files and folders, by default all that come with Assay; or what is wrong with them. The
 * contract of `aim` is the one by which clients are judged.
 */
export function clientCases(
  paths: readonly string[],
  aim: TestSetup,
): { readonly journeys: readonly Journey[]; readonly problems: readonly Problem[] } {
  const found = findScenarios(paths.length > 0 ? paths : [displayPath(shippedPath(FOLDER))]);
  const read = found.files.map(({ file }) => {
    const { text, problems } = readText(file);
    return text === undefined ? { journeys: [], problems } : casesIn(text, file, aim);
  });
  const journeys = read.flatMap((each) => each.journeys);
  // A problem that all rows of a scenario share is told once.
  const wrong = [...found.problems, ...read.flatMap((each) => each.problems)];
  return { journeys, problems: [...new Map(wrong.map((each) => [JSON.stringify(each), each])).values()] };
}

/** The plan of a certification of a client by these cases. `shipped` are the cases of a whole certification. */
export function clientPlan(
  journeys: readonly Journey[],
  shipped: readonly Journey[],
  made: Pick<Plan, 'seed' | 'nonce' | 'now'>,
): Plan {
  return { version: 1, side: 'client', ...made, journeys, whole: certificationScopeOf(shipped) };
}

function casesIn(
  text: string,
  file: string,
  aim: TestSetup,
): { readonly journeys: readonly Journey[]; readonly problems: readonly Problem[] } {
  const source = parseFixture(KIND, text, file);
  if (source.problems.length > 0) return { journeys: [], problems: source.problems };
  const { forEach: rows, ...scenario } = objectOf(inOurNames(KIND, source.value ?? null));
  const of = `client/${basename(file).replace(/\.ya?ml$/, '')}`;
  const reading: Reading = { source, problems: [] };
  const ids = new Set<Json | undefined>();
  const written = rows === undefined ? [{ id: of, at: '', row: {} }] : itemsOf(rows).map((row, i) => rowOf(of, row, i));
  const journeys = written.map(({ id, at, row }) => {
    if (ids.has(id)) errorAt(reading, at, `row "${row.id}" is there twice`);
    ids.add(id);
    return journeyOf({ ...scenario, ...row }, { id, of, at, row, reading, aim });
  });
  return { journeys, problems: reading.problems };
}

interface ClientCaseRow {
  readonly id: string;
  readonly at: string;
  readonly row: JsonObject;
}

const rowOf = (of: string, row: Json, i: number): ClientCaseRow => ({
  id: `${of}#${objectOf(row).id}`,
  at: `/for-each/${i}`,
  row: objectOf(row),
});

interface CaseContext extends ClientCaseRow {
  /** The scenario. */
  readonly of: string;
  readonly reading: Reading;
  readonly aim: TestSetup;
}

function journeyOf(written: JsonObject, { id, of, at, row, reading, aim }: CaseContext): Journey {
  const { scenario, covers, given, asks, then, never, ends } = written;
  const where = (key: string): string => (key in row ? `${at}/${key}` : `/${key}`);
  const known = (key: string, what: string, words: readonly string[], allowed: readonly string[]): void => {
    for (const word of words.filter((each) => !allowed.includes(each)))
      errorAt(reading, where(key), `unknown ${what} "${word}"`, didYouMean(word, allowed));
  };
  const scope = { row, world: nthSites(aim.world, 0), next: nthSites(aim.world, 1) };
  const bound = bind({ given: given ?? {}, asks: asks ?? [] }, scope);
  const { given: gateway, asks: task } = objectOf(bound.value);
  const { faults, outcome, patienceMs = PATIENCE_MS, ...more } = objectOf(gateway);
  const course = outcome === undefined ? [] : [{ where: { verb: 'order' }, do: [{ outcome }] }];
  const played = faultsIn([...itemsOf(faults), ...course]);
  // Later problems only follow from the first.
  for (const { message, ...advice } of played.problems.slice(0, 1)) errorAt(reading, where('given'), message, advice);

  const rows = aim.contract.register.map((each) => each.id);
  known('covers', 'row', itemsOf(covers).map(String), rows);
  const verbs = Object.keys(aim.contract.operations);
  const steps = itemsOf(task).map(objectOf);
  if (steps.length === 0) errorAt(reading, at, '"asks" is missing', { why: 'the scenario or its row says it' });
  known('asks', 'verb', steps.flatMap(Object.keys), [...verbs, ...BESIDES]);
  known('never', 'verb', itemsOf(never).map(String), [...verbs, 'http']);
  const follows = then === undefined ? undefined : readPattern(then);
  if (follows) known('then', 'verb', eventNames(follows.pattern), verbs);
  for (const found of follows?.problems ?? []) errorAt(reading, where('then') + found.at, found.message, found);

  const client: ClientCase = {
    task: steps.map(asTold),
    gateway: { ...more, faults: played.faults as unknown as readonly JsonObject[] },
    ...(follows && { follows: follows.pattern }),
    never: itemsOf(never).map(String),
    ...(ends === 'done' || ends === 'undone' ? { ends } : {}),
    patienceMs: Number(patienceMs),
  };
  const lacking = bound.missing[0];
  const detail = `the world has no ${lacking}`;
  return bareJourney(id, reading.source.spanOf(at === '' ? '/scenario' : at), {
    scenario: of,
    title: String(scenario),
    covers: itemsOf(covers).map(String),
    ...(lacking === undefined ? {} : { excused: { outcome: 'inconclusive', reason: 'world-lacks-role', detail } }),
    tenant: aim.target.tenants[0]?.name ?? '',
    client,
  });
}

/** Gives names to the faults of a case, which have none. */
function faultsIn(faults: readonly Json[]) {
  if (faults.length === 0) return { faults: [], problems: [] };
  const legal = { title: 'given', legal: true, because: 'it is given' };
  const named = faults.map((each, i) => ({ fault: `given-${i + 1}`, ...legal, ...objectOf(each) }));
  return readFaults(JSON.stringify({ area: 'given', faults: named }), 'given');
}

/** A step as the client is told it: of its address, only `id` and `type`. */
function asTold(step: JsonObject): JsonObject {
  return mapValues(step, (fields): Json => {
    if (!isObject(fields) || !isObject(fields.address))
      return typeof fields === 'string' ? { ms: parseDuration(fields) ?? 0 } : fields;
    const { id, type } = fields.address;
    return { ...fields, address: { id: id ?? null, type: type ?? null } };
  });
}
