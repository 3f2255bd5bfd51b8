import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { k6Args } from './arguments.ts';
import { type K6Load, writeK6Files } from './files.ts';
import { kubernetesFiles, kubernetesReadme, type TestRunOptions } from './kubernetes.ts';
import { ENV, FILES } from './settings.ts';

/** Writes a load that people run by k6 themselves: script, data, and a page on how. */
export async function printScript(load: K6Load, folder: string): Promise<void> {
  await writeK6Files(load, folder);
  writeFileSync(join(folder, 'README.md'), readme(load));
}

/** Writes a load for the k6-operator: script, data, manifests, and a page on how. */
export async function printKubernetes(load: K6Load, run: TestRunOptions, folder: string): Promise<void> {
  await writeK6Files({ ...load, isSegment: run.parallelism > 1, instances: run.parallelism }, folder);
  for (const [name, text] of Object.entries(kubernetesFiles(run))) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'README.md'), kubernetesReadme(run));
}

function readme({ traffic, target, journeys }: K6Load): string {
  const secrets = target.tenants.map(({ name }) => `"${name}": "<client secret>"`).join(', ');
  return `# ${traffic.title}

${journeys.count} journeys for ${target.baseUrl}, planned by Assay. Needs k6 2; in this folder:

    ${ENV.secrets}='{${secrets}}' k6 ${k6Args.join(' ')} ${FILES.script}

- ${FILES.settings} holds the options of k6 (stages, thresholds) and the target, ${FILES.rows} and ${FILES.templates} the journeys.
- The ids in the journeys are used up by one run: the target refuses them a second time.
- Without ${ENV.control} nobody hears of KCI events: k6 measures requests alone, and waits for events are not met.
`;
}
