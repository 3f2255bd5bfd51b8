import type { Inbox } from '../run/inbox.ts';

/** The inbox of walks whose deliveries come in at another process, or are none of their business: nothing ever comes. */
export const NO_INBOX: Inbox = {
  receive: () => undefined,
  turnAway: () => {},
  isTurnedAway: () => false,
  eventsOf: () => [],
  nextOf: () => new Promise(() => {}),
  forget: () => {},
};
