/** The title of a case in two: what all cases of its scenario have in common, and what this one has of its own. */
export interface TitleParts {
  /** Absent where a title is all its own. */
  readonly shared?: string;
  readonly own: string;
}

/** What the id of a case has that was made of a scenario's row or of a defect, and that of the scenario itself has not. */
const MADE = /[#~]/;
/** What plans write between the title of a scenario and the row or defect that they made a case of. */
const BETWEEN = ': ';

/** Takes the title of a case apart, so that rows of a list can begin with what tells them apart. */
export function titleParts(id: string, title: string): TitleParts {
  const at = title.indexOf(BETWEEN);
  if (at === -1 || !MADE.test(id)) return { own: title };
  return { shared: title.slice(0, at), own: title.slice(at + BETWEEN.length) };
}
