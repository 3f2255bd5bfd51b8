import { type K6Load, writeK6Files, writeText } from './files.ts';
import { kubernetesFiles, kubernetesReadme, type TestRunOptions } from './kubernetes.ts';
import { ENV, FILES, FORM, k6Args, secretForm } from './settings.ts';

/** Writes a load that people run by k6 themselves: script, data, and a page on how. */
export function printScript(load: K6Load, folder: string): void {
  writeK6Files(load, folder);
  writeText(folder, 'README.md', readme(load));
}

/** Writes a load for the k6-operator: script, data, manifests, and a page on how. */
export function printKubernetes(load: K6Load, run: TestRunOptions, folder: string): void {
  writeK6Files({ ...load, isSegment: run.parallelism > 1, instances: run.parallelism }, folder);
  for (const [name, text] of Object.entries(kubernetesFiles(run))) writeText(folder, name, text);
  writeText(folder, 'README.md', kubernetesReadme(run, secretsExample(load)));
}

/** What the variable with the secrets must hold, for people to fill in. */
function secretsExample({ target, secrets = [] }: K6Load): string {
  const fields = Object.keys(secretForm(target, secrets)).map((name) => `"${name}": "<${name}>"`);
  const ofTenants = target.tenants.map(({ name }) => `"${name}": "<client secret>"`);
  return `{${[...ofTenants, ...(fields.length === 0 ? [] : [`"${FORM}": {${fields.join(', ')}}`])].join(', ')}}`;
}

function readme(load: K6Load): string {
  const { traffic, target, journeys } = load;
  return `# ${traffic.title}

${journeys.count} journeys for ${target.baseUrl}, planned by Assay. Needs k6 2; in this folder:

    ${ENV.secrets}='${secretsExample(load)}' k6 ${k6Args.join(' ')} ${FILES.script}

- ${FILES.script} says what is sent, in the order in which it is, and k6's options (stages, thresholds); ${FILES.journeys} what differs between journeys.
- The ids in the journeys are used up by one run: the target refuses them a second time.
- Without ${ENV.control} nobody hears of KCI events: k6 measures requests alone, and waits for events are not met.
`;
}
