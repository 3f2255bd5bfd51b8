import { idIn } from '../journey/calls.ts';
import type { Journey, Json } from '../model.ts';
import { bind } from '../values/bind.ts';
import { jsonOf } from '../wire/wire.ts';
import type { Timed } from './port.ts';

/** What a walk asked for by an id of its own. */
export interface Placed {
  /** By the id of what was asked: when the answer came. */
  readonly answeredAt: ReadonlyMap<string, number>;
  /** The id that `$placed` or a planned value stands for. */
  idOf(reference: string): string | undefined;
}

/** The requests with ids that a walk made, and when they were answered. */
export function ordersIn(journey: Journey, observed: readonly Timed[]): Placed {
  const answeredAt = new Map<string, number>();
  const sent = new Map<number, { readonly step: string; readonly body: Json | undefined }>();
  const bodies: Record<string, Json> = {};
  const names = new Map(
    journey.steps.flatMap((step) => (step.kind === 'call' && step.as ? [[step.name, step.as]] : [])),
  );
  for (const each of observed) {
    if (each.type === 'request-sent') {
      const body = jsonOf(each.body).json;
      sent.set(each.exchange, { step: each.step, body });
      const as = names.get(each.step);
      if (as !== undefined && body !== undefined) bodies[as] = body;
    }
    if (each.type === 'response-received') {
      const id = idIn(sent.get(each.exchange)?.body);
      if (id !== undefined) answeredAt.set(id, each.at);
    }
  }
  return { answeredAt, idOf: (reference) => idIn(bind(reference, { ...journey.values, ...bodies }).value) };
}
