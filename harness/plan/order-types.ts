import type { Contract, JsonObject } from '../model.ts';
import { getAt } from '../values/pointer.ts';
import { settle } from './places.ts';

const bodyOf = ({ operations: { order } }: Pick<Contract, 'operations'>): JsonObject => order.body?.schema ?? {};

/** The types of order that there are. */
export function orderTypesOf(contract: Pick<Contract, 'operations'>): string[] {
  const listed = getAt(bodyOf(contract), '/properties/orderType/enum');
  return Array.isArray(listed) ? listed.map(String) : [];
}

/**
 * Whether the specification speaks of a member in orders of a type: one of those they carry (`x-carries`), or, where
 * nothing lists these, one that is not owed in orders of other types alone.
 */
export function isMemberOf(contract: Pick<Contract, 'operations'>, orderType: string, member: string): boolean {
  const has = (type: string, list: string): boolean | undefined => {
    const names = settle(bodyOf(contract), { orderType: type })[list];
    return Array.isArray(names) ? names.includes(member) : undefined;
  };
  const isOwed = (type: string): boolean => has(type, 'required') === true;
  return has(orderType, 'x-carries') ?? (isOwed(orderType) || !orderTypesOf(contract).some(isOwed));
}
