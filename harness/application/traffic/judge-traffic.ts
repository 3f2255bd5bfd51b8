import { readRecord } from '../../io/record-file.ts';
import { operationAt } from '../../judge/exchange.ts';
import { readEvents } from '../../kci/read.ts';
import type { KciProfile, Observation } from '../../model.ts';
import { readText } from '../../source/file.ts';
import { type AskedTraffic, type HarRequest, readHar, type ToldByHar } from '../../traffic/har.ts';
import { seenIn } from '../../traffic/seen.ts';
import { parseJson } from '../../wire/wire.ts';
import type { ExitCode } from '../exit.ts';
import type { Aim } from '../inputs.ts';
import { inputError, refuseOn, say } from '../say.ts';
import { type TrafficOptions, watchRun } from './watched-run.ts';

/** Judges the traffic in a file: a HAR, or a record of Assay, of which only exchanges and deliveries are used. */
export async function judgeTraffic(path: string, aim: Aim, options: TrafficOptions): Promise<ExitCode> {
  const { seen, asked } = readTrafficFile(path, aim);
  const [first] = seen;
  if (!first) throw inputError(`there is no traffic in ${path}`, 'it has no entry to or from the gateway', FIX);
  const run = watchRun(aim, path, first.at, options);
  for (const each of seen) run.see(each);
  if (!options.quiet && seen.every(({ type }) => type !== 'delivery-received'))
    say('no webhook is in the file: what KCI events must be is not shown');
  const isAlike = asked && isOf(aim, asked);
  if (isAlike === false && !options.quiet)
    say('what was asked is not looked at: it was asked of a client, or by another contract or KCI profile');
  const endedAt = seen.reduce((latest, { at }) => Math.max(latest, at), first.at);
  return run.end(endedAt, isAlike ? asked : undefined);
}

/** Whether traffic comes from a run by the contract and profile that it is now judged by. */
function isOf({ contract, profile }: Aim, { plan, record }: AskedTraffic): boolean {
  const begun = record.find((each) => each.type === 'run-started');
  return begun?.contract === contract.digest && begun.profile === profile.profile && plan.side !== 'client';
}

const FIX = 'name a HAR, or the record.ndjson of a run';

/**
 * The traffic in a file in order of time, and the record it is from, if any. Ends the command if the file holds no traffic.
 */
export function readTrafficFile(
  path: string,
  aim: Pick<Aim, 'contract' | 'profile'>,
): ToldByHar & { readonly record?: readonly Observation[] | undefined } {
  if (path.endsWith('.ndjson')) {
    const { observations, problems } = readRecord(path);
    refuseOn(problems);
    return { seen: seenIn(observations), record: observations };
  }
  const { text = '', problems } = readText(path);
  refuseOn(problems);
  const { json, problem } = parseJson(text);
  const isOurs = ({ method, url }: HarRequest): boolean => operationAt(aim.contract, method, url) !== undefined;
  const told = json === undefined ? undefined : readHar(json, (each) => !isOurs(each) && isEvent(each, aim.profile));
  if (!told) throw inputError(`${path} is no HAR`, problem ?? 'it has no log with entries', FIX);
  const others = new Set(
    told.seen.flatMap((each) => (each.type === 'request-sent' && !isOurs(each) ? [each.exchange] : [])),
  );
  if (others.size > 0) say(`${others.size} entries are none of the contract, and left out`);
  const record = told.asked?.record;
  return {
    ...told,
    record,
    seen: told.seen.filter((each) => each.type === 'delivery-received' || !others.has(each.exchange)),
  };
}

/** Whether the KCI profile can read an event from a call that is not in the contract. */
function isEvent({ method, headers, body }: HarRequest, profile: KciProfile): boolean {
  if (method !== 'POST' || body?.text === undefined) return false;
  return readEvents(profile, headers, body.text).some(({ event }) => event.orderId !== undefined);
}
