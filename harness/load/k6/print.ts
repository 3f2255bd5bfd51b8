import { stringify } from 'yaml';
import { type K6Load, SCRIPT_FILES, writeK6Files, writeText } from './files.ts';
import { ENV, FILES, FORM, k6Args, secretForm } from './settings.ts';

/** Writes a load that people run with k6 themselves: script, data, and instructions. */
export function printScript(load: K6Load, folder: string): void {
  writeK6Files(load, folder);
  writeText(folder, 'README.md', readme(load));
}

/** Writes a load for the k6-operator: script, data, manifests, and instructions. */
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

/** What the TestRun of the k6-operator needs to know about a load. */
interface TestRunOptions {
  /** Name of the TestRun, and first part of the names of its volume and its secret. */
  readonly name: string;
  /** How many instances of k6 share the load. */
  readonly parallelism: number;
  /** Where the instances reach Assay's control server, with the secret of the run. */
  readonly controlUrl: string;
  /** The command that starts Assay there. */
  readonly attend: string;
}

/** The version that the script is tested with. Without a version the operator takes the latest. */
const IMAGE = 'grafana/k6:2.2.0';
const MEBIBYTES = 1024;

/**
 * Manifests for the k6-operator: a volume for the script and its data, a pod to copy them through, and the TestRun, which
 * splits the load over its instances. The client secrets come from a Secret and are not in the manifests.
 */
export function kubernetesFiles(options: TestRunOptions): Readonly<Record<string, string>> {
  return {
    'volume.yaml': documents(volume(options), copier(options)),
    'testrun.yaml': documents(testRun(options)),
  };
}

const claimOf = ({ name }: TestRunOptions): string => `${name}-files`;
const secretOf = ({ name }: TestRunOptions): string => `${name}-secrets`;

function documents(...parts: readonly object[]): string {
  return parts.map((part) => stringify(part, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}

function volume(options: TestRunOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claimOf(options) },
    spec: {
      // Several nodes read it; for a cluster of one node ReadWriteOnce is enough.
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: `${MEBIBYTES}Mi` } },
    },
  };
}

function copier(options: TestRunOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${options.name}-copy` },
    spec: {
      restartPolicy: 'Never',
      containers: [
        {
          name: 'copy',
          image: IMAGE,
          command: ['sleep', '3600'],
          // The image's own user may not write to a new volume.
          securityContext: { runAsUser: 0 },
          volumeMounts: [{ name: 'files', mountPath: '/files' }],
        },
      ],
      volumes: [{ name: 'files', persistentVolumeClaim: { claimName: claimOf(options) } }],
    },
  };
}

function testRun(options: TestRunOptions): object {
  // The initializer also runs the script's first part, so it needs the same environment.
  const pod = {
    image: IMAGE,
    env: [
      // The operator would otherwise let k6 fetch another binary at run time.
      { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
      { name: ENV.control, value: options.controlUrl },
      { name: ENV.secrets, valueFrom: { secretKeyRef: { name: secretOf(options), key: ENV.secrets } } },
    ],
  };
  const [, ...flags] = k6Args;
  return {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name: options.name },
    spec: {
      parallelism: options.parallelism,
      script: { volumeClaim: { name: claimOf(options), file: FILES.script, readOnly: true } },
      // Operators before 1.6 do not support `args`.
      arguments: flags.join(' '),
      initializer: pod,
      runner: pod,
    },
  };
}

/** How to bring the files and manifests to a cluster. */
export function kubernetesReadme({ name, parallelism, attend }: TestRunOptions, secrets: string): string {
  return `This folder is a load for the k6-operator (https://github.com/grafana/k6-operator), on ${parallelism} instances of k6.

1. kubectl create secret generic ${name}-secrets --from-literal=${ENV.secrets}='${secrets}'
2. kubectl apply -f volume.yaml
3. kubectl wait --for=condition=Ready pod/${name}-copy
4. for f in ${SCRIPT_FILES.join(' ')}; do kubectl cp $f ${name}-copy:/files/$f; done
5. kubectl delete pod ${name}-copy --grace-period=1
6. Start Assay where the instances reach it; ${ENV.control} in testrun.yaml is its address:

       ${attend}

7. kubectl apply -f testrun.yaml

The stage "finished" of a TestRun says nothing of pass or fail: Assay's verdict does.
`;
}
