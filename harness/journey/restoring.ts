/** How the ids of journeys begin that no scenario has: what Assay asks to learn of addresses and to give them back. */
export const RESTORING = 'restore/';

/** Whether a journey of the record is such housekeeping, of which only the form of what it learns is judged. */
export function isRestoring(journey: string): boolean {
  return journey.startsWith(RESTORING);
}
