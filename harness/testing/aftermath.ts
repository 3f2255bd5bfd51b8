import { loadAim, loadSpec } from '../application/inputs.ts';
import { shippedPath } from '../home.ts';
import { canary, type Sighting, sightingsIn } from './canaries.ts';
import { assay, startAssay } from './command.ts';
import { type EchoingGateway, echoingGateway } from './echoing-gateway.ts';
import { targetFileFor } from './target.ts';

/** The secrets of a target file, from the environment. */
export const SECRETS = {
  FIRST_SECRET: canary('client-secret', 1),
  SECOND_SECRET: canary('client-secret', 2),
  FORM_SECRET: canary('form', 1),
  WEBHOOK_SECRET: canary('webhook', 1),
  // One segment of a path.
  PATH_SECRET: canary('path', 1).replace('/+~=', '~'),
};

const TENANTS = `tenants:
  - { name: northwind-broadband, client-id: northwind-client, client-secret: $env.FIRST_SECRET }
  - { name: harbour-telecom, client-id: harbour-client, client-secret: $env.SECOND_SECRET }`;

/** A target file that takes a secret from the environment wherever it may. */
export const withSecrets = (text: string): string =>
  text
    .replace('tenants-from: fake', TENANTS)
    .replace('client_credentials }', 'client_credentials, password: $env.FORM_SECRET }')
    .replace(
      'webhook:\n',
      'webhook:\n  path-secret: $env.PATH_SECRET\n  authentication: { by: bearer, token: $env.WEBHOOK_SECRET }\n',
    )
    .replace('kci: 30s', 'kci: 1s')
    .replace('wait: 5s', 'wait: 1s');

/** What a command wrote or printed. */
export interface Output {
  readonly name: string;
  readonly text: string;
}

/** Everything that a series of commands wrote and printed, and the secrets there were. */
export interface Aftermath {
  readonly told: readonly Output[];
  readonly issued: number;
}

/** A gateway that repeats everything it was told and everything it gave out. */
export function echoing(tokens?: string, newest?: number): Promise<EchoingGateway> {
  const nowhere = targetFileFor('http://127.0.0.1:8080', withSecrets);
  const aim = loadAim({ target: nowhere }, loadSpec(), SECRETS);
  return echoingGateway(aim, {
    tenants: aim.target.tenants,
    given: Object.values(SECRETS),
    ...(tokens === undefined ? {} : { tokens }),
    ...(newest === undefined ? {} : { newest }),
  });
}

/**
 * Runs commands with the secrets in their environment, and keeps what they print. Not redacted, nothing takes secrets out.
 */
export function commands({ isRedacted }: { readonly isRedacted: boolean }): {
  readonly printed: readonly Output[];
  command(...words: readonly string[]): Promise<number | null>;
} {
  const printed: Output[] = [];
  const env = {
    ...SECRETS,
    ...(process.env.K6_BIN === undefined ? {} : { K6_BIN: process.env.K6_BIN }),
    ...(isRedacted ? {} : { NODE_OPTIONS: `--import ${shippedPath('harness/testing/unredacted.ts')}` }),
  };
  return {
    printed,
    command: async (...words) => {
      // A load on real time has a process of its own, or it would share its time with the gateway of the test.
      const run = sendsLoad(words) ? startAssay(words, { env, withinMs: 90_000 }).ended : assay(words, { env });
      const { code, stdout, stderr } = await run;
      const name = words.slice(0, 2).join(' ');
      printed.push({ name: `${name}: stdout`, text: stdout }, { name: `${name}: stderr`, text: stderr });
      return code;
    },
  };
}

const sendsLoad = ([command, second, ...words]: readonly string[]): boolean =>
  command === 'load' &&
  second !== 'merge' &&
  !words.some((word) => ['--dry-run', '--print-script', '--kubernetes'].includes(word));

/** Every place in which something stands that nobody may see. */
export const leaksIn = ({ told }: Aftermath): readonly (Sighting & { readonly where: string })[] =>
  told.flatMap(({ name, text }) => sightingsIn(text).map((each) => ({ where: name, ...each })));
