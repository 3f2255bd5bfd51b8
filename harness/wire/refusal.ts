import type { Defect, Json, JsonObject, Operation, RefusalRule } from '../model.ts';
import { isObject } from '../values/pointer.ts';

/** The first rule of the operation that speaks of this defect, or null where none does. */
export function refusalFor(operation: Operation, defect: Defect, body: Json | undefined): RefusalRule | null {
  return operation.refusals.find((rule) => applies(rule, defect, body)) ?? null;
}

function applies(rule: RefusalRule, defect: Defect, body: Json | undefined): boolean {
  if (!rule.kinds.includes(defect.kind)) return false;
  if (rule.at && !rule.at.some((pattern) => isAt(pattern, defect.at))) return false;
  return rule.when === undefined || isPartOf(rule.when, body);
}

/** Whether a pointer fits a pattern: equal, or begins with what stands before a trailing `*`. */
export function isAt(pattern: string, pointer: string): boolean {
  return pattern.endsWith('*') ? pointer.startsWith(pattern.slice(0, -1)) : pattern === pointer;
}

/** Whether `body` has every member of `partial`, with equal scalars; a list in `partial` means any of its values. */
export function isPartOf(partial: JsonObject, body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  return Object.entries(partial).every(([name, wanted]) => {
    const actual = body[name];
    if (Array.isArray(wanted)) return wanted.some((one) => one === actual);
    return isObject(wanted) ? isPartOf(wanted, actual) : wanted === actual;
  });
}
