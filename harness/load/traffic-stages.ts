import type { Json, JsonObject, TrafficProfile, TrafficStage } from '../model.ts';
import { errorAt, errorAtKey, type Reading } from '../scenario/reading.ts';
import { readDuration } from '../scenario/texts.ts';
import { below } from '../source/source.ts';
import { parseDuration } from '../values/duration.ts';
import { isObject } from '../values/pointer.ts';
import { arrivalsOf } from './arrivals.ts';

/** Reads the stages of the load; a stage without a start rate begins where the one before ended. */
export function readStages(reading: Reading, value: Json | undefined): TrafficStage[] {
  if (!Array.isArray(value)) return [];
  const stages: TrafficStage[] = [];
  for (const [nth, stage] of value.entries()) {
    if (!isObject(stage)) continue;
    const read = readStage(reading, below('/arrivals', nth), stage, stages.at(-1)?.toPerSecond ?? 0);
    if (read) stages.push(read);
  }
  if (stages.length === value.length) checkSomeArrive(reading, stages);
  return stages;
}

function readStage(reading: Reading, at: string, stage: JsonObject, before: number): TrafficStage | undefined {
  const forMs = readLength(reading, at, stage.for);
  const { rate, from, to } = stage;
  if (rate !== undefined && (from !== undefined || to !== undefined)) {
    return errorAt(reading, below(at, 'rate'), '"rate" stands beside "from" or "to"', {
      why: 'a stage has one rate, or goes from one to another',
      fix: 'remove one of them',
    });
  }
  if (rate === undefined && to === undefined) {
    if (from === undefined)
      return errorAt(reading, at, 'the stage has no rate', {
        why: 'it says how many journeys start',
        fix: 'add rate: 10/s',
      });
    return errorAt(reading, below(at, 'from'), `the stage goes from ${JSON.stringify(from)} to nowhere`, {
      why: 'a ramp has two ends',
      fix: `add to: 10/s, or write rate: ${String(from)}`,
    });
  }
  const fromPerSecond = from === undefined ? before : readRate(reading, below(at, 'from'), from);
  const toPerSecond = readRate(reading, below(at, rate === undefined ? 'to' : 'rate'), rate ?? to);
  if (forMs === undefined || fromPerSecond === undefined || toPerSecond === undefined) return undefined;
  return { forMs, fromPerSecond: rate === undefined ? fromPerSecond : toPerSecond, toPerSecond };
}

function readLength(reading: Reading, at: string, value: Json | undefined): number | undefined {
  if (value === undefined) {
    return errorAt(reading, at, 'the stage has no end', {
      why: 'every stage says how long it lasts',
      fix: 'add for: 10m',
    });
  }
  const forMs = readDuration(reading, below(at, 'for'), value);
  if (forMs === 0) return errorAt(reading, below(at, 'for'), `a stage of ${JSON.stringify(value)} has no length`, {});
  return forMs;
}

const RATE = /^(\d+(?:\.\d+)?)\s*\/\s*(s|m|h|d)$/;

function readRate(reading: Reading, at: string, value: Json | undefined): number | undefined {
  const [, number, unit] = (typeof value === 'string' && RATE.exec(value.trim())) || [];
  if (number !== undefined) return (Number(number) * 1000) / (parseDuration(`1${unit}`) ?? 1000);
  return errorAt(reading, at, `${JSON.stringify(value)} is no rate`, {
    why: 'a rate is how many journeys start, 0 or more, in a second (s), minute (m), hour (h) or day (d)',
    fix: typeof value === 'number' && value >= 0 ? `write ${value}/s` : 'write it as 10/s or 166/h',
  });
}

function checkSomeArrive(reading: Reading, stages: readonly TrafficStage[]): void {
  if (arrivalsOf(stages).count > 0) return;
  const isStill = stages.every(({ fromPerSecond, toPerSecond }) => fromPerSecond + toPerSecond === 0);
  if (stages.length === 0) {
    errorAt(reading, '/arrivals', 'there are no stages', {
      why: 'nobody would arrive',
      fix: 'add - { for: 10m, rate: 10/s }',
    });
  } else {
    const why = isStill ? 'every rate is 0' : 'the stages are too short for their rates';
    errorAtKey(reading, '/arrivals', 'nobody would arrive', { why, fix: 'write a higher rate or a longer stage' });
  }
}

/** Reads the weights of days and hours; those left out are 1. */
export function readWeek(reading: Reading, value: Json | undefined): TrafficProfile['week'] {
  if (!isObject(value)) return undefined;
  return { days: weights(reading, 'days', 7, value.days), hours: weights(reading, 'hours', 24, value.hours) };
}

function weights(reading: Reading, name: 'days' | 'hours', length: number, value: Json | undefined): number[] {
  const list: readonly Json[] = Array.isArray(value) ? value : [];
  const numbers = list.filter((each) => typeof each === 'number');
  if (value === undefined) return Array.from({ length }, () => 1);
  const at = below('/week', name);
  if (Array.isArray(value) && list.length !== length) {
    const each = name === 'days' ? 'each day, Monday first' : 'each hour, the one from midnight first';
    errorAtKey(reading, at, `${list.length} weights for ${length} ${name}`, { why: `there is one for ${each}` });
  } else if (numbers.length === length && numbers.every((weight) => weight === 0)) {
    errorAtKey(reading, at, `every weight of the ${name} is 0`, { why: 'nobody would arrive' });
  }
  return numbers;
}
