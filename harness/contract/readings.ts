import type {
  Answer,
  Contract,
  Json,
  JsonObject,
  Operation,
  Problem,
  RefusalRule,
  Requirement,
  SpecVerb,
  Target,
} from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { parseDuration } from '../values/duration.ts';
import { mapValues } from '../values/members.ts';
import { isObject } from '../values/pointer.ts';
import { formatAnswers, isStatus, parseAnswers } from '../wire/answer.ts';

type Readings = Target['readings'];

/** Kinds of rows on which a target agrees by an answer. */
const ANSWERED: readonly Requirement['agree'][] = ['answer', 'code', 'rejection'];

/** Whether a target has agreed on its answer for this row; with `orStatus`, also on its status alone. */
export function isAgreedAnswer(
  id: string,
  { register }: Pick<Contract, 'register'>,
  readings: Readings,
  { orStatus = false } = {},
): boolean {
  // Called for every row of every answer, and most targets agree on none.
  if (readings[id] === undefined) return false;
  return isOfAnswers(id, { register }) || (orStatus && register.find((row) => row.id === id)?.agree === 'status');
}

/** The agreed duration, in ms, of what a check looks at; undefined if the target only keeps the assumption. */
export function agreedSpan(
  check: string,
  { register }: Pick<Contract, 'register'>,
  readings: Readings,
): number | undefined {
  const row = register.find(({ checks }) => checks?.includes(check));
  return parseDuration(readings[row?.id ?? ''] ?? '') ?? undefined;
}

/** Whether a row is silent about an answer. */
export function isOfAnswers(id: string, { register }: Pick<Contract, 'register'>): boolean {
  return ANSWERED.includes(register.find((row) => row.id === id)?.agree);
}

/**
 * The contract as a tenant and its gateway have agreed to read it. A silent row with a reading binds like a rule of the KCI
 * profile. Of the answers that the specification leaves open for a refusal, only the agreed one is right. Credentials in
 * the form are an agreement, too, where the specification says Basic.
 */
export function underReadings(contract: Contract, readings: Readings, token?: Target['token']): Contract {
  const basic = token?.credentials === 'form' ? contract.operations.token.authBy : undefined;
  if (Object.keys(readings).length === 0 && basic === undefined) return contract;
  const register = contract.register.map((row) => {
    const reading = row.id === basic ? 'credentials in the form' : readings[row.id];
    if (reading === undefined) return row;
    // Only what the specification leaves open is agreed on, not what it states.
    if (row.level !== 'silent' && row.id !== basic)
      return { ...row, assumption: `what it leaves open is agreed with the target: ${reading}` };
    const kept = reading === 'kept' ? row.assumption : undefined;
    return { ...row, level: 'assumed' as const, assumption: `agreed with the target: ${kept ?? reading}` };
  });
  const reread = schemasUnder(contract, readings);
  const anew = (schema: JsonObject): JsonObject => reread?.(schema) ?? schema;
  const operations = mapValues<SpecVerb, Operation, Operation>(contract.operations, (operation) => ({
    ...operation,
    success: successUnder(operation, readings),
    refusals: operation.refusals.map((rule) => readAs(rule, operation, contract, readings)),
    responses: mapValues(operation.responses, (each) => (each.schema ? { ...each, schema: anew(each.schema) } : each)),
  })) as Contract['operations'];
  return { ...contract, register, operations, schemas: mapValues(contract.schemas, anew) };
}

/** Refused at once, or accepted and rejected by an event, as the gateway does it with each type of order. */
const EITHER = 'refused or rejected';

/** Whether a request that is accepted is to be rejected by an event. */
export function isRejecting(reading: string | undefined): boolean {
  return reading === 'rejected' || reading === EITHER;
}

/** A reading of a row as answers of this operation; undefined if it is none. */
export function agreedAnswers(
  reading: string | undefined,
  { success, auth, responses, refusals }: Operation,
  { errors }: Pick<Contract, 'errors'>,
): readonly Answer[] | undefined {
  if (reading === 'accepted' || reading === 'rejected') return success;
  if (reading === EITHER) return [...success, { status: '4xx' }];
  if (reading !== 'refused') return parseAnswers(reading ?? '') ?? undefined;
  // Refusals because of the caller are separate from those because of the request.
  const isOfWho = ({ kinds }: RefusalRule): boolean => kinds.includes('bad-token') || kinds.includes('bad-credentials');
  const statusesOf = (rules: readonly RefusalRule[]): readonly string[] =>
    rules.flatMap(({ answers }) => answers.map(({ status }) => status));
  const ofWho = statusesOf(refusals.filter((rule) => isOfWho(rule) && rule.answers.length === 1));
  // OAuth has further codes for defects in the form of a token request.
  if (auth === 'basic')
    return [...new Set(statusesOf(refusals))].flatMap((status) => (ofWho.includes(status) ? [] : [{ status }]));
  return errors
    .filter(({ status, requirement }) => responses[status]?.requirement === requirement)
    .filter(({ status }) => status.startsWith('4') && !ofWho.includes(status))
    .map(({ status, code }) => ({ status, code }));
}

