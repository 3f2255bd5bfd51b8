/** The id of a case's element: stable over runs, so that a link to a case outlives the run it was copied from. */
export function caseAnchor(id: string): string {
  return `case:${encodeURIComponent(id.toWellFormed())}`;
}

/** The id of a promise's element, stable over runs, too. */
export function rowAnchor(id: string): string {
  return `promise:${encodeURIComponent(id.toWellFormed())}`;
}

/** The id of an arrow in the sequence diagram of a case: that of the request or delivery with this `seq` in the record. */
export function arrowAnchor(caseId: string, seq: number): string {
  return `${caseAnchor(caseId)}:${seq}`;
}
