import type { CallStep, JsonObject } from '../model.ts';
import { basicOf } from '../wire/basic.ts';
import { alterCredentials } from './altered-credentials.ts';
import type { Ports } from './ports.ts';

const BEARER = 'Bearer ';
/** How often a token is replaced that has expired before its request may leave. */
const MAX_ROUNDS = 3;

/** The Authorization header, made only once the request may leave: a token may expire while the request is held back. */
export async function authorizationInTime(
  step: CallStep,
  credentials: JsonObject | undefined,
  ports: Ports,
  together?: () => Promise<void>,
): Promise<string | undefined | null> {
  for (let round = 1; ; round += 1) {
    const authorization = await authorizationFor(step, credentials, ports);
    if (authorization === null) return null;
    await ports.pace(step.name);
    await together?.();
    const isOwn = step.request.auth === 'bearer' && credentials === undefined;
    const token = authorization?.slice(BEARER.length) ?? '';
    if (!isOwn || round === MAX_ROUNDS || !ports.tokens.isSpent(step.tenant, token)) return authorization;
  }
}

/** The Authorization header of a step: undefined if it sends none, null if no token could be had. */
export async function authorizationFor(
  { request, tenant }: CallStep,
  credentials: JsonObject | undefined,
  ports: Ports,
): Promise<string | undefined | null> {
  const { target, tokens } = ports;
  if (request.auth === 'none') return undefined;
  const client = target.clients?.find((each) => each.for === credentials?.client);
  const own = client ?? target.tenants.find(({ name }) => name === tenant);
  const clientId = String(credentials?.clientId ?? own?.clientId ?? '');
  const clientSecret = String(credentials?.clientSecret ?? own?.clientSecret ?? '');
  const isBasic = request.auth === 'basic';
  if (isBasic && credentials?.but === undefined) return basicOf(clientId, clientSecret);
  const bearer = credentials?.bearer;
  const token = typeof bearer === 'string' ? bearer : await tokens.bearerOf(tenant);
  if (token === null || credentials?.but === undefined) return token === null ? null : `${BEARER}${token}`;
  const another = target.tenants.find((each) => each.clientId !== clientId && each.clientSecret !== clientSecret);
  const of = { clientId, clientSecret, token, anothersSecret: another?.clientSecret };
  const made = alterCredentials(String(credentials.but), request.auth, of, String(credentials.of));
  // A part of a secret is as secret as the whole.
  for (const each of made?.secrets ?? []) ports.addSecret('nearly-a-secret', each);
  return made?.authorization ?? null;
}