function readAs(rule: RefusalRule, operation: Operation, contract: Contract, readings: Readings): RefusalRule {
  const agreed = agreedAnswers(readings[rule.requirement], operation, contract);
  const answers = agreed && isOpen(rule) ? among(rule, agreed) : null;
  return answers ? { ...rule, answers } : rule;
}

function successUnder({ success, successBy }: Operation, readings: Readings): readonly Answer[] {
  const agreed = parseAnswers(readings[successBy ?? ''] ?? '');
  return agreed?.every(({ status }) => success.some((each) => each.status === status)) ? agreed : success;
}

type Reread = (schema: JsonObject) => JsonObject;

/** How readings that list values, set hours or close objects change a schema; undefined if there are none. */
function schemasUnder({ register }: Contract, readings: Readings): Reread | undefined {
  const agreed = (how: Requirement['agree']) =>
    register.find((row) => row.agree === how && readings[row.id] !== undefined)?.id;
  const hours = agreed('hours');
  const closed = agreed('closed');
  const isOfSchemas = register.some(
    ({ id, agree, checks }) =>
      readings[id] !== undefined && (/^(values|hours|closed)$/.test(agree ?? '') || (agree === 'kept' && !checks)),
  );
  if (!isOfSchemas) return undefined;
  const reread: Reread = (schema) => {
    const { properties, items, 'x-windows': windows, 'x-listed-by': by, 'x-required-by': owner } = schema;
    const keeps = typeof owner === 'string' && readings[owner] !== undefined;
    const values = typeof by === 'string' ? readings[by] : undefined;
    const members = isObject(properties)
      ? mapValues(properties, (each) => (isObject(each) ? reread(each) : each))
      : undefined;
    return {
      ...schema,
      ...(members ? { properties: members } : {}),
      ...(members && closed !== undefined ? { additionalProperties: false, 'x-closed-by': closed } : {}),
      ...(isObject(items) ? { items: reread(items) } : {}),
      ...(keeps ? { 'x-kept-by': owner } : {}),
      ...(values === undefined ? {} : { enum: listOf(values), 'x-requirement': by as string }),
      ...(isObject(windows) && hours !== undefined
        ? { 'x-windows': windowsUnder(windows, readings[hours] ?? '', hours) }
        : {}),
    };
  };
  return reread;
}

const listOf = (reading: string): string[] => reading.split(',').map((each) => each.trim());
const HOURS = /^(\w+) (\d\d:\d\d)-(\d\d:\d\d)$/;

/**
 * Gives agreed hours to the classes whose clock hours the specification does not show: `EARLY 06:00-08:00, EVENING
 * 18:00-22:00`.
 */
function windowsUnder(windows: JsonObject, reading: string, row: string): JsonObject {
  const agreed = new Map(
    listOf(reading).map((each): [string, Json] => {
      const [, name = '', from = '', to = ''] = HOURS.exec(each) ?? [];
      return [name, { from, to, row }];
    }),
  );
  return mapValues(windows, (window, name) => {
    const hours = agreed.get(name.replace(/^[A-Z]+_/, ''));
    return isObject(window) && isObject(hours) && window.from === undefined ? { ...window, ...hours } : window;
  });
}

/** Problems of readings: rows that are not in the register or leave nothing open, and words that are no choice. */
export function unknownReadings({ target, readings }: Target, { operations, register }: Contract): Problem[] {
  const rules = Object.values(operations).flatMap(({ refusals }) => refusals);
  const open = register.filter((row) => wordsOfReading(row, { operations }) !== undefined).map(({ id }) => id);
  const problem = (message: string, why: string, fix: Pick<Problem, 'fix'> = {}): Problem => ({
    severity: 'error',
    message: `target "${target}", readings: ${message}`,
    why,
    ...fix,
  });
  return Object.entries(readings).flatMap(([id, reading]): Problem[] => {
    const row = register.find((each) => each.id === id);
    if (row?.agreedIn !== undefined) return [problem(`row ${id} is agreed on elsewhere`, `in ${row.agreedIn}`)];
    if (!open.includes(id)) {
      const message = row ? `row ${id} leaves nothing to be agreed on` : `unknown row "${id}"`;
      return [problem(message, `open are ${listed(open, open.length)}`, row ? {} : didYouMean(id, open))];
    }
    const choice = CHOICES[row?.agree ?? 'stated'];
    if (!choice.fits(reading, operationsOf(id, operations)))
      return [problem(`"${reading}" is no reading of ${id}`, `it is ${choice.words}`)];
    const answers = parseAnswers(reading);
    const about = rules.filter((rule) => rule.requirement === id && isOpen(rule));
    if (!answers || about.length === 0 || about.some((rule) => among(rule, answers))) return [];
    const allowed = [...new Set(about.map((rule) => formatAnswers(rule.answers)))];
    return [problem(`${id} cannot be read as ${reading}`, `the specification allows ${allowed.join(', or ')}`)];
  });
}

