import type { JsonObject } from '../../model.ts';

/** A kind of address that scenarios ask for. */
export interface RoleWords {
  readonly role: string;
  /** Which addresses these are, in words that whoever runs a test environment understands. */
  readonly what: string;
  /** Facts that scenarios use of such an address. */
  readonly facts: readonly string[];
  /** Facts that all such addresses have, since they would be of another kind without. */
  readonly site?: JsonObject;
  /** What a journey does to it; `exclusive` where nothing is said. */
  readonly use: 'shared' | 'exclusive' | 'once';
  /** Asked for first; the others only where the user wants. */
  readonly isUsual: boolean;
}

function role(
  name: string,
  use: RoleWords['use'],
  what: string,
  facts: readonly string[] = [],
  isUsual = false,
): RoleWords {
  return { role: name, what, facts, use, isUsual };
}

/** Without this, a load does not look for slots that are booked twice. */
const ONE_EACH = { slotCapacity: 1 };

/** The kinds of addresses that the scenarios of Assay ask for, those that most cases take first (docs/reference/world.md). */
export const ROLES: readonly RoleWords[] = [
  role('newLine', 'once', 'without a line, where one can be built', [], true),
  role(
    'activeService',
    'exclusive',
    'with a running service of yours',
    ['serviceId', 'lineId', 'ontReference', 'ontPort'],
    true,
  ),
  role(
    'activeElsewhere',
    'once',
    'with a running service of another provider',
    ['lineId', 'ontReference', 'ontPort'],
    true,
  ),
  role('inactiveOnt', 'once', 'with an ONT on which nothing runs', ['lineId', 'ontReference', 'ontPort'], true),
  role('unavailable', 'shared', 'that no network reaches', [], true),
  role('inPlanning', 'shared', 'without service: the area is being planned'),
  role('underConstruction', 'shared', 'without service: the network is being built'),
  role('outOfOpticRange', 'shared', 'without service: out of optic range'),
  role('newLineExtended', 'once', 'without a line, whose installation is an extended standard one'),
  role('nonStandard', 'once', 'without a line, whose installation is not a standard one'),
  role('surveyRequired', 'once', 'without a line, to be surveyed before one is built'),
  role('wayleaveRequired', 'once', 'without a line, whose owner must agree before one is built'),
  role('leadingZeros', 'once', 'without a line, whose property number begins with zeros'),
  role('subAddress', 'once', 'of a flat in a building, without a line'),
  role('multiLine', 'exclusive', 'with several lines, one of them yours', ['serviceId', 'lineId']),
  { ...role('contestedSlots', 'exclusive', 'whose appointment slots take one booking each'), site: ONE_EACH },
  {
    ...role(
      'crowdedSlots',
      'shared',
      'of which there are few, whose slots take one booking each, for loads that compete',
    ),
    site: ONE_EACH,
  },
  role('noSlots', 'shared', 'without appointment slots'),
];
