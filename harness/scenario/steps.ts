import type {
  Defect,
  DefectKind,
  DeliveryRefusal,
  Json,
  JsonObject,
  ScenarioMatrix,
  ScenarioMatrixRow,
  ScenarioStep,
} from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { parseAnswers } from '../wire/answer.ts';
import { readExpectation } from './expectation.ts';
import { readAwaited } from './kci.ts';
import { readName } from './names.ts';
import { errorAt, errorAtKey, optional, type Reading, textIfText, textsOf } from './reading.ts';
import { checkValues, readDuration } from './texts.ts';
import { DERIVED_KINDS, isCallVerb, MODIFIERS, STEP_VERBS, stepKindOf, WRITTEN_KINDS } from './vocabulary.ts';

/** A status that asks the sender to try again later, and nothing else. */
const DEFAULT_STATUS = 503;

/** Reads `receiver: {refuse, of, with}` beside an order; the schema has already checked its form. */
function readReceiver(value: Json | undefined): DeliveryRefusal | undefined {
  if (!isObject(value) || value.refuse === undefined) return undefined;
  const { refuse, of, with: answer } = value;
  return {
    refuse: typeof refuse === 'number' ? refuse : 0,
    ...optional('of', typeof of === 'string' ? of : undefined),
    with: answer === 'reset' || answer === 'late' || typeof answer === 'number' ? answer : DEFAULT_STATUS,
  };
}

/** The modifiers of steps that send no request of their own; other steps may have all but `tally`. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  parallel: ['as', 'covers', 'tally'],
  await: ['covers'],
  wait: [],
};

/**
 * Reads a list of steps. An unreadable step is replaced by one that does nothing, with a problem, so that positions stay
 * the same.
 */
export function readSteps(reading: Reading, at: string, value: Json | undefined, group?: 'parallel'): ScenarioStep[] {
  if (!Array.isArray(value)) return [];
  return value.map((step: Json, i) => {
    const here = below(at, i);
    const nothing = (): ScenarioStep => ({ kind: 'wait', fields: {}, span: reading.source.keySpanOf(here) });
    return (isObject(step) ? readStep(reading, here, step, group) : undefined) ?? nothing();
  });
}

function readStep(reading: Reading, at: string, step: JsonObject, group?: 'parallel'): ScenarioStep | undefined {
  const verb = findVerb(reading, at, step);
  if (verb === undefined) return undefined;
  checkModifiers(reading, at, step, verb, group);
  const fields = step[verb];
  const here = below(at, verb);
  return {
    kind: stepKindOf(verb),
    ...(isCallVerb(verb) ? { verb } : {}),
    fields: isCallVerb(verb) ? readFields(reading, here, fields) : {},
    ...readModifiers(reading, at, step),
    ...(verb === 'parallel' ? readGroup(reading, at, step) : {}),
    ...(verb === 'await' ? optional('awaited', readAwaited(reading, here, fields)) : {}),
    ...(verb === 'wait' ? readWait(reading, here, fields) : {}),
    span: reading.source.keySpanOf(here),
  };
}

/** The only verb of a step; undefined, with a problem, if there is none. */
function findVerb(reading: Reading, at: string, step: JsonObject): string | undefined {
  const keys = Object.keys(step);
  const { verbs = STEP_VERBS } = reading;
  const [verb, second] = keys.filter((key) => verbs.includes(key));
  const [unknown, ...others] = keys.filter((key) => !verbs.includes(key) && !MODIFIERS.includes(key));
  const startsWith = `a step starts with one of ${verbs.join(', ')}`;
  if (verb === undefined && unknown === undefined) {
    errorAt(reading, at, 'the step has no verb', { why: startsWith });
  } else if (verb === undefined && unknown !== undefined) {
    errorAtKey(reading, below(at, unknown), `unknown verb "${unknown}"`, {
      why: startsWith,
      ...didYouMean(unknown, verbs),
    });
  }
  if (verb !== undefined && second !== undefined) {
    errorAtKey(reading, below(at, second), `a second verb "${second}" in one step`, {
      why: `a step does one thing, and this one is already "${verb}"`,
      fix: `start a new step: "- ${second}:"`,
    });
  }
  for (const key of verb === undefined ? others : keys.filter((each) => unknown === each || others.includes(each))) {
    const near = didYouMean(key, MODIFIERS);
    errorAtKey(reading, below(at, key), `unknown key "${key}"`, {
      why: `beside its verb, a step may have ${listed(MODIFIERS)}`,
      ...(near.fix === undefined && verb !== undefined
        ? { fix: `indent it further if it is a field of "${verb}"` }
        : near),
    });
  }
  return verb;
}

/** Modifiers of orders only. */
const OF_ORDERS: readonly string[] = ['receiver', 'pace'];

