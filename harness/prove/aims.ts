import type { Fault } from '../fake/fault.ts';
import { callsOf } from '../journey/calls.ts';
import type { Defect, DefectKind, Journey, Json, JsonObject } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { mismatches } from '../values/shape.ts';
import { isAt } from '../wire/answer.ts';
import { defectiveView } from '../wire/request.ts';

/**
 * Whether a journey sends, as far as its plan says, the very request that a fault is about: of that type of order, with
 * those contents, with the defect that is let pass or dealt with otherwise. What an answer must give first is not known yet, so that a journey
 * may strike a fault at which it does not aim.
 */
export function aimsAt({ where = {}, do: deeds }: Pick<Fault, 'where' | 'do'>, { steps, tenant }: Journey): boolean {
  const calls = callsOf({ steps });
  const types = where.orderType === undefined ? undefined : [where.orderType].flat();
  const tenants = where.tenant === undefined ? undefined : [where.tenant].flat();
  const verbs: readonly string[] | undefined = where.verb === undefined ? undefined : [where.verb].flat();
  const passes = deeds.flatMap(passOf);
  const isSpecific = types ?? tenants ?? where.request ?? passes[0];
  if (isSpecific === undefined) return false;
  // An amendment strikes by the type of its order, which another step of the journey placed.
  const isOfType = !types || calls.some(({ request }) => types.includes(String(memberOf(request.body, 'orderType'))));
  const isOfTenant = !tenants || tenants.includes(tenant) || calls.some((call) => tenants.includes(call.tenant));
  const isSent = calls.some(
    ({ request }) =>
      (verbs === undefined || request.verb === 'http' || verbs.includes(request.verb)) &&
      (where.request === undefined ||
        mismatches(where.request, defectiveView(request) as unknown as JsonObject).length === 0) &&
      (passes.length === 0 || passes.some((pass) => isPassed(pass, request.defect))),
  );
  return isOfType && isOfTenant && isSent;
}

function passOf(deed: Fault['do'][number]): readonly Pass[] {
  if ('accept' in deed) return [deed.accept];
  if ('refuse' in deed) return [deed.refuse];
  return 'reading' in deed ? [{}] : [];
}

interface Pass {
  readonly kinds?: readonly DefectKind[];
  readonly at?: readonly string[];
}

function isPassed({ kinds, at }: Pass, defect: Defect | undefined): boolean {
  if (!defect) return false;
  return (kinds?.includes(defect.kind) ?? true) && (at?.some((pattern) => isAt(pattern, defect.at)) ?? true);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined;
}
