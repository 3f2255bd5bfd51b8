/** Prefix of ids of journeys that are in no scenario: they learn facts of addresses, or give them back. */
export const RESTORING = 'restore/';

/** Whether a journey is one of these. Only the form of the answers that it learns from is judged. */
export function isRestoring(journey: string): boolean {
  return journey.startsWith(RESTORING);
}