function checkModifiers(reading: Reading, at: string, step: JsonObject, verb: string, group?: 'parallel'): void {
  const allowed =
    BESIDE[verb] ?? MODIFIERS.filter((key) => key !== 'tally' && (!OF_ORDERS.includes(key) || verb === 'order'));
  for (const key of Object.keys(step).filter((each) => MODIFIERS.includes(each) && !allowed.includes(each))) {
    errorAtKey(reading, below(at, key), `"${key}" does not go with "${verb}"`, {
      why: allowed.length === 0 ? `nothing stands beside "${verb}"` : `beside "${verb}" may stand ${listed(allowed)}`,
      ...(key === 'tally' ? { fix: 'put it beside the "parallel" whose answers it counts' } : {}),
      ...(OF_ORDERS.includes(key) ? { fix: 'put it beside the "order" whose events it is about' } : {}),
    });
  }
  if (group && !isCallVerb(verb)) {
    errorAtKey(reading, below(at, verb), `"${verb}" stands in a group`, {
      why: 'the steps of a group are requests that are sent at once',
    });
  }
  if (group && step.matrix !== undefined) {
    errorAtKey(reading, below(at, 'matrix'), '"matrix" stands in a group', {
      why: 'a faulty request is sent alone, so that the answer can be laid to its defect',
    });
  }
}

function readFields(reading: Reading, at: string, fields: Json | undefined): JsonObject {
  checkValues(reading, at, fields);
  return isObject(fields) ? fields : {};
}

function readModifiers(reading: Reading, at: string, step: JsonObject): Partial<ScenarioStep> {
  checkValues(reading, below(at, 'auth'), step.auth);
  checkValues(reading, below(at, 'tenant'), step.tenant);
  return {
    ...optional('as', readName(reading, below(at, 'as'), step.as)),
    ...optional('tenant', step.tenant),
    ...(isObject(step.auth) ? { auth: step.auth } : {}),
    ...optional('need', readExpectation(reading, below(at, 'need'), step.need)),
    ...optional('expect', readExpectation(reading, below(at, 'expect'), step.expect)),
    ...optional('outcome', textIfText(step.outcome)),
    ...optional('problemCode', textIfText(step['problem-code'])),
    ...optional('fault', textIfText(step.fault)),
    ...(step.pace === 'slow' ? { pace: 'slow' as const } : {}),
    ...optional('spelling', textIfText(step.spelling)),
    ...optional('receiver', readReceiver(step.receiver)),
    ...optional('matrix', readMatrix(reading, below(at, 'matrix'), step.matrix)),
    ...(step.covers === undefined ? {} : { covers: textsOf(step.covers) }),
  };
}

function readGroup(reading: Reading, at: string, step: JsonObject): Partial<ScenarioStep> {
  const steps = readSteps(reading, below(at, 'parallel'), step.parallel, 'parallel');
  return { steps, ...optional('tally', readTally(reading, below(at, 'tally'), step.tally, steps.length)) };
}

