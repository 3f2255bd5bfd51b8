/** The section of the specification that a scenario belongs to: the folder it lies in. */
export function sectionNameOf(scenario: string): string {
  const [folder, file] = scenario.split('/');
  return file === undefined || folder === undefined ? 'scenarios' : folder;
}
