import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type FixtureKind, parseFixture, readText } from '../../contract/fixture.ts';
import { readFaults } from '../../fake/faults.ts';
import { bareJourney } from '../../journey/bare.ts';
import { sitesOf } from '../../journey/site.ts';
import { wholeOf } from '../../journey/whole.ts';
import { eventNames, readPattern } from '../../kci/pattern.ts';
import type { ClientCase, Contract, Journey, Json, JsonObject, Pattern, Plan, Problem } from '../../model.ts';
import { didYouMean } from '../../source/nearest.ts';
import type { Source } from '../../source/source.ts';
import { bind } from '../../values/bind.ts';
import { parseDuration } from '../../values/duration.ts';
import { isObject, itemsOf, objectOf } from '../../values/pointer.ts';
import type { Aim } from '../inputs.ts';
import { own, shown } from '../places.ts';

const KIND: FixtureKind = { noun: 'scenario of a client', folder: 'client', schema: 'client-scenario.schema.json' };
const FOLDER = 'scenarios/client';
const PATIENCE_MS = 3_000;
/** What is asked of a client besides the verbs of the contract: to wait for the last event of its order, or a while. */
const BESIDES = ['events', 'wait'];

/** What the cases of clients are made of. `contract` is the one by which clients are judged. */
export type ClientAim = Pick<Aim, 'profile' | 'world' | 'target'> & { readonly contract: Contract };

/** Whether a path is of scenarios that ask clients: a folder named `client`, or a file in one. */
export function isOfClients(path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return basename(isFolder ? resolve(path) : dirname(resolve(path))) === 'client';
}

/** The cases of all scenarios of clients that come with Assay, or of those in some files and folders; or what is wrong with them. */
export function clientCases(
  paths: readonly string[],
  aim: ClientAim,
): { readonly journeys: readonly Journey[]; readonly problems: readonly Problem[] } {
  const files = (paths.length > 0 ? paths : [shown(own(FOLDER))]).flatMap(filesAt);
  const read = files.map((file) => {
    const { text, problems } = readText(file);
    return text === undefined ? { journeys: [], problems } : casesIn(text, file, aim);
  });
  const journeys = read.flatMap((each) => each.journeys);
  // What a scenario says for all its rows is wrong once.
  const problems = new Map(read.flatMap((each) => each.problems).map((found) => [JSON.stringify(found), found]));
  return { journeys, problems: [...problems.values()] };
}

function filesAt(path: string): readonly string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.ya?ml$/.test(name));
  return names.sort().map((name) => join(path, name));
}

/** The plan of a certification of a client by these cases. `shipped` are those that a whole one has. */
export function clientPlan(
  journeys: readonly Journey[],
  shipped: readonly Journey[],
  made: Pick<Plan, 'seed' | 'nonce' | 'now'>,
): Plan {
  return { version: 1, side: 'client', ...made, journeys, whole: wholeOf(shipped) };
}

function casesIn(
  text: string,
  file: string,
  aim: ClientAim,
): { readonly journeys: readonly Journey[]; readonly problems: readonly Problem[] } {
  const source = parseFixture(KIND, text, file);
  if (source.problems.length > 0) return { journeys: [], problems: source.problems };
  const { 'for-each': rows, ...scenario } = objectOf(source.value);
  const id = `client/${basename(file).replace(/\.ya?ml$/, '')}`;
  const written = rows === undefined ? [{ at: '', id, row: {} }] : rowsOf(rows, id);
  const problems: Problem[] = [];
  const ids = new Set<string>();
  const journeys = written.map(({ at, id: caseId, row }) => {
    if (ids.has(caseId)) problems.push(wrong(source, at, `row "${row.id}" is there twice`));
    ids.add(caseId);
    return journeyOf({ ...scenario, ...row }, { id: caseId, of: id, at, row, source, aim, problems });
  });
  return { journeys, problems };
}

function rowsOf(
  rows: Json,
  id: string,
): readonly { readonly at: string; readonly id: string; readonly row: JsonObject }[] {
  return itemsOf(rows).map((row, i) => ({ at: `/for-each/${i}`, id: `${id}#${objectOf(row).id}`, row: objectOf(row) }));
}

const wrong = (source: Source, at: string, message: string, more: Partial<Problem> = {}): Problem => ({
  ...more,
  severity: 'error',
  span: source.spanOf(at),
  message,
});

interface Place {
  readonly id: string;
  readonly of: string;
  readonly at: string;
  readonly row: JsonObject;
  readonly source: Source;
  readonly aim: ClientAim;
  readonly problems: Problem[];
}

