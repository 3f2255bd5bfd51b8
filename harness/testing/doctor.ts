import { loadAim, loadSpec } from '../application/inputs.ts';
import { createGateway } from '../fake/gateway.ts';
import { shippedPath } from '../home.ts';
import { realClock } from '../io/real-clock.ts';
import type { ServeOptions } from '../io/serve.ts';
import type { Send, WireRequest, WireResponse } from '../model.ts';
import { type DoctorOptions, doctor } from '../setup/doctor/doctor.ts';
import type { CheckedLine } from '../setup/doctor/line.ts';
import { isFault } from '../wire/wire.ts';
import { serving } from './target.ts';

const SPEC = loadSpec();

/** Enough where it does not matter what a run would be of: an address that is asked for. */
const ONE = [shippedPath('scenarios/availability/new-line.yaml')];

/** Every line that the doctor tells of a target, before a run of one scenario or of those that are named. */
export async function lookAt(target: string, options: Partial<DoctorOptions> = {}): Promise<readonly CheckedLine[]> {
  const lines: CheckedLine[] = [];
  await doctor({ target, register: false, scenarios: ONE, ...options }, (line) => void lines.push(line), SPEC);
  return lines;
}

/** The same before a certification. */
export function lookAtAll(target: string, options: Partial<DoctorOptions> = {}): Promise<readonly CheckedLine[]> {
  return lookAt(target, { ...options, scenarios: [] });
}

/** The lines about one subject. */
export function about(lines: readonly CheckedLine[], subject: string): readonly CheckedLine[] {
  return lines.filter((each) => each.subject === subject);
}

/** What is not as it must be, by subject. */
export function problemsIn(lines: readonly CheckedLine[]): readonly string[] {
  return lines.filter(({ state }) => state === 'problem').map(({ subject, seen }) => `${subject}: ${seen}`);
}

/** A fake gateway of this process, on real time. */
export function fakeSend(): Send {
  const aim = loadAim({ target: 'fake' }, SPEC);
  const nowhere: Send = () => Promise.resolve({ fault: 'refused', detail: 'nobody listens', tookMs: 0 });
  return createGateway({ ...aim, tenants: aim.target.tenants, seed: 1, clock: realClock, deliver: nowhere }).answer;
}

/** Serves that fake with its answers changed, for the time of a test. */
export function servingFake(
  change: (answer: WireResponse, request: WireRequest) => WireResponse,
  tls?: ServeOptions['tls'],
): Promise<string> {
  const send = fakeSend();
  return serving(async (request) => {
    const answer = await send(request);
    return isFault(answer) ? answer : change(answer, request);
  }, tls);
}
