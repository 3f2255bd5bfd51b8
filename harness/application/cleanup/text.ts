import type { Observation, OpenOrder } from '../../model.ts';
import type { Fold, Walk } from '../../record/fold.ts';
import { isSuccess } from '../../wire/answer.ts';
import { errorCodeOf } from '../../wire/answer-body.ts';
import { bodyJson } from '../../wire/wire.ts';
import { count, oneLine } from '../../words/text.ts';
import type { Chore } from './plan.ts';

/** The requests that a clean-up would send. */
export function choreLines(chores: readonly Chore[], baseUrl: string): string {
  const lines = chores.map((chore) => `  ${choreText(chore)}`);
  return [`would be asked of ${baseUrl}:`, ...lines].join('\n');
}

/** What the target answered to each request of a clean-up, and whether all were accepted. */
export function outcomeLines(
  chores: readonly Chore[],
  { walks }: Fold,
): { readonly text: string; readonly isAllAccepted: boolean } {
  const outcomes = chores.map((chore) => ({ chore, ...outcomeOf(walks.get(chore.id)?.at(-1)) }));
  const accepted = outcomes.filter(({ isAccepted }) => isAccepted).length;
  return {
    isAllAccepted: accepted === chores.length,
    text: [
      ...outcomes.map(({ chore, words }) => `${choreText(chore)}: ${words}`),
      `${accepted} of ${count(chores.length, 'request')} accepted`,
    ].join('\n'),
  };
}

function choreText({ what, order, orderType, tenant }: Chore): string {
  const of = what === 'cancel' ? 'cancel order' : 'cease the service of order';
  return oneLine(`${of} ${order} (${orderType}, tenant ${tenant})`);
}

/** The last answer counts, since requests that a rate limit turned away were sent again. */
function outcomeOf(walk: Walk | undefined): { readonly isAccepted: boolean; readonly words: string } {
  const { response, broke } = walk?.exchanges.at(-1) ?? {};
  if (response) {
    const isAccepted = isSuccess(response.status);
    const code = errorCodeOf(bodyJson(response.body).json);
    const answer = code === undefined ? String(response.status) : `${response.status} ${oneLine(code)}`;
    return { isAccepted, words: `${isAccepted ? 'accepted' : 'refused'}, ${answer}` };
  }
  if (broke) return { isAccepted: false, words: `no answer: ${oneLine(broke.detail)}` };
  const why = walk?.ended?.detail;
  return { isAccepted: false, words: `not sent${why === undefined ? '' : `: ${oneLine(why)}`}` };
}

/** Says that addresses could not be given back; undefined if all could. */
export function setAsideLine(record: readonly Observation[]): string | undefined {
  const aside = record.flatMap((seen) => (seen.type === 'site-returned' && seen.detail !== undefined ? [seen] : []));
  const [first] = aside;
  return (
    first &&
    `warning: ${count(aside.length, 'address', 'addresses')} could not be given back, such as ${first.site.type} ${first.site.id}: ${first.detail}`
  );
}

const MAX_ORDERS = 20;

/** How many orders a run left open, a list of them if wanted, and how to get rid of them. */
export function openOrderLines(
  orders: readonly OpenOrder[],
  { folder, isListed }: { readonly folder: string; readonly isListed: boolean },
): string {
  const lines = orders
    .slice(0, isListed ? MAX_ORDERS : 0)
    .map(({ id, orderType, tenant, journey, isAccepted, lastEvent }) => {
      const state = lastEvent ?? (isAccepted ? 'accepted' : 'no answer');
      return oneLine(`  ${id}  ${orderType}  ${tenant}  ${state}  ${journey}`);
    });
  const more = isListed ? orders.length - lines.length : 0;
  return [
    `${count(orders.length, 'order')} ${orders.length === 1 ? 'is' : 'are'} left open at the target${isListed ? ':' : ''}`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more, in verdict.json`] : []),
    `"npx assay cleanup ${folder}" asks for their cancellation`,
  ].join('\n');
}
