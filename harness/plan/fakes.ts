import type { Faker, Randomizer } from '@faker-js/faker';
import { faker as british } from '@faker-js/faker/locale/en_GB';
import type { Json } from '../model.ts';
import { DAY_MS } from '../values/duration.ts';
import { addDays, instantOf, offsetAt } from '../values/local-time.ts';
import { random } from '../values/seed.ts';

/**
 * Synthetic values, by kind. Nobody in them exists or can be reached: phone numbers come from the ranges that Ofcom
 * reserves for drama, mail goes to domains that RFC 2606 reserves.
 */

let draw = random('');
/** Seeding faker's own generator costs more than all draws from it. */
const randomizer: Randomizer = {
  next: () => draw(),
  seed: (seed) => {
    draw = random(String(seed));
  },
};

type Making = new (options: { readonly locale: object; readonly randomizer: Randomizer }) => Faker;
/** Made from the imported instance's class: the package's main file, which exports it, loads every language. */
const faker = new (british.constructor as Making)({ locale: british.rawDefinitions, randomizer });

/** Names that break careless software: apostrophes, accents, letters beyond Latin-1, hyphens, several words. */
const FIRST_NAMES = ['Zoë', 'Siân', 'Łukasz', 'Chloë', 'Seán', 'Renée', 'Mary-Jane', 'Bjørn', 'Nuala Íde'];
const LAST_NAMES = ["O'Brien", "D'Souza", "O'Neill", 'Müller', 'Wałęsa', 'Smith-Jones', 'Núñez', 'Ó Súilleabháin'];

/** Ofcom, "Telephone numbers for use in TV and radio drama programmes": the first 8 of 11 digits. */
const DRAMA_RANGES = ['01632960', '07700900', '02079460', '01134960', '01214960', '01614960', '02896496', '02920180'];

/** Postcode areas of the four nations. */
const POSTCODE_AREAS = ['AB', 'B', 'BS', 'BT', 'CF', 'EH', 'EX', 'G', 'LL', 'LS', 'M', 'NE', 'NR', 'PL', 'SA', 'YO'];
/** The last two letters of a postcode are never C, I, K, M, O or V. */
const UNIT_LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];

const NOTES = [
  "Ring the bell marked O'Brien; the side gate sticks.",
  'Meter cupboard is on the left, behind the bicycles.',
  'Please call half an hour before arriving.',
  'Café on the ground floor - ask for the key at the counter.',
  'Dog in the garden. Parking costs £2 an hour.',
  'Entry through the rear car park, then up two flights of stairs.',
];
const SHORT_NOTES = [
  'Call first',
  'Rear entrance',
  'Key at No. 4',
  'Dog in garden',
  'Café downstairs',
  "Ask for O'Neill",
];

/** A text with everything people write: many scripts, combining marks, characters that are special to programs. */
const ANY_LETTERS = [
  "1st floor, O'Dowd's; \"Mill\\Barn\" <b>&amp;</b> 100 % #7 + {0} [x] $5 ~ 'quoted' -- /* */ null",
  'Zoë Łęcka, Ő\u0301 e\u0301 ñ, Tŷ Gŵyr – “curly” … № 3, ул. Мира, Αθήνα, 東京都, בית, مبنى, हिन्दी',
  'Key \u{1f511}, family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}, flag \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}\tafter a tab',
].join('\n');

const digits = (length: number): string => faker.string.numeric({ length, allowLeadingZeros: true });

function name(): string {
  const first = faker.datatype.boolean(0.25) ? faker.helpers.arrayElement(FIRST_NAMES) : faker.person.firstName();
  const last = faker.datatype.boolean(0.25) ? faker.helpers.arrayElement(LAST_NAMES) : faker.person.lastName();
  return `${first} ${last}`;
}

function companyName(): string {
  const owner = faker.datatype.boolean(0.25) ? faker.helpers.arrayElement(LAST_NAMES) : faker.person.lastName();
  return `${owner} ${faker.helpers.arrayElement(['Ltd', '& Sons Ltd', '& Daughters LLP', 'Trading plc'])}`;
}

/** An address whose local part is the name in plain ASCII letters. */
function emailOf(someone: string): string {
  const local = someone
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[^a-z ]/g, '')
    .trim()
    .replace(/ +/g, '.');
  return `${local}@example.${faker.helpers.arrayElement(['com', 'org', 'net'])}`;
}

function contactOf(someone: string): Json {
  return { name: someone, email: emailOf(someone), phoneNumber: phoneNumber() };
}

function phoneNumber(): string {
  return faker.helpers.arrayElement(DRAMA_RANGES) + digits(3);
}

function postcode(): string {
  const area = faker.helpers.arrayElement(POSTCODE_AREAS);
  const unit = faker.helpers.arrayElement(UNIT_LETTERS) + faker.helpers.arrayElement(UNIT_LETTERS);
  return `${area}${faker.number.int({ min: 1, max: 20 })} ${faker.number.int(9)}${unit}`;
}

