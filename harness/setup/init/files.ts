import { stringify } from 'yaml';
import type { Json } from '../../model.ts';
import type { InitAnswers } from './answers.ts';
import { ROLES, type RoleWords } from './sites.ts';

/** A value on one line of YAML, quoted where it must be. */
function inline(value: Json): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true }).trim();
}

/** The text of a target file. `schema` is the path from the file to its JSON Schema, `world` names the world. */
export function targetText(
  answers: InitAnswers,
  { schema, world }: { readonly schema: string; readonly world: string },
): string {
  const { name, title, baseUrl, tenants, profile, webhook, steering } = answers;
  const clients = tenants.flatMap(({ name: tenant, idVariable, secretVariable }) => [
    `  - name: ${inline(tenant)}`,
    `    client-id: $env.${idVariable}`,
    `    client-secret: $env.${secretVariable}`,
  ]);
  const { listen, publicUrl, pathSecretVariable } = webhook;
  return `# yaml-language-server: $schema=${schema}
#
# Written by \`assay init\`. What is left out has the value shown behind its "#"; editors that know the line above say
# what each key means. Before the first run: assay doctor --target with the path of this file.
target: ${inline(name)}
title: ${inline(title)}

# The address below which the paths of the specification begin. Assay sends to the hosts of allow-hosts and to no other.
base-url: ${inline(baseUrl)}
allow-hosts: [${inline(new URL(baseUrl).hostname)}]

# How the gateway's KCI events look, and the addresses that it knows.
profile: ${inline(profile)}
world: ${inline(world)}

# Who Assay signs in as. The secrets themselves stay in the environment.
tenants:
${clients.join('\n')}

token:
  # The form sent to the token endpoint, and whether that request carries the Tenant header.
  form: { grant_type: client_credentials }
  send-tenant-header: false

webhook:
  # Where Assay listens for KCI events, and the address at which the gateway reaches that, if it is another.
  listen: ${inline(listen)}
  ${publicUrl === undefined ? '# public-url: https://kci.tenant.example' : `public-url: ${inline(publicUrl)}`}
  # The secret part of the path: fixed where the gateway is told the URL once, else new in each run.
  ${pathSecretVariable === undefined ? '# path-secret: $env.KCI_PATH_SECRET' : `path-secret: $env.${pathSecretVariable}`}
  # You tell the gateway the URL; or Assay does: { method: POST, url: '\${base}/hub', body: { callback: $url } }
  registration: out-of-band

# How it is asked for a delayed or rejected order: headers, addresses (roles of the world with "steers"), operator, none.
steering:
  by: ${steering.by}
${steering.by === 'headers' ? `  headers: ${inline(steering.headers)}\n  # Its own words for what is asked for: values: { ORDER_DELAYED: slow-lane }\n` : ''}
limits:
  requests-per-second: 5
  concurrency: 4

deadlines:
  response: 30s
  # The longest wait for the next event, whatever a scenario allows; without it, days.
  kci: 5m
  # The longest that a case may let time pass on purpose.
  wait: 5m
  settle: 30s

# Order and appointment ids are the client's to choose, from 1 to 2147483647 where the gateway documents no other range.
# ids: { from: 1, to: 2147483647 }

# Who may not have a token, and what gives an address back, so that ten are enough.
# clients: [{ for: access_denied, client-id: $env.LAPSED_ID, client-secret: $env.LAPSED_SECRET }]
# restore: { by: [cancel, cease] }

# Capabilities that the gateway does not have; their cases are not applicable, and the certificate says so.
# lacks: [repair-appointments]

# What its owner agrees to where the specification is silent; a breach is a failure then, and else only observed. STA-04: what a
# completed order changes shows in the next availability. The doctor names those on which nothing is agreed.
# readings: { STA-04: kept }

# The certificate of the authority that signed the gateway's, if the machine does not trust it.
# tls: { ca: gateway-ca.pem }
`;
}

/** The text of a world with the given addresses, and a comment for each role without any. */
export function worldText(
  { name, service, sites, areUsedUp }: InitAnswers,
  { schema }: { readonly schema: string },
): string {
  const known = ROLES.map(({ role }) => role);
  const others = Object.keys(sites).filter((role) => !known.includes(role));
  const roles: readonly Pick<RoleWords, 'role' | 'what' | 'use'>[] = [
    ...ROLES,
    ...others.map((role) => ({ role, what: 'of your own kind', use: 'exclusive' as const })),
  ];
  const written = roles.filter(({ role }) => sites[role]);
  const missing = roles.filter(({ role }) => !sites[role]);
  const block = ({ role, what, use }: (typeof roles)[number]): string => {
    const lines = (sites[role] ?? []).map((site) => `      - ${inline(site)}`);
    return [
      `  # ${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
      `  ${role}:`,
      `    use: ${areUsedUp || use === 'shared' ? use : 'exclusive'}`,
      '    sites:',
      ...lines,
    ].join('\n');
  };
  const width = Math.max(0, ...missing.map(({ role }) => role.length));
  const absent = missing.map(({ role, what }) => `  # ${role.padEnd(width)}  ${what}`);
  return `# yaml-language-server: $schema=${schema}
#
# Written by \`assay init\`. Addresses that the gateway's test environment knows, by kind. What more is known of an
# address (serviceId, lineId, ontReference, ontPort) stands beside its id, or is learnt from availability by \`learn\`, where
# orders really change it: docs/targets.md, Ten addresses. Quote ids: they are texts.
world: ${inline(`${name}-world`)}
title: ${inline(`Addresses that ${name} knows`)}
time-zone: Europe/London
service: ${inline({ id: service })}

# use: shared (by any number of cases, whatever they do), exclusive (lent to one case at a time), once (used up by the
# first order that is taken).
roles:
${written.map(block).join('\n')}
${
  absent.length === 0
    ? ''
    : `
  # Not listed yet; the cases that need one are inconclusive:
${absent.join('\n')}
`
}`;
}
