/** The id of a case's element: stable over runs, so that a link to a case outlives the run it was copied from. */
export function caseAnchor(id: string): string {
  return `case:${encodeURIComponent(id.toWellFormed())}`;
}

/** The id of a promise's element, stable over runs likewise. */
export function rowAnchor(id: string): string {
  return `promise:${encodeURIComponent(id.toWellFormed())}`;
}
