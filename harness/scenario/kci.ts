import { DONE, readPattern } from '../kci/pattern.ts';
import type { Json, JsonObject, LifeMoment, Pattern, ScenarioKci, ScenarioStep } from '../model.ts';
import { below } from '../source/source.ts';
import { isObject, partsOf } from '../values/pointer.ts';
import { errorAt, errorAtKey, optional, type Reading, textIfText, textsOf } from './reading.ts';
import { checkShapes, checkValues, readDuration } from './texts.ts';

const CAPTURE = /^\$[A-Za-z_][A-Za-z0-9_-]*$/;

/** Reads `kci`: one map, or a list of them. */
export function readKcis(reading: Reading, at: string, value: Json | undefined): ScenarioKci[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, i) => (isObject(item) ? readKci(reading, below(at, i), item) : []));
  }
  return isObject(value) ? [readKci(reading, at, value)] : [];
}

function readKci(reading: Reading, at: string, value: JsonObject): ScenarioKci {
  const noneWithinMs = readDuration(reading, below(at, 'none-within'), value['none-within']);
  const withinMs = readDuration(reading, below(at, 'within'), value.within);
  if (value.within === undefined && value['none-within'] === undefined) {
    errorAtKey(reading, at, 'the kci has no time by which it ends', {
      why: 'nothing waits for ever: within says how long the events may take, none-within how long silence is owed',
      fix: 'add "within: 20d"',
    });
  }
  if (value.sequence !== undefined && value['none-within'] !== undefined) {
    errorAtKey(reading, below(at, 'none-within'), '"none-within" stands beside "sequence"', {
      why: 'one asks for silence, the other for events',
      fix: 'write two items under kci',
    });
  }
  const written = ['sequence', 'never', 'exactly-once', 'none-within'].find((key) => value[key] !== undefined);
  if (value.outcome !== undefined && written !== undefined) {
    errorAtKey(reading, below(at, 'outcome'), `"outcome" stands beside "${written}"`, {
      why: 'with an outcome, the KCI profile says which events come and which do not',
      fix: 'take one of the two out',
    });
  }
  return {
    for: readCapture(reading, below(at, 'for'), value.for),
    ...(written === undefined ? { told: optional('outcome', textIfText(value.outcome)) } : {}),
    ...optional('agreed', textIfText(value.agreed)),
    pattern: value.sequence === undefined ? DONE : readEvents(reading, below(at, 'sequence'), value.sequence),
    never: textsOf(value.never),
    exactlyOnce: textsOf(value['exactly-once']),
    withinMs: withinMs ?? noneWithinMs ?? 0,
    ...optional('noneWithinMs', noneWithinMs),
    span: reading.source.keySpanOf(at),
  };
}

/** Reads the step `await: {for, event, within}`, or with `until` instead of `event`. */
export function readAwaited(reading: Reading, at: string, value: Json | undefined): ScenarioStep['awaited'] {
  if (!isObject(value)) return undefined;
  if ((value.event === undefined) === (value.until === undefined)) {
    errorAtKey(reading, at, 'an await needs either "event" or "until"', {
      why: '"event" names events of the KCI profile, "until" a moment that the profile knows its events for',
    });
  }
  return {
    for: readCapture(reading, below(at, 'for'), value.for),
    pattern: value.event === undefined ? DONE : readEvents(reading, below(at, 'event'), value.event),
    ...optional('until', textIfText(value.until) as LifeMoment | undefined),
    withinMs: readDuration(reading, below(at, 'within'), value.within) ?? 0,
  };
}

function readCapture(reading: Reading, at: string, value: Json | undefined): string {
  if (typeof value !== 'string') return '';
  if (!CAPTURE.test(value)) {
    errorAt(reading, at, `"${value}" names no order`, {
      why: 'it is the name that an order step got by "as", with a $ before it',
      ...(CAPTURE.test(`$${value}`) ? { fix: `write "$${value}"` } : {}),
    });
  }
  return value;
}

function readEvents(reading: Reading, at: string, value: Json): Pattern {
  const { pattern, problems } = readPattern(value);
  for (const { at: place, message, fix } of problems) {
    const key = partsOf(place).at(-1);
    const report = key !== undefined && message.includes(`"${key}"`) ? errorAtKey : errorAt;
    report(reading, at + place, message, optional('fix', fix));
  }
  checkValues(reading, at, value);
  checkShapes(reading, at, value);
  return pattern;
}
