import { problem, Refusal } from '../../application/say.ts';
import type { Site } from '../../model.ts';
import { isAddress, isAnything, isHeaderName, isListenAddress, isName, isOneOf, isVariableName } from './checks.ts';
import { type Text, textFrom } from './question.ts';
import { sitesFrom } from './sites.ts';
import { tenantsFrom } from './tenants.ts';
import type { Terminal } from './terminal.ts';

/** Everything that the first files say. */
export interface Answers {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly tenants: readonly { readonly name: string; readonly idVariable: string; readonly secretVariable: string }[];
  readonly profile: string;
  readonly webhook: { readonly listen: string; readonly publicUrl?: string; readonly pathSecretVariable?: string };
  readonly steering: { readonly by: string; readonly headers: Readonly<Record<string, string>> };
  /** A world that is there already; absent: one is written with these addresses. */
  readonly world?: string;
  readonly service: string;
  /** Whether an order changes an address for good. */
  readonly areUsedUp: boolean;
  readonly sites: Readonly<Record<string, readonly Site[]>>;
}

/** What was given on the command line; each spares its question. */
export interface InitFlags {
  readonly name?: string;
  readonly title?: string;
  readonly baseUrl?: string;
  readonly tenant?: readonly string[];
  readonly profile?: string;
  readonly listen?: string;
  readonly publicUrl?: string;
  readonly pathSecretVariable?: string;
  readonly steering?: string;
  readonly world?: string;
  readonly service?: string;
  readonly address?: readonly string[];
  readonly addressesStay?: boolean;
}

const STEERINGS = ['headers', 'addresses', 'operator', 'none'] as const;
/** As practised in the trade. */
const HEADERS = { outcome: 'X-Scenario', 'problem-code': 'X-Problem-Code', 'kci-delay': 'X-Kci-Delay' } as const;
const HEADER_WORDS: Readonly<Record<string, string>> = {
  outcome: 'an outcome',
  'problem-code': 'a problem code',
  'kci-delay': 'the seconds between events',
};

/** A KCI profile that can be chosen, with a line of what it is. */
export interface Choice {
  readonly name: string;
  readonly title: string;
}

/** Gathers the answers: from the flags, and the rest from the terminal or, where there is none, from what is usual. */
export async function gather(
  flags: InitFlags,
  profiles: readonly Choice[],
  terminal: Terminal | null,
): Promise<Answers> {
  const missing: string[] = [];
  const text = textFrom(terminal, missing);
  const name = await text({
    flag: '--name',
    given: flags.name,
    words: 'Name of the gateway, as reports say it',
    check: isName,
  });
  const baseUrl = await text({
    flag: '--base-url',
    given: flags.baseUrl,
    words: 'Its address, below which the paths of the specification begin',
    check: isAddress,
  });
  const usualTitle = `The gateway at ${URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl}`;
  const title = await text({
    flag: '--title',
    given: flags.title,
    words: 'One line for people',
    usual: usualTitle,
    check: isAnything,
  });
  const tenants = await tenantsFrom(flags.tenant, text, terminal);

  const listed = profiles.map((each) => `\n    ${each.name.padEnd(10)} ${each.title}`).join('');
  const profile = await text({
    flag: '--profile',
    given: flags.profile,
    words: `How its events look, a KCI profile${terminal ? `:${listed}\n  or the path of one of your own;` : ''} which`,
    usual: 'supplier',
    check: (each) => (/[\\/]|\.ya?ml$/i.test(each) ? null : isOneOf(profiles.map((choice) => choice.name))(each)),
  });
  const webhook = await webhookFrom(flags, text);
  const steering = await steeringFrom(flags, text);
  const places = await sitesFrom(flags, text, terminal);
  if (missing.length > 0) throw new Refusal([stillMissing(missing)]);
  return { name, title, baseUrl, tenants, profile, webhook, steering, ...places };
}

async function webhookFrom(flags: InitFlags, text: Text): Promise<Answers['webhook']> {
  const listen = await text({
    flag: '--listen',
    given: flags.listen,
    words: 'Where Assay listens for events, host and port (port 0: any free one)',
    usual: '127.0.0.1:0',
    check: isListenAddress,
  });
  const publicUrl = await text({
    flag: '--public-url',
    given: flags.publicUrl,
    words: 'The address at which the gateway reaches that, if it is another (Enter for none)',
    usual: '',
    check: isAddress,
  });
  const pathSecretVariable = await text({
    flag: '--path-secret-variable',
    given: flags.pathSecretVariable,
    words:
      "Environment variable with the secret part of the webhook's path, if you tell the gateway the URL once (Enter: a new secret in each run)",
    usual: '',
    check: isVariableName,
  });
  return {
    listen,
    ...(publicUrl === '' ? {} : { publicUrl }),
    ...(pathSecretVariable === '' ? {} : { pathSecretVariable }),
  };
}

async function steeringFrom(flags: InitFlags, text: Text): Promise<Answers['steering']> {
  const by = await text({
    flag: '--steering',
    given: flags.steering,
    words: 'How it is asked for a delayed or rejected order: by headers, addresses, operator or none',
    usual: 'none',
    check: isOneOf(STEERINGS),
  });
  const headers: Record<string, string> = {};
  if (by !== 'headers') return { by, headers };
  for (const [part, usual] of Object.entries(HEADERS)) {
    const words = `  Header that asks for ${HEADER_WORDS[part]} (- for none)`;
    const name = await text({ flag: '--steering', given: undefined, words, usual, check: isHeaderName });
    if (name !== '-') headers[part] = name;
  }
  if (Object.keys(headers).length > 0) return { by, headers };
  return { by: 'none', headers };
}

function stillMissing(flags: readonly string[]) {
  return problem(
    `${flags.join(', ')} ${flags.length === 1 ? 'is' : 'are'} missing`,
    'with --yes nothing is asked',
    'assay init acme --yes --name acme --base-url https://cvt.gateway.example --tenant acme-broadband --address newLine=900100000001',
  );
}
