import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { shippedPath } from '../../home.ts';
import type { Json } from '../../model.ts';
import type { InitAnswers } from './answers.ts';
import { ROLES, type RoleWords } from './sites.ts';

/** A value on one line of YAML, quoted where it must be. */
function inline(value: Json): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true }).trim();
}

/**
 * The text of a target file: the template `fixtures/targets/example.yaml` with the answers filled in. `schema` is the path
 * from the file to its JSON Schema, `world` names the world.
 */
export function targetText(
  answers: InitAnswers,
  { schema, world }: { readonly schema: string; readonly world: string },
): string {
  const { name, title, baseUrl, tenants, profile, webhook, steering } = answers;
  const { listen, publicUrl, pathSecretVariable } = webhook;
  const clients = tenants.flatMap(({ name: tenant, idVariable, secretVariable }) => [
    `  - name: ${inline(tenant)}`,
    `    client-id: $env.${idVariable}`,
    `    client-secret: $env.${secretVariable}`,
  ]);
  const headers = steering.by === 'headers' ? [`  headers: ${inline(steering.headers)}`] : [];
  // The beginning of lines, and the line in their place.
  const filledIn: readonly (readonly [string, string | undefined])[] = [
    ['# yaml-language-server:', `# yaml-language-server: $schema=${schema}`],
    [
      '# A template for',
      '# Written by `assay init`. Before the first run: assay doctor --target with the path of this file.',
    ],
    ['# Only target, title', '# What is left out has the value shown behind its "#".'],
    ['target:', `target: ${inline(name)}`],
    ['title:', `title: ${inline(title)}`],
    ['base-url:', `base-url: ${inline(baseUrl)}`],
    ['allow-hosts:', `allow-hosts: [${inline(new URL(baseUrl).hostname)}]`],
    ['profile:', `profile: ${inline(profile)}`],
    ['world:', `world: ${inline(world)}`],
    ['  - name:', clients.join('\n')],
    ['  listen:', `  listen: ${inline(listen)}`],
    ['  # public-url:', publicUrl && `  public-url: ${inline(publicUrl)}`],
    ['  # path-secret:', pathSecretVariable && `  path-secret: $env.${pathSecretVariable}`],
    ['  by:', [`  by: ${steering.by}`, ...headers].join('\n')],
    ['  # kci:', '  kci: 5m'],
    ['  # wait:', '  wait: 5m'],
  ];
  const lines = readFileSync(shippedPath('fixtures/targets/example.yaml'), 'utf8').split('\n');
  const left = lines.filter((line) => !/^ {4}client-|^# The addresses that the gateway knows/.test(line));
  return left.map((line) => filledIn.find(([begins]) => line.startsWith(begins))?.[1] ?? line).join('\n');
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