/** A Monday to Friday at least ten days after `now`, as an ISO date. */
function workingDay(now: number): string {
  return weekday(now + faker.number.int({ min: 10, max: 40 }) * DAY_MS, DAY_MS);
}

/** The day itself or, at a weekend, the next Monday or the Friday before. */
function weekday(from: number, step: number): string {
  let day = from;
  while ([0, 6].includes(new Date(day).getUTCDay())) day += step;
  return new Date(day).toISOString().slice(0, 10);
}

/** The next 31st of a month, or the last weekday before it, at least a week after `now`. */
function monthEnd(now: number): string {
  return weekday(Date.parse(nextDay(now + 9 * DAY_MS, (day) => day.getUTCDate() === 31)), -DAY_MS);
}

/** Enough days to reach the next leap year, also around the turn of a century. */
const MAX_DAYS = 8 * 366;

/**
 * The first day after today for which `isMeant` holds, as an ISO date; tomorrow if there is none, for example where clocks
 * never change.
 */
function nextDay(now: number, isMeant: (day: Date) => boolean): string {
  let days = 1;
  while (days < MAX_DAYS && !isMeant(new Date(now + days * DAY_MS))) days += 1;
  return new Date(now + (days === MAX_DAYS ? 1 : days) * DAY_MS).toISOString().slice(0, 10);
}

/** How far a zone's clocks go forward on a day, in ms; negative if back. */
function clockChange(zone: string, day: Date): number {
  const date = day.toISOString().slice(0, 10);
  const offsetOn = (of: string): number => offsetAt(zone, instantOf(zone, of, '00:00'));
  return offsetOn(addDays(date, 1)) - offsetOn(date);
}

const leapDay = (now: number): string => nextDay(now, (day) => isIn(day, 2) && day.getUTCDate() === 29);

/** A 31st between shorter months, midweek and not near holidays, at least a week after `now`. */
const thirtyFirst = (now: number): string =>
  nextDay(
    now + 9 * DAY_MS,
    (day) => isIn(day, 3, 5, 10) && day.getUTCDate() === 31 && [2, 3, 4].includes(day.getUTCDay()),
  );

const isIn = (day: Date, ...months: readonly number[]): boolean => months.includes(day.getUTCMonth() + 1);

/** Whether the ISO week of a day belongs to another year, which is that of its Thursday (ISO 8601). */
function isOfAnotherYear(day: Date): boolean {
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS);
  return thursday.getUTCFullYear() !== day.getUTCFullYear();
}

/** Every kind of `$fake`; each draws from the seeded faker. */
const KINDS: Readonly<Record<string, (now: number, zone: string) => Json>> = {
  name,
  email: () => emailOf(name()),
  phoneNumber,
  contact: () => contactOf(name()),
  companyName,
  business: () => contactOf(companyName()),
  note: () => faker.helpers.arrayElement(NOTES),
  shortNote: () => faker.helpers.arrayElement(SHORT_NOTES),
  uprn: () => faker.string.numeric({ length: { min: 10, max: 12 }, allowLeadingZeros: false }),
  postcode,
  completionDate: workingDay,
  completionDateTime: (now) => `${workingDay(now)}T${faker.helpers.arrayElement(['09', '12', '15'])}:30:00.000Z`,
  characteristics: () => ({
    END_USER_TYPE: faker.helpers.arrayElement(['RESIDENTIAL', 'BUSINESS']),
    CARE_LEVEL: faker.helpers.arrayElement(['STANDARD', 'PREMIUM']),
    CONTRACT_TERM: faker.helpers.arrayElement(['1', '12', '24']),
    STATIC_IP_REQUESTED: faker.helpers.arrayElement(['true', 'false']),
  }),
  longName: () =>
    `Dr. ${name()}, née "Joe" O'Dowd Wałęsa-Őry, ${'of the Très Longue-Ville '.repeat(5)}(3rd, 50 % \u{1f600}) & Sons`,
  longText: () => `${digits(3)} ${ANY_LETTERS}\n`.repeat(9).trimEnd(),
  clocksForward: (now, zone) => nextDay(now, (day) => clockChange(zone, day) > 0),
  clocksBack: (now, zone) => nextDay(now, (day) => clockChange(zone, day) < 0),
  summerDay: (now) => nextDay(now, (day) => isIn(day, 5, 6, 7, 8)),
  winterDay: (now) => nextDay(now, (day) => isIn(day, 11, 12, 1, 2)),
  leapDay,
  weekAfterLeapDay: (now) => addDays(leapDay(now), 7),
  thirtyFirst,
  weekAfterThirtyFirst: (now) => addDays(thirtyFirst(now), 7),
  turnOfYear: (now) => nextDay(now, isOfAnotherYear),
  monthEnd,
  projectReference: () => `PRJ-${digits(6)}`,
};

/** A synthetic value of one kind, the same for the same seed, time and zone. Undefined for an unknown kind. */
export function fake(kind: string, seed: number, now: number, zone: string): Json | undefined {
  if (!Object.hasOwn(KINDS, kind)) return undefined;
  faker.seed(seed);
  return KINDS[kind]?.(now, zone);
}
