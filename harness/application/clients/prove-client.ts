import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { shippedPath } from '../../home.ts';
import { TASK_DONE } from '../../judge/client/task.ts';
import { judge } from '../../judge/judge.ts';
import { createSemaphore } from '../../run/semaphore.ts';
import { parseSource } from '../../source/source.ts';
import { globOf } from '../../values/glob.ts';
import { itemsOf, objectOf } from '../../values/pointer.ts';
import { clientPlan } from '../cases/client-cases.ts';
import type { ClientInputs } from './certify-client.ts';
import { type ClientDriver, runClient } from './run.ts';

/**
 * A variant of the example client: a mistake, with the row that it breaks and the cases that show it, or another right way.
 */
interface ClientVariant {
  readonly way: string;
  readonly breaks?: string;
  readonly cases?: string;
  readonly because?: string;
  readonly edits: readonly { readonly from: string; readonly to: string }[];
}

/** The result for one variant: the rows that were breached, and the checks that failed. */
interface WayProven {
  readonly way: ClientVariant;
  /** Whether a mistake breached its row, or a right way failed nothing. */
  readonly isProven: boolean;
  readonly breached: readonly string[];
  readonly failed: readonly string[];
  readonly cases: number;
}

const FILE = 'fixtures/clients/example.yaml';
const CLIENT = 'docs/examples/client/client.mjs';

/** All variants that come with Assay. */
export function shippedWays(): readonly ClientVariant[] {
  const source = parseSource(readFileSync(shippedPath(FILE), 'utf8'), FILE);
  if (source.problems.length > 0) throw new Error(`${FILE} cannot be read`);
  return itemsOf(objectOf(source.value).ways) as unknown as readonly ClientVariant[];
}

type Run = (setting: object) => Promise<boolean>;

/** The example client with edits, as a module of its own. Throws if an edit finds nothing to change. */
async function clientWith({ way, edits }: ClientVariant): Promise<Run> {
  let text = readFileSync(shippedPath(CLIENT), 'utf8');
  for (const { from, to } of edits) {
    if (!text.includes(from)) throw new Error(`"${way}": nothing to change at ${JSON.stringify(from)}`);
    text = text.replace(from, () => to);
  }
  for (const name of ['undici', 'standardwebhooks'])
    text = text.replace(`from '${name}'`, `from '${pathToFileURL(createRequire(import.meta.url).resolve(name)).href}'`);
  const module = (await import(`data:text/javascript,${encodeURIComponent(`// ${way}\n${text}`)}`)) as {
    readonly run: Run;
  };
  return module.run;
}

/** Has the client do its tasks in this process, on real sockets. */
function byModule(run: Run): ClientDriver {
  return async ({ gateway, tenants, webhook, authentication, task }, signal) => {
    const { service, ...rest } = task;
    const { secret } = authentication as { readonly secret: string };
    const over = new Promise<'over'>((resolve) =>
      signal.addEventListener('abort', () => resolve('over'), { once: true }),
    );
    const done = run({ gateway, tenants, webhook, secret, service, task: rest }).catch((error: Error) => error);
    const ended = await Promise.race([done, over]);
    if (ended === 'over') return {};
    return { detail: ended === true ? TASK_DONE : ended === false ? 'undone' : `broke: ${ended.message}` };
  };
}

/** How a case is played to the example client, in this process. The limit is long, for slow machines. */
const PLAYED = { name: 'example', port: 0, within: 60_000, write: null, secrets: [] };

/** Proves one variant: a mistake in the cases that should show it, a right way in all cases. */
async function proveWay(way: ClientVariant, { aim, journeys, shipped }: ClientInputs): Promise<WayProven> {
  const glob = globOf(way.cases ?? '*');
  const cases = journeys.filter(({ id }) => glob.test(id));
  const plan = clientPlan(cases, shipped, { seed: 1, nonce: 'prove', now: Date.now() });
  const record = await runClient({ ...PLAYED, aim, plan, drive: byModule(await clientWith(way)) });
  const verdict = judge({ ...aim, plan, record });
  const breached = verdict.requirements.flatMap(({ id, outcome }) => (outcome === 'breached' ? id : []));
  const findings = [...verdict.cases.flatMap((each) => each.findings), ...verdict.findings];
  const failed = findings.flatMap(({ check, journey, result }) =>
    result.outcome === 'failed' ? `${journey}: ${check}: ${result.finding.summary}` : [],
  );
  const isProven = way.breaks === undefined ? failed.length === 0 && cases.length > 0 : breached.includes(way.breaks);
  return { way, isProven, breached, failed, cases: cases.length };
}

/** Proves variants, several at once: they mostly wait. */
export function proveWays(ways: readonly ClientVariant[], inputs: ClientInputs): Promise<readonly WayProven[]> {
  const semaphore = createSemaphore(Math.min(8, 4 * availableParallelism()));
  const inTurn = (way: ClientVariant) => semaphore.enter().then(() => proveWay(way, inputs).finally(semaphore.leave));
  return Promise.all(ways.map(inTurn));
}
