import type { Json } from '../model.ts';
import { type Fill, fillOf } from './bind.ts';
import { mapItems } from './members.ts';
import { isObject } from './pointer.ts';

/**
 * A JSON value with value texts that is bound many times: it is looked through once, and from then on only where its values
 * stand is anything done. It fills in what `bind` does.
 */
export function templateOf(value: Json): Fill {
  return partOf(value) ?? (() => value);
}

/** Undefined where all of it is literal. */
function partOf(value: Json): Fill | undefined {
  if (typeof value === 'string') return value.includes('$') ? fillOf(value) : undefined;
  if (Array.isArray(value)) return itemsOf(value);
  return isObject(value) ? membersOf(value) : undefined;
}

function itemsOf(items: readonly Json[]): Fill | undefined {
  const parts = items.map(partOf);
  if (parts.every((part) => part === undefined)) return undefined;
  return (filling) => mapItems(items, (item, i) => (parts[i] ? parts[i](filling) : item));
}

function membersOf(object: { readonly [name: string]: Json }): Fill | undefined {
  const parts = Object.entries(object).flatMap(([name, member]) => {
    const part = partOf(member);
    return part ? [[name, part] as const] : [];
  });
  if (parts.length === 0) return undefined;
  return (filling) => {
    // The copy has every member as its own already, also one named `__proto__`.
    const copy: Record<string, Json> = { ...object };
    for (const [name, part] of parts) {
      const filled = part(filling);
      if (filled === undefined) delete copy[name];
      else copy[name] = filled;
    }
    return copy;
  };
}
