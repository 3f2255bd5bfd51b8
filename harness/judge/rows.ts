import { namedRows } from '../contract/rows.ts';
import type { Check, Contract, JsonObject, Operation, Requirement } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { isErrorStatus } from '../wire/answer.ts';
import type { Exchange } from './exchange.ts';

/** Which rows of the register a check speaks for. Code names checks; register and contract name rows. */
export interface Rows {
  /** Adds to a new check the rows that name it. A failure of silent rows only becomes observed. */
  readonly attach: (check: { -readonly [Part in keyof Check]: Check[Part] }) => Check;
  /** The subset of `covers` that this check can show or breach on this exchange. */
  readonly covered: (covers: readonly string[], check: string, exchange?: Exchange) => readonly string[];
  /** Whether the contract gives the row a place in some body. */
  readonly isPlaced: (row: string) => boolean;
}

/** The rows of a contract by check id and by operation, read once. */
export const rowsOf = oncePer(({ register, operations }: Contract): Rows => {
  const byId = new Map(register.map((row) => [row.id, row]));
  const byCheck = new Map<string, string[]>();
  const byFact = Map.groupBy(
    register.flatMap(({ id, facts = [] }) => facts.map((fact) => ({ id, fact }))),
    ({ fact }) => fact,
  );
  for (const { id, checks = [] } of register) {
    // For a scenario's expectations, only rows that the scenario covers.
    for (const check of checks) if (check !== 'http.status') byCheck.set(check, [...(byCheck.get(check) ?? []), id]);
  }
  const owners = ownersOf(Object.values(operations));
  const placed = new Set(
    Object.values(operations).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ schema }) => rowsIn(schema)),
    ),
  );
  // Cached: thousands of checks name the same rows in the same way.
  const named = new Map<string, readonly string[]>();
  const rowsNamed = (check: string, own: readonly string[], isAlone: boolean): readonly string[] => {
    const key = own.length === 0 && !isAlone ? check : `${check} ${isAlone} ${own.join()}`;
    let all = named.get(key);
    if (!all) {
      const rows = isAlone ? own : [...own, ...(byCheck.get(check) ?? [])];
      all = [...new Set([...rows, ...rows.flatMap((id) => byId.get(id)?.also ?? [])])];
      named.set(key, all);
    }
    return all;
  };
  return {
    attach: (check) => {
      // A breach that names its own rows says nothing of the check's other rows.
      const { outcome } = check.result;
      const found = check.result.outcome === 'failed' ? check.result.finding.fact?.is : undefined;
      const broken = byFact.get(found ?? '')?.map(({ id }) => id);
      if (broken) check.requirements = [...broken, ...check.requirements];
      const hasOwn = check.requirements.length > 0 || outcome === 'observed';
      const isNamed = NAMING.has(check.check) && outcome !== 'passed' && hasOwn;
      check.requirements = rowsNamed(check.check, check.requirements, isNamed);
      return silenced(check, byId);
    },
    isPlaced: (row) => placed.has(row),
    covered: (covers, check, exchange) =>
      covers.filter((id) => {
        const checks = byId.get(id)?.checks ?? [];
        if (checks.length > 0) return checks.includes(check);
        const owner = owners.get(id);
        if (owner === undefined) return true;
        if (exchange?.operation === undefined) return false;
        const spoken = owner.get(exchange.operation.verb);
        return spoken === 'always' || (spoken === 'of errors' && expectsError(exchange));
      }),
  };
});

/**
 * Checks that name the row of each breach themselves, since they look at many places, or at the contract of an operation.
 */
export const NAMING: ReadonlySet<string> = new Set([
  'http.status',
  'http.schema',
  'http.headers',
  'http.body',
  'http.calendar',
  'order.again',
  'error.code',
  'tally',
  'availability.echo',
  'slots.echo',
  'booking.echo',
  'booking.class',
  'slots.future',
  'slots.narrowed',
  'booking.gone',
  'client.request',
  'client.asked',
  'client.told',
  'client.order-type',
  'client.characteristics',
  'client.order-named',
]);

function silenced(check: Check, register: ReadonlyMap<string, Requirement>): Check {
  const { result, requirements } = check;
  if (result.outcome !== 'failed' || requirements.length === 0) return check;
  const isSilent = requirements.every((id) => register.get(id)?.level === 'silent');
  return isSilent ? { ...check, result: { ...result, outcome: 'observed' } } : check;
}

type Owners = ReadonlyMap<string, ReadonlyMap<string, 'always' | 'of errors'>>;

/** The operations that name a row, and whether only for errors. */
function ownersOf(operations: readonly Operation[]): Owners {
  const owners = new Map<string, Map<string, 'always' | 'of errors'>>();
  for (const { verb, requirements, parameters, body, responses, refusals } of operations) {
    const named = (isError: boolean): string[] =>
      Object.entries(responses)
        .filter(([status]) => isErrorStatus(status) === isError)
        .flatMap(([, { requirement, also = [], schema }]) => [requirement ?? [], also, rowsIn(schema)].flat());
    const always = [
      ...requirements,
      ...parameters.flatMap(({ requirement, schema }) => [requirement ?? [], rowsIn(schema)].flat()),
      ...rowsIn(body?.schema ?? null),
      ...named(false),
    ];
    const ofErrors = [...refusals.map(({ requirement }) => requirement), ...named(true)];
    for (const row of ofErrors) owners.set(row, new Map(owners.get(row)).set(verb, 'of errors'));
    for (const row of always) owners.set(row, new Map(owners.get(row)).set(verb, 'always'));
  }
  return owners;
}

/** Whether an error is expected here: any other answer says nothing of errors. */
function expectsError({ step }: Exchange): boolean {
  return step?.expect.answers.some(({ status }) => isErrorStatus(status)) ?? false;
}

/** All rows that a schema names. */
export function rowsIn(schema: JsonObject | null): readonly string[] {
  return namedRows(schema).map(({ row }) => row);
}
