import type { Contract, Json, Plan, WireResponse } from '../../model.ts';
import { decodeUtf8, isFault, parseJson } from '../../wire/wire.ts';
import { count } from '../../words/text.ts';
import type { FoundFiles } from './files.ts';
import type { ReachableGateway } from './gateway.ts';
import { type CheckedLine, linesFor } from './line.ts';
import { enough, needsOf } from './needs.ts';
import { answerInWords, oddityOf } from './operations.ts';
import { type RoleWants, unmetNeeds } from './wants.ts';

const pen = linesFor('world');

/** The most roles that are asked about. */
const MAX_ROLES = 40;

/** What the plan shows of the world before any request: missing roles and tenants, and lists that are too short. */
export function planLines({ aim, inTarget, inWorld }: FoundFiles, plan: Plan): readonly CheckedLine[] {
  const excused = plan.journeys.flatMap((each) => each.excused ?? []);
  const roles = excused.flatMap(({ reason, role }) => (reason === 'world-lacks-role' ? (role ?? []) : []));
  const others = excused.flatMap(({ reason, detail }) => (reason === 'tenant-missing' ? [detail] : []));
  const short = needsOf(plan, aim).flatMap((needs) => {
    const { role, cases, has, found } = needs;
    const missing = cases - found(has);
    if (has === 0 || missing === 0) return [];
    const others = [1, 3, 10].filter((n) => n > has).map((n) => `with ${n} ${found(n)} do`);
    const seen = `${count(has, 'address', 'addresses')} for ${cases} cases: ${inconclusive(missing)}; ${[...others, `${enough(needs)} are enough`].join(', ')}`;
    const fix =
      'list more, or say by "restore" in the target file how orders give theirs back; see "assay plan --needs"';
    return [pen.warning(`role ${role}`, seen, { fix, place: inWorld(`/roles/${role}`) })];
  });
  const lines = [
    ...(roles.length === 0 ? [] : [missingRoles(roles, inWorld('/roles'))]),
    ...[...new Set(others)].map((detail) => {
      const seen = `${detail}: ${inconclusive(others.filter((each) => each === detail).length)}`;
      return pen.warning('tenants', seen, {
        fix: 'add a client of that tenant, if you have one',
        place: inTarget('/tenants'),
      });
    }),
    ...short,
  ];
  // With a reading, a row is no longer silent.
  const open = aim.contract.register.filter(
    ({ level, agree, checks }) => level === 'silent' && agree === 'kept' && checks,
  );
  const agreed =
    open.length === 0
      ? []
      : [
          pen.notChecked(
            'readings',
            `nothing is agreed on ${open.map(({ id }) => id).join(', ')}: what breaks these is observed, and fails nothing`,
            {
              fix: `name those that the gateway keeps under "readings"; "assay explain ${open[0]?.id}" tells of one`,
              place: inTarget('/readings'),
            },
          ),
        ];
  const { roles: known, defaults } = aim.world;
  const stated = [defaults, ...Object.values(known).flatMap(({ site, sites }) => [site, ...(sites ?? [])])];
  const facts = stated.some((each) => each?.facts !== undefined)
    ? []
    : [
        pen.notChecked(
          'facts',
          'the world states none: that availability leaves nothing out of an address, nobody can see',
        ),
      ];
  const found = lines.length > 0 ? lines : [pen.ok('roles', 'every case finds an address of the kind it needs')];
  return [...found, ...facts, ...agreed];
}

function missingRoles(roles: readonly string[], place: string): CheckedLine {
  const counted = [...new Set(roles)]
    .map((role) => ({ role, cases: roles.filter((each) => each === role).length }))
    .toSorted((a, b) => b.cases - a.cases || a.role.localeCompare(b.role));
  const listed = counted.map(({ role, cases }) => `${role} (${count(cases, 'case')})`).join(', ');
  const fix = 'list addresses of these kinds, if the gateway has them; "assay help world" says what each is';
  return pen.warning('roles', `none for ${listed}: ${inconclusive(roles.length)}`, { fix, place });
}