function readTally(reading: Reading, at: string, value: Json | undefined, size: number): ScenarioStep['tally'] {
  if (!isObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    if (parseAnswers(key) !== null) continue;
    errorAtKey(reading, below(at, key), `"${key}" is no answer`, {
      why: 'a tally counts answers, such as 2xx, 409 or 422 INVALID_REQUEST',
    });
  }
  const counts = Object.values(value).filter((count): count is number => typeof count === 'number');
  const sum = counts.reduce((total, count) => total + count, 0);
  if (sum !== size) {
    errorAtKey(reading, at, `the tally counts ${sum} answers of a group of ${size}`, {
      why: 'every request of the group is counted once',
    });
  }
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function readWait(reading: Reading, at: string, value: Json | undefined): Partial<ScenarioStep> {
  if (!isObject(value)) return optional('forMs', readDuration(reading, at, value ?? null));
  checkValues(reading, at, value);
  const until = textIfText(value.until);
  if (until !== undefined && !until.startsWith('$') && Number.isNaN(Date.parse(until))) {
    errorAt(reading, below(at, 'until'), `${JSON.stringify(until)} is no time`, {
      why: 'until takes a value that is an ISO 8601 date-time, such as $booking.expiryDateTime',
    });
  }
  const short = (['half', 'nearly', 'about'] as const).find((each) => value[each] === true);
  const less = value.less === undefined ? {} : optional('lessMs', readDuration(reading, below(at, 'less'), value.less));
  return {
    ...optional('until', until),
    ...optional('short', short),
    ...optional('like', textIfText(value.like)),
    ...less,
  };
}

/** Reads `matrix: {derive: [omit, …] | all, rows: [{title, set: {/body/orderType: FOO}}]}`. */
function readMatrix(reading: Reading, at: string, value: Json | undefined): ScenarioMatrix | undefined {
  if (!isObject(value)) return undefined;
  const rows = Array.isArray(value.rows) ? (value.rows as readonly Json[]) : [];
  return {
    derive: readKinds(reading, below(at, 'derive'), value.derive),
    ...optional('at', Array.isArray(value.at) ? value.at.map(String) : undefined),
    ...optional('cases', value.cases === 'kind' ? ('kind' as const) : undefined),
    rows: rows.flatMap((row, i) => readRow(reading, below(at, 'rows', i), row) ?? []),
    span: reading.source.keySpanOf(at),
  };
}

function readKinds(reading: Reading, at: string, value: Json | undefined): DefectKind[] {
  if (value === 'all') return [...DERIVED_KINDS];
  const items = Array.isArray(value) ? (value as readonly Json[]) : value === undefined ? [] : [value];
  return items.flatMap((item, i) => {
    // An unquoted null in YAML is no text.
    const word = item === null ? 'null' : item;
    const kind = DERIVED_KINDS.find((each) => each === word);
    if (kind !== undefined) return kind;
    errorAt(reading, Array.isArray(value) ? below(at, i) : at, `unknown kind of defect ${JSON.stringify(word)}`, {
      why: `a matrix can derive all, or a list of ${listed(DERIVED_KINDS, DERIVED_KINDS.length)}`,
      ...didYouMean(String(word), ['all', ...DERIVED_KINDS]),
    });
    return [];
  });
}

function readRow(reading: Reading, at: string, row: Json): ScenarioMatrixRow | undefined {
  if (!isObject(row)) return undefined;
  const kinds = WRITTEN_KINDS.filter((kind) => Object.hasOwn(row, kind));
  const [kind, second] = kinds;
  if (kind === undefined) {
    return errorAt(reading, at, 'the row has no defect', {
      why: `a row has a title and one of ${listed(WRITTEN_KINDS, WRITTEN_KINDS.length)}`,
    });
  }
  if (second !== undefined) {
    errorAtKey(reading, below(at, second), `a second defect "${second}" in one row`, {
      why: `a row has one defect, so that the answer can be laid to it; this one already has "${kind}"`,
      fix: 'write a row for each',
    });
  }
  const defect = readDefect(reading, below(at, kind), kind, row[kind] ?? null);
  if (defect === undefined || typeof row.title !== 'string') return undefined;
  return {
    title: row.title,
    defect,
    ...optional('expect', readExpectation(reading, below(at, 'expect'), row.expect)),
    span: reading.source.spanOf(at),
  };
}

function readDefect(reading: Reading, at: string, kind: DefectKind, value: Json): Defect | undefined {
  if (PUT.has(kind)) return isObject(value) ? readPut(reading, at, kind, value) : undefined;
  const place = PLACE_OF[kind];
  if (place !== undefined && (place !== '/body' || typeof value !== 'string'))
    return readWhole(reading, at, kind, place, value);
  if (typeof value !== 'string') return undefined;
  if (kind === 'no-header' || kind === 'empty-header') return { kind, at: below('/headers', value) };
  return readPlace(reading, at, kind, value);
}

/** Kinds that put another value in a place. */
const PUT: ReadonlySet<DefectKind> = new Set(['set', 'wrong-type', 'not-in-enum', 'not-a-date']);

/** The default place of a kind, for kinds that have one. */
const PLACE_OF: Readonly<Partial<Record<DefectKind, string>>> = {
  'no-bearer': '/headers/Authorization',
  'bad-token': '/headers/Authorization',
  'bad-credentials': '/headers/Authorization',
  'wrong-content-type': '/headers/Content-Type',
  'malformed-json': '/body',
  'truncated-json': '/body',
  'array-for-object': '/body',
};

/** `{/body/orderType: FOO}`. */
function readPut(reading: Reading, at: string, kind: DefectKind, value: JsonObject): Defect | undefined {
  const [place, second] = Object.entries(value);
  if (place === undefined || second !== undefined) {
    return errorAtKey(reading, at, `"${kind}" names ${second === undefined ? 'no place' : 'several places'}`, {
      why: `it takes one pointer and the value put there: "${kind}: { /body/orderType: FOO }"`,
    });
  }
  checkValues(reading, at, value);
  const [pointer, put] = place;
  const defect = readPlace(reading, below(at, pointer), kind, pointer);
  if (defect === undefined) return undefined;
  // Setting null is a separate kind, with its own answer in the contract.
  return kind === 'set' && put === null ? { kind: 'null', at: pointer } : { ...defect, value: put };
}

/** Reads a kind that has only one place, enabled by `true`. */
function readWhole(reading: Reading, at: string, kind: DefectKind, place: string, value: Json): Defect | undefined {
  if (value === true) return { kind, at: place };
  if (value === false)
    errorAt(reading, at, `"${kind}: false" is no defect`, { fix: 'leave the row out, or write true' });
  return undefined;
}

function readPlace(reading: Reading, at: string, kind: DefectKind, pointer: string): Defect | undefined {
  if (/^\/(body(\/.*)?|(query|path|headers)\/.+)$/.test(pointer)) return { kind, at: pointer };
  return errorAtKey(reading, at, `"${pointer}" leads to no part of a request`, {
    why: 'a place is a JSON Pointer that starts with /body, /query/ or /headers/',
  });
}
