/** What `$fake.…` can stand for. The planner makes each of them from the case's seed. */
export const FAKE_KINDS = [
  'contact',
  'business',
  'note',
  'shortNote',
  'uprn',
  'postcode',
  'phoneNumber',
  'name',
  'email',
  'companyName',
  'completionDate',
  'completionDateTime',
  'characteristics',
  'longName',
  'longText',
  'projectReference',
] as const;

/** One of them, as `$fake.<kind>` in a scenario names it. */
export type FakeKind = (typeof FAKE_KINDS)[number];
