import { randomBytes } from 'node:crypto';
import { EXIT } from '../../application/exit.ts';
import { announce, probe, registrationsOf, whereEventsGo } from '../../application/open/reach.ts';
import { type OpenReceiver, openReceiver } from '../../application/open/receiver.ts';
import { saidBy } from '../../application/say.ts';
import { isLoopback } from '../../contract/target-checks.ts';
import type { Target } from '../../model.ts';
import type { FoundFiles } from './files.ts';
import { type CheckedLine, lineOfProblem, linesFor } from './line.ts';

const pen = linesFor('webhook');
const SUBJECTS = ['receiver', 'public URL', 'registration'] as const;

/** Opens the receiver as a run does, calls its public URL, reports how the target learns the URL, and closes it again. */
export async function checkWebhook(
  { aim, inTarget }: FoundFiles,
  { register, canRegister }: { readonly register: boolean; readonly canRegister: boolean },
): Promise<readonly CheckedLine[]> {
  const { target, profile } = aim;
  if (target.baseUrl === 'embedded') {
    return SUBJECTS.map((subject) => pen.notChecked(subject, 'the embedded fake delivers within this process'));
  }
  const pathSecret = target.webhook.pathSecret ?? randomBytes(16).toString('hex');
  let receiver: OpenReceiver;
  try {
    receiver = await openReceiver({ target, profile, pathSecret, isInProcess: false });
  } catch (error) {
    const said = saidBy(error);
    if (!said) throw error;
    const isInput = said.exitCode === EXIT.input;
    const place = inTarget(isInput ? '/webhook' : '/webhook/listen');
    const found = said.problems.map((each) => lineOfProblem('webhook', 'receiver', each, isInput));
    const rest = SUBJECTS.slice(1).map((subject) => pen.notChecked(subject, 'the receiver does not open'));
    return [...found.map((line) => ({ ...line, place })), ...rest];
  }
  try {
    const probed = await probe(receiver.url, pathSecret, profile.delivery.acknowledge);
    return [
      pen.ok('receiver', `it opens at ${target.webhook.listen}`),
      probed.reachable
        ? reachedLine(target, receiver.url, inTarget('/webhook'))
        : unreachedLine(probed, inTarget('/webhook/public-url')),
      await registrationLine(aim, receiver.url, { register, canRegister, inTarget }),
    ];
  } finally {
    await receiver.close();
  }
}

function reachedLine({ baseUrl, webhook }: Target, url: string, place: string): CheckedLine {
  const { hostname } = new URL(url);
  const isNear = isLoopback(url) || hostname === '0.0.0.0' || hostname === '[::]';
  if (isNear && !isLoopback(baseUrl)) {
    const fix = 'open a way in (a tunnel, a proxy) and name it: public-url: https://…';
    return pen.problem('public URL', `only this machine reaches ${new URL(url).origin}`, { fix, place });
  }
  const which = webhook.publicUrl === undefined ? 'the address it listens at' : webhook.publicUrl;
  const limit = isLoopback(baseUrl) ? '' : '; whether the gateway reaches it, only its first event shows';
  return pen.ok('public URL', `a call to ${which} arrives at our receiver${limit}`);
}

function unreachedLine({ detail }: { readonly detail: string }, place: string): CheckedLine {
  const seen = `a call does not arrive: ${detail}`;
  const fix = 'let the tunnel or proxy lead to the address under webhook: listen, its path unchanged';
  return pen.problem('public URL', seen, { fix, place });
}

type Registering = Parameters<typeof checkWebhook>[1] & Pick<FoundFiles, 'inTarget'>;

async function registrationLine(
  { target, profile }: FoundFiles['aim'],
  url: string,
  { register, canRegister, inTarget }: Registering,
): Promise<CheckedLine> {
  const { registration, pathSecret, listen, publicUrl } = target.webhook;
  const subject = 'registration';
  const place = inTarget('/webhook/registration');
  if (registration === 'out-of-band') {
    const told = whereEventsGo(target, url).split('\n')[0] ?? '';
    if (pathSecret === undefined) {
      const fix = 'give it a fixed secret, path-secret: $env.KCI_PATH_SECRET, and hand the URL over once';
      return pen.warning(subject, `by hand, and the URL is another in each run: ${told}`, {
        fix,
        place: inTarget('/webhook'),
      });
    }
    if (publicUrl === undefined && listen.endsWith(':0')) {
      const fix = 'choose a port, and hand the URL over once';
      return pen.warning(subject, `by hand, and the port is another in each run: ${told}`, {
        fix,
        place: inTarget('/webhook/listen'),
      });
    }
    return pen.ok(subject, `by hand: ${told}`);
  }
  const calls = registrationsOf(target, url, profile);
  const { method, url: to } = calls.find((call) => !isAllowed(call.url, target.allowHosts)) ?? calls[0] ?? registration;
  if (!isAllowed(to, target.allowHosts)) {
    const fix = 'correct its url, or add its host to allow-hosts';
    return pen.problem(subject, `the call ${method} ${to} goes to a host that is not one of allow-hosts`, {
      fix,
      place,
    });
  }
  if (!register)
    return pen.notChecked(subject, `a run tells the gateway by ${method} ${to}; --register makes that call now`);
  if (!canRegister) return pen.notChecked(subject, 'no gateway answers');
  const failed = await announce(target, url, profile);
  if (failed) return { ...lineOfProblem('webhook', subject, failed, false), place };
  return pen.ok(subject, `${method} ${to} was taken; each run makes that call anew`);
}

function isAllowed(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return hosts.some((each) => [host, hostname].includes(each.toLowerCase()));
}