/** Asks about one address of each role that cases use, and compares the answer with what those cases need. */
export async function checkSites(
  { aim, inWorld }: FoundFiles,
  wants: readonly RoleWants[],
  gateway: ReachableGateway | null,
  tell: (line: CheckedLine) => void,
): Promise<void> {
  if (gateway === null) {
    tell(pen.notChecked('addresses', `nothing can be asked for without a token: ${count(wants.length, 'role')}`));
    return;
  }
  for (const [i, want] of wants.slice(0, MAX_ROLES).entries()) {
    const subject = subjectOf(want);
    const answer = await gateway.availabilityOf(want.site);
    const place = inWorld(`/roles/${want.role}`);
    const steers = aim.world.roles[want.role]?.steers;
    const asked = aim.contract.errors.find(({ code }) => code === steers);
    const oddity = oddityOf(answer);
    if (oddity || isFault(answer)) {
      const left = wants.length - i - 1;
      tell(pen.problem(subject, oddity?.seen ?? '', { fix: oddity?.fix ?? '' }));
      if (left > 0)
        tell(pen.notChecked('addresses', `those of ${count(left, 'role')} more, as this one was not answered`));
      return;
    }
    if (asked) tell(magicLine(want, answer, { asked, place }));
    else if (answer.status >= 300) {
      const fix = 'list an address that the gateway knows';
      tell(pen.problem(subject, `availability of ${want.site.id} answers ${answerInWords(answer)}`, { fix, place }));
    } else
      tell(siteLine(want, parseJson(decodeUtf8(answer.body) ?? '').json, { place, isSchema: aim.validators.schema }));
  }
}

/** A magic address must be answered with the error that it asks for. */
function magicLine(
  want: RoleWants,
  answer: WireResponse,
  { asked, place }: { readonly asked: Contract['errors'][number]; readonly place: string },
): CheckedLine {
  const seen = `availability of ${want.site.id} answers ${answerInWords(answer)}`;
  if (String(answer.status) === asked.status) return pen.ok(subjectOf(want), `${seen}, as it was asked to`);
  const fix = 'list an address that the gateway answers so, or leave the role out';
  return pen.problem(subjectOf(want), `${seen}, not ${asked.status} ${asked.code}`, { fix, place });
}

/** Whether the availability answer for an address meets the needs of its cases. */
export function siteLine(
  want: RoleWants,
  body: Json | undefined,
  { place, isSchema }: { readonly place: string; readonly isSchema: (name: string, value: Json) => string | null },
): CheckedLine {
  const subject = subjectOf(want);
  const missed = want.needs.flatMap((need) => {
    const [first] = unmetNeeds(need.body, body, isSchema);
    return first === undefined ? [] : [{ first, cases: need.cases }];
  });
  const [worst] = missed.toSorted((a, b) => b.cases.length - a.cases.length);
  if (worst) {
    const cases = new Set(missed.flatMap((each) => each.cases)).size;
    const fix =
      'list an address of this kind; where it is one, the answer is wrong (a fake says what its world has under "defaults: availability", or for the role under "site: availability")';
    return pen.problem(subject, `availability of ${want.site.id}: ${worst.first}; ${inconclusive(cases)}`, {
      fix,
      place,
    });
  }
  const what = want.needs.length === 0 ? 'it is known' : 'it is what its cases need';
  const { site, cases, lent = cases } = want;
  const turns = cases > MANY * lent ? `, which take turns at ${count(lent, 'address', 'addresses')}` : '';
  return pen.ok(subject, `${site.id}: ${what} (${count(cases, 'case')}${turns})`);
}

/** With more cases for each address, a run waits for addresses. */
const MANY = 20;

function subjectOf({ role }: RoleWants): string {
  return `role ${role}`;
}

function inconclusive(cases: number): string {
  return `${count(cases, 'case')} will be inconclusive`;
}
