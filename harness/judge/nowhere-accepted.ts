import { askedFor, type Exchange, isAccepted } from './exchange.ts';

/**
 * Tells of an exchange whether its operation accepted nothing in a whole run; of an order, whether none of its type was.
 * As long as one was, what all its requests need is there, and what is wrong with another is its own.
 */
export function nowhereAccepted(exchanges: readonly Exchange[]): (exchange: Exchange) => boolean {
  const accepted = new Set(exchanges.filter(isAccepted).map(useOf));
  return (exchange) => !accepted.has(useOf(exchange));
}

function useOf(exchange: Exchange): string {
  const verb = exchange.operation?.verb;
  return verb === 'order' ? `order ${JSON.stringify(askedFor(exchange, 'orderType') ?? null)}` : String(verb);
}
