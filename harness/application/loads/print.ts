import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { displayPath } from '../../home.ts';
import { realClock } from '../../io/real-clock.ts';
import { printKubernetes, printScript } from '../../load/k6/print.ts';
import { createLoadPlanner, SPARE } from '../../load/planner.ts';
import { scheduleOf } from '../../load/schedule.ts';
import { stagesFrom } from '../../load/week.ts';
import type { Journey, TrafficProfile } from '../../model.ts';
import { slugOf } from '../../values/slug.ts';
import { httpUrl } from '../../values/url.ts';
import { shellQuote } from '../../words/shell.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { writeFile } from '../folder/folder.ts';
import { refuseSealed } from '../folder/sealed.ts';
import type { Inputs } from '../inputs.ts';
import { inputError, print } from '../say.ts';
import { refuseUnlessAllowed } from './allowed.ts';
import { ATTEND, type Attended } from './attend.ts';
import { secretOf } from './segment-choice.ts';

/** How to write a load down instead of making it. */
interface PrintChoice {
  readonly folder: string;
  readonly seed: number;
  readonly nonce?: string | undefined;
  /** For the k6-operator: how many instances, and the address at which they reach Assay. Absent: k6 is started by hand. */
  readonly kubernetes?: { readonly parallelism: number; readonly controlUrl: string } | undefined;
  readonly quiet: boolean;
  readonly oneIn?: number;
  /** Traffic profile and target as the command line names them. */
  readonly named: { readonly profile: string; readonly target: string };
}

/** Writes script and data of a load for k6; nothing is sent. */
export async function printLoad(inputs: Inputs, traffic: TrafficProfile, choice: PrintChoice): Promise<ExitCode> {
  refuseUnlessAllowed(inputs, traffic);
  refuseSealed(choice.folder);
  if (inputs.target.baseUrl === 'embedded') {
    throw inputError(
      'k6 needs a gateway with an address',
      `target "${inputs.target.target}" is embedded: it lives in this process`,
      'start "assay fake --port 8080" and use --target fake-http',
    );
  }
  const { contract, profile, world, target, scenarios } = inputs;
  const { seed, nonce = randomBytes(6).toString('hex'), kubernetes, quiet } = choice;
  const folder = resolve(choice.folder);
  const plannedFrom = realClock.now();
  const { arrivals, arrivalAt } = scheduleOf({ traffic, world, seed, startedAt: plannedFrom });
  const planOf = createLoadPlanner(scenarios, { contract, target, world, profile, seed, nonce });
  const journeyOf = (index: number): Journey => planOf(arrivalAt(index));
  const k6Load = {
    traffic,
    stages: stagesFrom(traffic, world, plannedFrom),
    target,
    secrets: inputs.secrets,
    contract,
    profile,
    journeys: { count: arrivals.count + SPARE, of: journeyOf },
    oneIn: choice.oneIn,
  };
  if (kubernetes) {
    const control = controlOf(kubernetes.controlUrl);
    const { parallelism } = kubernetes;
    const attended: Attended = {
      traffic: traffic.id,
      target: target.target,
      seed,
      nonce,
      plannedFrom,
      instances: parallelism,
      control: `0.0.0.0:${control.port || (control.protocol === 'https:' ? 443 : 80)}`,
    };
    const testRun = {
      name: slugOf(traffic.id),
      parallelism,
      controlUrl: `${kubernetes.controlUrl.replace(/\/+$/, '')}/${secretOf('control', nonce)}`,
      attend: `assay load ${shellQuote(choice.named.profile)} --target ${shellQuote(choice.named.target)} --attend ${shellQuote(choice.folder)}`,
    };
    printKubernetes(k6Load, testRun, folder);
    writeFile(join(folder, ATTEND), `${JSON.stringify(attended, null, 2)}\n`);
  } else printScript(k6Load, folder);
  if (!quiet) print(`${displayPath(folder)}/README.md says how to run it`);
  return EXIT.passed;
}

function controlOf(text: string): URL {
  const url = httpUrl(text);
  if (url) return url;
  throw inputError(`the control address "${text}" is no address`, undefined, 'write it like http://assay.example:9100');
}
