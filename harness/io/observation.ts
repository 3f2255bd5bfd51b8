import type { Json, Observation } from '../model.ts';
import { isObject } from '../values/pointer.ts';

/** Parses a line of a record; undefined if it is no observation. */
export function parseObservation(text: string): Observation | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObservation(value) ? (value as unknown as Observation) : undefined;
  } catch {
    return undefined;
  }
}

/** The types of an observation's members, as far as readers rely on them. */
type MemberKind = 'text' | 'number' | 'truth' | 'headers' | 'body' | 'body or null';

const JOURNEY = { journey: 'text' } as const;
const EXCHANGE = { exchange: 'number', ...JOURNEY, step: 'text', verb: 'text', tenant: 'text' } as const;

/** The members that every reader of a record relies on. */
const MEMBERS: Readonly<Record<Observation['type'], Readonly<Record<string, MemberKind>>>> = {
  'run-started': { seed: 'number', nonce: 'text', target: 'text', baseUrl: 'text', profile: 'text', assay: 'text' },
  'receiver-probed': { reachable: 'truth', detail: 'text' },
  'journey-started': JOURNEY,
  'site-leased': { ...JOURNEY, name: 'text', role: 'text' },
  'request-sent': {
    ...EXCHANGE,
    method: 'text',
    url: 'text',
    headers: 'headers',
    body: 'body or null',
  },
  'response-received': { ...EXCHANGE, status: 'number', headers: 'headers', body: 'body', tookMs: 'number' },
  'exchange-broke': { ...EXCHANGE, fault: 'text', detail: 'text', tookMs: 'number' },
  'delivery-received': {
    delivery: 'number',
    method: 'text',
    path: 'text',
    expectedPath: 'truth',
    headers: 'headers',
    body: 'body',
    answered: 'number',
  },
  'wait-ended': { ...JOURNEY, wait: 'text', startedAt: 'number', ended: 'text' },
  'journey-ended': { ...JOURNEY, ended: 'text' },
  'restore-began': JOURNEY,
  'site-returned': { ...JOURNEY, role: 'text' },
  'run-ended': { ended: 'text' },
};

/** Whether a value is an observation with the members of its type. */
function isObservation(value: Json | undefined): boolean {
  if (!isObject(value)) return false;
  const { seq, at, type } = value;
  if (typeof seq !== 'number' || typeof at !== 'number' || typeof type !== 'string') return false;
  const members = Object.hasOwn(MEMBERS, type) ? MEMBERS[type as Observation['type']] : {};
  return Object.entries(members).every(([name, kind]) => IS[kind](value[name]));
}

const IS: Readonly<Record<MemberKind, (value: Json | undefined) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  truth: (value) => typeof value === 'boolean',
  headers: (value) => Array.isArray(value) && value.every(isHeader),
  body: (value) =>
    isObject(value) && typeof value.sizeBytes === 'number' && isTextOrNone(value.text) && isTextOrNone(value.base64),
  'body or null': (value) => value === null || IS.body(value),
};

const isHeader = (value: Json): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');

const isTextOrNone = (value: Json | undefined): boolean => value === undefined || typeof value === 'string';
