/** The section of the specification that a scenario belongs to: its folder. */
export function sectionNameOf(scenario: string): string {
  const [folder, file] = scenario.split('/');
  return file === undefined || folder === undefined ? 'scenarios' : folder;
}
