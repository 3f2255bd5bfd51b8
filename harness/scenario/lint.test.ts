import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KciProfile, Scenario } from '../model.ts';
import { lintDrafts, lintScenarios } from './lint.ts';
import { parseScenario } from './parse.ts';
import { GOOD, SAMPLE } from './testing/sample.ts';

// Each rule's messages are in fixtures/golden/bad-scenarios; here is what those files cannot show.

function parsed(text: string, id = 'orders/a'): Scenario {
  const { scenario } = parseScenario(text, `scenarios/${id}.yaml`, id);
  if (!scenario) throw new Error('the text is no scenario');
  return scenario;
}

test('a good scenario has no problems', () => {
  expect(lintScenarios([parsed(GOOD)], SAMPLE)).toEqual([]);
});

test('a name in a filter is a use, and must be known', () => {
  const filtering = (name: string) => {
    const text = GOOD.replace('given:\n', "given:\n  wanted: { code: '7' }\n").replace(
      "[?@.classification == 'WEEKDAY_AM']",
      `[?@.code == $.${name}.code]`,
    );
    return lintScenarios([parsed(text)], SAMPLE).map(({ message }) => message);
  };
  expect(filtering('wanted')).toEqual([]);
  expect(filtering('wished')).toContain('"$wished" is never made');
});

test('what is learnt of an answer is told by a step, of a role that the world has', () => {
  const learning = (role: string, of: string) => {
    const text = `scenario: S
given: { site: $world.newLine, service: { learn: ${role}, of: ${of} } }
steps:
  - availability: { address: $site }
    as: told
  - order: { orderType: CEASE, serviceId: $service.serviceId }`;
    return lintScenarios([parsed(text)], SAMPLE).map(({ message }) => message);
  };
  expect(learning('newLine', 'told')).toEqual([]);
  expect(learning('newLine', 'tolt')).toContain('"$tolt" is never made');
  expect(learning('castle', 'told')).toContain(`the world "${SAMPLE.world?.world}" has no role "castle"`);
});

test('a title or an id that stands twice is an error in the second file', () => {
  const first = parsed(GOOD, 'orders/a');
  const sameTitle = parsed(GOOD, 'orders/b');
  const sameId = parsed(GOOD.replace('A new line', 'Another line'), 'orders/a');

  const problems = lintScenarios([first, sameTitle, sameId], SAMPLE);

  expect(problems.map(({ message, why, span }) => [span?.file, message, why])).toEqual([
    [
      'scenarios/orders/a.yaml',
      'the scenario id "orders/a" stands twice',
      'it is also that of scenarios/orders/a.yaml:2; reports and replays tell scenarios apart by it',
    ],
    [
      'scenarios/orders/b.yaml',
      'the title "A new line is installed with a booked morning slot" stands twice',
      'it is also that of scenarios/orders/a.yaml:2; reports and replays tell scenarios apart by it',
    ],
  ]);
});

test('without a profile or a world their names are not judged', () => {
  const scenario = parsed(GOOD.replaceAll('ACKNOWLEDGED', 'NEVER_HEARD_OF').replace('newLine\n', 'nowhere\n'));

  expect(lintScenarios([scenario], { contract: SAMPLE.contract })).toEqual([]);
  expect(lintScenarios([scenario], SAMPLE).map(({ message }) => message)).toEqual([
    'the world "sample" has no role "nowhere"',
    'unknown event "NEVER_HEARD_OF"',
    'unknown event "NEVER_HEARD_OF"',
  ]);
});

test('a role that the target declares to lack is not missed, nor any of a case that needs what it lacks', () => {
  const scenario = parsed(GOOD.replace('newLine\n', 'nowhere\n'));
  const against = (...lacks: readonly string[]) => ({ ...SAMPLE, target: { lacks } });

  expect(lintScenarios([scenario], against('elsewhere'))).toMatchObject([
    { message: 'the world "sample" has no role "nowhere"' },
  ]);
  expect(lintScenarios([scenario], against('nowhere'))).toEqual([]);
  expect(lintScenarios([scenario], against('x-appointments'))).toEqual([]);
});

test('a capability that no target can lack is none', () => {
  const text = GOOD.replace('x-appointments', 'repair-appointment');
  expect(lintScenarios([parsed(text)], SAMPLE)).toMatchObject([
    {
      message: '"repair-appointment" is no capability, and no row of the register',
      fix: 'did you mean "repair-appointments"?',
    },
  ]);
});

test('a scenario without its text is judged too, at its own place', () => {
  const { text: _text, ...scenario } = parsed(GOOD.replace('AVL-01, ', 'AVL-99, '));

  const [problem] = lintScenarios([scenario], SAMPLE);

  expect(problem).toMatchObject({ message: 'the register has no row "AVL-99"', span: scenario.span });
});

test('a row may hold values of any time, and sites of the world', () => {
  const scenario = parsed(`scenario: A title
covers: [AVL-01]
given:
  site: $row.site
for-each:
  fresh: { site: $world.newLine, what: $offer.siteInformation }
steps:
  - availability: { address: $site }
    as: offer
  - order: { notes: $row.what }
`);

  expect(lintScenarios([scenario], SAMPLE)).toEqual([]);
});

test('whatever lines change, lint does not throw and its problems lie in the file', () => {
  const lines = GOOD.split('\n');
  const line = fc.nat(lines.length - 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(line, line), { maxLength: 4 }), (swaps) => {
      const text = swaps.reduce((all, [to, from]) => all.with(to, lines[from] ?? ''), lines).join('\n');
      const { scenario, draft } = parseScenario(text, 'a.yaml', 'a');
      const problems = scenario ? lintScenarios([scenario], SAMPLE) : lintDrafts(draft ? [draft] : [], SAMPLE);
      for (const { span } of problems) expect(text.split('\n')[(span?.line ?? 0) - 1]).toBe(span?.excerpt);
    }),
    { numRuns: 300 },
  );
});

test('a word of the base of a profile is known, though this gateway never says it', () => {
  const scenario = parsed(GOOD.replaceAll('ACKNOWLEDGED', 'HEARD_OF_ELSEWHERE'));
  const profile = { ...(SAMPLE.profile as KciProfile), unsent: { events: ['HEARD_OF_ELSEWHERE'], outcomes: [] } };

  expect(lintScenarios([scenario], { ...SAMPLE, profile })).toEqual([]);
});

test('nor is it unknown where its deliveries are to be refused', () => {
  const refused = GOOD.replace('    as: placed', '    receiver: { refuse: 1, of: ACKNOWLEDGED }\n    as: placed');
  const scenario = parsed(refused.replaceAll('ACKNOWLEDGED', 'HEARD_OF_ELSEWHERE'));
  const profile = { ...(SAMPLE.profile as KciProfile), unsent: { events: ['HEARD_OF_ELSEWHERE'], outcomes: [] } };

  expect(refused).not.toBe(GOOD);
  expect(lintScenarios([scenario], { ...SAMPLE, profile })).toEqual([]);
});

test('what a misspelt use was meant to name is not called unused', () => {
  const scenario = parsed(GOOD.replaceAll('$placed', '$plaecd'));
  const said = lintScenarios([scenario], SAMPLE).map(({ severity, message }) => `${severity}: ${message}`);
  expect(new Set(said)).toEqual(new Set(['error: "$plaecd" is never made']));
});