function journeyOf(written: JsonObject, { id, of, at, row, source, aim, problems }: Place): Journey {
  const { scenario, covers, given, asks, then, never, ends } = written;
  const where = (key: string): string => (key in row ? `${at}/${key}` : `/${key}`);
  const scope = { row, world: sitesOf(aim.world, 0), next: sitesOf(aim.world, 1) };
  const bound = bind({ given: given ?? {}, asks: asks ?? [] }, scope);
  const { given: gateway, asks: task } = objectOf(bound.value);
  const { faults, 'token-life': life, outcome, forged, patience } = objectOf(gateway);
  problems.push(
    ...faultsIn(itemsOf(faults)).map((found) => wrong(source, where('given'), found.message, found)),
    ...strangers(
      itemsOf(covers),
      aim.contract.register.map((each) => each.id),
    ).map((found) =>
      wrong(source, where('covers'), `unknown row "${found}"`, { why: 'the register of clients has none of that id' }),
    ),
  );
  const verbs = Object.keys(aim.contract.operations);
  const known = (words: readonly string[], allowed: readonly string[], key: string): void => {
    for (const word of words.filter((each) => !allowed.includes(each)))
      problems.push(wrong(source, where(key), `unknown verb "${word}"`, didYouMean(word, allowed)));
  };
  const steps = itemsOf(task).map(objectOf);
  if (steps.length === 0)
    problems.push(wrong(source, at, '"asks" is missing', { why: 'the scenario or its row says it' }));
  known(
    steps.flatMap((step) => Object.keys(step)),
    [...verbs, ...BESIDES],
    'asks',
  );
  known(itemsOf(never).map(String), [...verbs, 'http'], 'never');
  let pattern: Pattern | undefined;
  if (then !== undefined) {
    const read = readPattern(then);
    pattern = read.pattern;
    known(eventNames(read.pattern), verbs, 'then');
    problems.push(...read.problems.map((found) => wrong(source, where('then') + found.at, found.message, found)));
  }
  const patienceMs = msOf(patience) ?? PATIENCE_MS;
  const tokenLifeMs = msOf(life);
  const client: ClientCase = {
    task: steps.map(asTold),
    gateway: {
      faults: itemsOf(faults).map(objectOf),
      ...(tokenLifeMs === undefined ? {} : { tokenLifeMs }),
      ...(typeof outcome === 'string' ? { outcome } : {}),
      ...(forged === undefined ? {} : { forged: forged as NonNullable<ClientCase['gateway']['forged']> }),
    },
    ...(pattern ? { follows: pattern } : {}),
    never: itemsOf(never).map(String),
    ...(ends === 'done' || ends === 'undone' ? { ends } : {}),
    patienceMs,
  };
  const lacking = bound.missing[0];
  const detail = `the world has no ${lacking}`;
  return bareJourney(id, source.spanOf(at === '' ? '/scenario' : at), {
    scenario: of,
    title: String(scenario),
    covers: itemsOf(covers).map(String),
    ...(lacking === undefined ? {} : { excused: { outcome: 'inconclusive', reason: 'world-lacks-role', detail } }),
    tenant: aim.target.tenants[0]?.name ?? '',
    client,
  });
}

const msOf = (written: Json | undefined): number | undefined =>
  typeof written === 'string' ? (parseDuration(written) ?? undefined) : undefined;

const strangers = (words: readonly Json[], known: readonly string[]): readonly string[] =>
  words.map(String).filter((each) => !known.includes(each));

/** What is wrong with faults that have no name. */
function faultsIn(faults: readonly Json[]): readonly Problem[] {
  if (faults.length === 0) return [];
  const named = faults.map((each, i) => ({
    fault: `given-${i + 1}`,
    title: 'given',
    legal: true,
    because: 'it is given',
    ...objectOf(each),
  }));
  // The first says what the others follow from.
  return readFaults(JSON.stringify({ area: 'given', faults: named }), 'given').problems.slice(0, 1);
}

/** A thing to do as the client is told it: of an address no more than its identifier. */
function asTold(step: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(step).map(([verb, fields]) => {
      if (!isObject(fields) || !isObject(fields.address))
        return [verb, typeof fields === 'string' ? { ms: msOf(fields) ?? 0 } : fields];
      const { id, type } = fields.address;
      return [verb, { ...fields, address: { id: id ?? null, type: type ?? null } }];
    }),
  );
}