/** In words, what a target may write for a row under `readings`; undefined if the row leaves nothing to be agreed there. */
export function wordsOfReading(
  { id, agree, agreedIn }: Requirement,
  { operations }: Pick<Contract, 'operations'>,
): string | undefined {
  const isAnswered = Object.values(operations).some(({ refusals }) =>
    refusals.some((rule) => rule.requirement === id && isOpen(rule)),
  );
  const isFree = agreedIn === undefined && (agree !== undefined || isAnswered);
  return isFree ? CHOICES[agree ?? 'stated'].words : undefined;
}

/**
 * What a row that states a refusal leaves open: several answers, and for which kinds of faults. Undefined for any other
 * row.
 */
export function leftOpenBy(id: string, { operations }: Pick<Contract, 'operations'>): string | undefined {
  const rules = Object.values(operations).flatMap(({ refusals }) =>
    refusals.filter((rule) => rule.requirement === id && rule.answers.length > 1 && isOpen(rule)),
  );
  const words = [...Map.groupBy(rules, ({ answers }) => formatAnswers(answers))].map(([answers, alike]) => {
    const kinds = [...new Set(alike.flatMap((rule) => rule.kinds))].sort();
    return `${answers} to a request with ${listed(kinds, kinds.length)}`;
  });
  return words.length === 0 ? undefined : words.join('; ');
}

/** The possible readings, by how their row is agreed on. */
const CHOICES: Readonly<
  Record<
    NonNullable<Requirement['agree']> | 'stated',
    {
      readonly words: string;
      readonly fits: (reading: string, of: readonly Operation[]) => boolean;
    }
  >
> = {
  answer: {
    words: 'accepted, refused, or an answer such as 422 INVALID_REQUEST',
    fits: (reading) => ['accepted', 'refused'].includes(reading) || parseAnswers(reading) !== null,
  },
  rejection: {
    words: 'accepted, refused, rejected (by an event), refused or rejected, or an answer such as 422 INVALID_REQUEST',
    fits: (reading) => ['accepted', 'refused', 'rejected', EITHER].includes(reading) || parseAnswers(reading) !== null,
  },
  stated: { words: 'an answer, such as 422 INVALID_REQUEST', fits: (reading) => parseAnswers(reading) !== null },
  code: {
    words: 'an answer with its code, such as 409 SLOT_TAKEN',
    fits: (reading) => parseAnswers(reading)?.every(({ code }) => code !== undefined) ?? false,
  },
  status: {
    words: 'a status of success that has a body, such as 201',
    fits: (reading, of) =>
      of.some(({ success }) => success.some(({ status }) => isStatus(reading, Number(status)) && reading === status)),
  },
  values: {
    words: 'a list of codes, such as SURVEY_REQUIRED, WAYLEAVE_REQUIRED',
    fits: (reading) => listOf(reading).every((each) => each !== ''),
  },
  hours: {
    words: 'clock hours, such as EARLY 06:00-08:00, EVENING 18:00-22:00',
    fits: (reading) => listOf(reading).every((each) => HOURS.test(each)),
  },
  span: { words: 'a time such as 1h', fits: (reading) => parseDuration(reading) !== null },
  'kept-or-span': {
    words: 'a time such as 30m, or kept, or a sentence that says the same',
    fits: (reading) => /^\s*[^\s\d]/.test(reading) || parseDuration(reading) !== null,
  },
  closed: { words: 'closed', fits: (reading) => reading === 'closed' },
  kept: { words: 'kept, or a sentence that says the same', fits: (reading) => reading.trim() !== '' },
};

function operationsOf(row: string, operations: Contract['operations']): readonly Operation[] {
  return Object.values(operations).filter(({ successBy }) => successBy === row);
}

const isOpen = ({ answers, open }: RefusalRule): boolean => answers.length !== 1 && !open;

/** The answers of a rule that a reading names (a status alone names all with that status); null if it names others. */
function among({ answers }: RefusalRule, agreed: readonly Answer[]): readonly Answer[] | null {
  if (answers.length === 0) return agreed;
  const named = agreed.map((one) =>
    answers.filter(({ status, code }) => one.status === status && (one.code === undefined || one.code === code)),
  );
  return named.some(({ length }) => length === 0) ? null : named.flat();
}
