import { inputError } from '../../application/say.ts';
import type { Site } from '../../model.ts';
import type { InitAnswers, InitFlags } from './answers.ts';
import { isAnything, readSites } from './checks.ts';
import type { Prompt, Terminal } from './terminal.ts';

/** The answers about the world. */
type Places = Pick<InitAnswers, 'world' | 'service' | 'areUsedUp' | 'sites'>;

const YES = /^y(es)?$/i;

/** Gathers the known addresses, or the name of a world that already lists them. */
export async function sitesFrom(flags: InitFlags, ask: Prompt, terminal: Terminal | null): Promise<Places> {
  const rest = { service: flags.service ?? 'fttp', areUsedUp: flags.addressesStay !== true, sites: {} };
  if (flags.world !== undefined) return { ...rest, world: flags.world };
  const sites = sitesOfFlags(flags.address ?? []);
  if (Object.keys(sites).length > 0 || !terminal) {
    if (Object.keys(sites).length === 0) await ask('address', '', isAnything);
    return { ...rest, sites };
  }
  const service = await ask('service', 'Id of the service that is ordered', isAnything, rest.service);
  const stays =
    flags.addressesStay ??
    YES.test(await terminal.ask('Do its addresses stay as they are whatever is ordered there, as with stubs? [no]: '));
  terminal.tell('Addresses that its test environment knows, by kind: property numbers, and facts behind each,');
  terminal.tell('as in  902200000001 serviceId=SVC1 lineId=LN1, 902200000002 serviceId=SVC2. Enter skips a kind.');
  const typed: Record<string, readonly Site[]> = {};
  const [usual = [], rarer = []] = [true, false].map((is) => ROLES.filter(({ isUsual }) => isUsual === is));
  const askEach = async (roles: readonly RoleWords[]): Promise<void> => {
    for (const each of roles) await askRole(terminal, typed, each);
  };
  do {
    await askEach(usual);
    if (YES.test(await terminal.ask(`${rarer.length} rarer kinds, too? [no]: `))) await askEach(rarer);
    if (Object.keys(typed).length === 0)
      terminal.tell('  one address of any kind is needed: without, nothing can be tested');
  } while (Object.keys(typed).length === 0);
  return { service, areUsedUp: !stays, sites: typed };
}

async function askRole(
  terminal: Terminal,
  into: Record<string, readonly Site[]>,
  { role, what, facts }: RoleWords,
): Promise<void> {
  for (;;) {
    const known = facts.length > 0 ? ` (facts ${facts.join(', ')})` : '';
    const found = readSites(await terminal.ask(`  ${role}: ${what}${known}: `));
    if ('wrong' in found) terminal.tell(`  ${found.wrong}`);
    else if (found.sites.length > 0) into[role] = found.sites;
    if ('sites' in found) return;
  }
}

/** Reads `newLine=900100000001,900100000002`; a role may be given several times. */
function sitesOfFlags(addresses: readonly string[]): Record<string, readonly Site[]> {
  const sites: Record<string, readonly Site[]> = {};
  for (const each of addresses) {
    const [, role, words = ''] = /^([A-Za-z_][A-Za-z0-9_-]*)=(.*)$/.exec(each) ?? [];
    const found = role === undefined ? { wrong: `"${each}" names no kind of address` } : readSites(words);
    const none = 'sites' in found && found.sites.length === 0 ? `"${each}" names no address` : null;
    const wrong = 'wrong' in found ? found.wrong : none;
    if (wrong !== null || role === undefined || 'wrong' in found) {
      throw inputError(`--address: ${wrong}`, undefined, 'write it like newLine=900100000001,900100000002');
    }
    sites[role] = [...(sites[role] ?? []), ...found.sites];
  }
  return sites;
}

/** A role that scenarios use, described for `assay init`. */
export interface RoleWords {
  readonly role: string;
  /** What these addresses are, in words for the operators of a test environment. */
  readonly what: string;
  /** The facts of such an address that scenarios use. */
  readonly facts: readonly string[];
  /** What a journey does to the address; `exclusive` unless given. */
  readonly use: 'shared' | 'exclusive' | 'once';
  /** Asked for first; the others only if the user wants. */
  readonly isUsual: boolean;
}

const LINE = ['lineId', 'ontReference', 'ontPort'];

type RoleRow = readonly [role: string, use: RoleWords['use'], what: string, facts?: readonly string[]];

const COMMON: readonly RoleRow[] = [
  ['newLine', 'once', 'without a line, where one can be built'],
  ['activeService', 'exclusive', 'with a running service of yours', ['serviceId', ...LINE]],
  ['activeElsewhere', 'once', 'with a running service of another provider', LINE],
  ['inactiveOnt', 'once', 'with an ONT on which nothing runs', LINE],
  ['unavailable', 'shared', 'that no network reaches'],
];
const OF_FEW = 'of which there are few, whose slots take one booking each, for loads that compete';
const RARER: readonly RoleRow[] = [
  ['inPlanning', 'shared', 'without service: the area is being planned'],
  ['underConstruction', 'shared', 'without service: the network is being built'],
  ['outOfOpticRange', 'shared', 'without service: out of optic range'],
  ['newLineExtended', 'once', 'without a line, whose installation is an extended standard one'],
  ['nonStandard', 'once', 'without a line, whose installation is not a standard one'],
  ['surveyRequired', 'once', 'without a line, to be surveyed before one is built'],
  ['wayleaveRequired', 'once', 'without a line, whose owner must agree before one is built'],
  ['leadingZeros', 'once', 'without a line, whose property number begins with zeros'],
  ['subAddress', 'once', 'of a flat in a building, without a line'],
  ['multiLine', 'exclusive', 'with several lines, one of them yours', ['serviceId', 'lineId']],
  ['contestedSlots', 'exclusive', 'whose appointment slots take one booking each'],
  ['crowdedSlots', 'shared', OF_FEW],
  ['noSlots', 'shared', 'without appointment slots'],
];

/** The roles that the shipped scenarios use; those that most cases need come first (docs/reference/world.md). */
export const ROLES = [...COMMON, ...RARER].map(
  ([role, use, what, facts = []], i): RoleWords => ({ role, use, what, facts, isUsual: i < COMMON.length }),
);
