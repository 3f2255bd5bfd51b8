/**
 * The lines of a waiver file that waive the failed checks of a case, to be pasted there. What only a person can say is left
 * empty, and an empty reason is none: the file is refused until it is filled in.
 */
export function waiverLines({ id, checks }: { readonly id: string; readonly checks: readonly string[] }): string {
  const entries = checks.flatMap((check) => [
    `  - check: ${check}`,
    `    case: ${quoted(id)}`,
    "    reason: ''   # why it is borne with, for those who read the report",
    "    owner: ''    # who answers for it: a team or a role",
    "    expires: ''  # the last day on which it holds, in UTC",
  ]);
  return ['waivers:', ...entries].join('\n');
}

/** Ids hold characters that mean something in YAML. */
function quoted(id: string): string {
  return `'${id.replaceAll("'", "''")}'`;
}
