import type { JsonObject } from '../../model.ts';

/** A kind of address that scenarios ask for. */
export interface RoleWords {
  readonly role: string;
  /** Which addresses these are, in words that whoever runs a test environment understands. */
  readonly what: string;
  /** Facts that scenarios use of such an address. */
  readonly facts: readonly string[];
  /** Facts that all such addresses have, since they would be of another kind without. */
  readonly site?: JsonObject | undefined;
  /** What a journey does to it; `exclusive` where nothing is said. */
  readonly use: 'shared' | 'exclusive' | 'once';
  /** Asked for first; the others only where the user wants. */
  readonly isUsual: boolean;
}

/** Without this, a load does not look for slots that are booked twice. */
const ONE_EACH = { slotCapacity: 1 };

const LINE = ['lineId', 'ontReference', 'ontPort'];

type Row = readonly [role: string, use: RoleWords['use'], what: string, facts?: readonly string[], site?: JsonObject];

const USUAL: readonly Row[] = [
  ['newLine', 'once', 'without a line, where one can be built'],
  ['activeService', 'exclusive', 'with a running service of yours', ['serviceId', ...LINE]],
  ['activeElsewhere', 'once', 'with a running service of another provider', LINE],
  ['inactiveOnt', 'once', 'with an ONT on which nothing runs', LINE],
  ['unavailable', 'shared', 'that no network reaches'],
];
const OF_FEW = 'of which there are few, whose slots take one booking each, for loads that compete';
const RARER: readonly Row[] = [
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
  ['contestedSlots', 'exclusive', 'whose appointment slots take one booking each', [], ONE_EACH],
  ['crowdedSlots', 'shared', OF_FEW, [], ONE_EACH],
  ['noSlots', 'shared', 'without appointment slots'],
];

const wordsOf =
  (isUsual: boolean) =>
  ([role, use, what, facts = [], site]: Row): RoleWords => ({ role, use, what, facts, site, isUsual });

/** The kinds of addresses that the scenarios of Assay ask for, those that most cases take first (docs/reference/world.md). */
export const ROLES: readonly RoleWords[] = [...USUAL.map(wordsOf(true)), ...RARER.map(wordsOf(false))];
