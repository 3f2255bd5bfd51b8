import type { Json } from '../model.ts';
import type { Asking, Rules } from './rules.ts';
import type { GatewayState, Reservation } from './state.ts';

/** The reservation that an order or amendment names, or why it may not be used. Undefined where it names none. */
export function reservationFor(
  rules: Rules,
  asking: Asking,
  order: { readonly key: string; readonly site?: string },
): Reservation | string | undefined {
  const { appointmentReservationId: id = null, appointmentReservationReference: reference = null } = asking.body;
  if (id === null && reference === null) return undefined;
  const { tenant, forgets } = asking;
  const found = find(rules.state, tenant, id, reference, forgets.has('foreign-reservations'));
  if (forgets.has('reservations-unchecked')) return found;
  if (!found || (id !== null && reference !== null && found.reference !== reference)) {
    return 'The appointment reservation is unknown';
  }
  if (found.order !== undefined && found.order !== order.key && !forgets.has('reservations-reusable')) {
    return 'The appointment reservation belongs to another order';
  }
  if (found.isReleased || (found.order === undefined && hasExpired(found, asking))) {
    return 'The appointment reservation has expired';
  }
  if (order.site === undefined || found.site === order.site) return found;
  return 'The appointment reservation is for another address';
}

/** By id where there is one, else by reference; the newest of several. */
function find(
  state: GatewayState,
  tenant: string,
  id: Json,
  reference: Json,
  isOfAnyTenant: boolean,
): Reservation | undefined {
  const name = id === null ? `${tenant}#${String(reference)}` : `${tenant}/${String(id)}`;
  const number = state.reservationsByName.get(name);
  if (number !== undefined) return state.reservations.get(number);
  if (!isOfAnyTenant) return undefined;
  return [...state.reservations.values()].findLast((each) =>
    id === null ? each.reference === reference : each.id === id,
  );
}

function hasExpired(reservation: Reservation, asking: Asking): boolean {
  return !asking.forgets.has('reservations-never-expire') && reservation.expiresAt <= asking.now;
}
