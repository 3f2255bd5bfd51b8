import type { ReportInput } from '../../../reports/index.ts';
import type { Contract, Json } from '../../model.ts';
import { createRedactor } from '../../run/redact.ts';
import { mapTexts } from '../../values/members.ts';
import { isObject, objectOf } from '../../values/pointer.ts';
import { parseJson } from '../../wire/wire.ts';

/**
 * A run for a report that is passed on: without names, numbers and addresses of contacts that were sent, planned or told in
 * events, wherever a text repeats them. The record on disk stays as it is.
 */
export function maskContacts(input: ReportInput, contract: Contract): ReportInput {
  const { plan, record, verdict, waiving } = input;
  const told = [plan, record] as unknown as readonly Json[];
  const masked = withoutContacts(
    { plan, record, verdict, waiving: waiving ?? null } as unknown as Json,
    told,
    contract,
  );
  return {
    ...input,
    ...(masked as unknown as ReportInput),
    waiving: waiving && (masked as unknown as ReportInput).waiving,
  };
}

/** Plain data without the texts that `told` holds of contacts. */
export function withoutContacts(value: Json, told: Iterable<Json>, contract: Contract): Json {
  const members = contactMembers(contract);
  const redactor = createRedactor();
  for (const each of told) for (const text of contactTexts(each, members)) redactor.addSecret('contact', text);
  return mapTexts(value, (text) => redactor.text(text));
}

/** Members of requests that hold a contact: those whose schema in the contract is that of contacts. */
function contactMembers({ operations, schemas }: Contract): ReadonlySet<string> {
  const wanted = Object.keys(objectOf(schemas.Contact?.properties)).join();
  const names = new Set<string>();
  const look = (schema: Json): void => {
    if (Array.isArray(schema)) schema.forEach(look);
    if (!isObject(schema)) return;
    for (const [name, each] of Object.entries(objectOf(schema.properties))) {
      if (Object.keys(objectOf(objectOf(each).properties)).join() === wanted) names.add(name);
    }
    Object.values(schema).forEach(look);
  };
  for (const { body } of Object.values(operations)) if (body) look(body.schema);
  return names;
}

/** Every text below a contact member, also in JSON that is text in a body. */
function contactTexts(value: Json, members: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (part: Json, isContact: boolean): void => {
    if (typeof part === 'string') {
      if (isContact) found.add(part);
      else if (/^\s*[[{]/.test(part)) look(parseJson(part).json ?? null, false);
    } else if (Array.isArray(part)) for (const each of part) look(each, isContact);
    else if (isObject(part))
      for (const [name, each] of Object.entries(part)) look(each, isContact || members.has(name));
  };
  look(value, false);
  return found;
}
