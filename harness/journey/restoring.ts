/** How the ids of journeys begin that no scenario has: what Assay asks to learn of addresses and to give them back. */
export const RESTORING = 'restore/';

/** Whether a journey of the record is such housekeeping, which is not judged. */
export function isRestoring(journey: string): boolean {
  return journey.startsWith(RESTORING);
}
