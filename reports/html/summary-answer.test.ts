import { expect, test } from 'vitest';
import type { Verdict } from '../../harness/model.ts';
import { kindOf } from '../../harness/verdict/kind.ts';
import { allFound, failuresIn, runStory } from '../story/run-story.ts';
import { sampleInput } from '../testing/sample-runs.ts';
import { goLiveWords } from './summary.ts';

/** What is said of the sample, whose failures are each a cause of somebody's. */
function said(whose: readonly Verdict['causes'][number]['whose'][], change: Partial<Verdict> = {}): string {
  const input = sampleInput();
  const failures = failuresIn(runStory(input)).slice(0, whose.length);
  const causes = failures.map(({ first: { check, finding } }, i) => {
    const none = { checks: [], rows: [], cases: [], ifFixed: { cases: [], rows: [] } };
    return { ...none, kind: kindOf(check, finding), whose: whose[i] ?? 'gateway' };
  });
  const cell = { quality: 'correct', shown: 1, of: 1, checks: [], rows: [] } as const;
  const board = ['Booking', 'Orders', 'KCI'].map((tag, i) => ({
    ...cell,
    tag,
    outcome: i === 0 ? ('safe' as const) : ('blocked' as const),
  }));
  return goLiveWords({ ...input, verdict: { ...input.verdict, causes, board, ...change } }, failures);
}

test('what fails blocks parts of the service, and names who must act, the gateway’s owner unless it points elsewhere', () => {
  expect(allFound(runStory(sampleInput())).length).toBeGreaterThan(1);
  expect(said(['gateway'])).toBe(
    'It may not go live: 1 cause blocks Orders and KCI. The owner of the gateway must act.',
  );
  expect(said(['gateway', 'profile', 'gateway'])).toBe(
    'It may not go live: 3 causes block Orders and KCI. The owner of the gateway (2 causes) and whoever keeps the KCI profile (1 cause) must act.',
  );
  expect(said(['environment'])).toBe(
    'It may not go live: 1 cause blocks Orders and KCI. Whoever keeps the test data and the way to the webhook, or the owner of the gateway, must act.',
  );
  expect(said(['specification'])).toContain('Whoever agreed on the reading, or the owner of the gateway, must act.');
  expect(said(['gateway'], { side: 'client' })).toContain('The owner of the client must act.');
  expect(said(['scenario'])).toContain('The author of the scenario must act.');
});

test.each([
  ['certified', 'It may go live.'],
  ['incomplete', 'Whether it may go live cannot be said: the run was broken off.'],
  ['passed', 'Nothing blocks it so far: 9 cases of 20 alone cannot say whether it may go live.'],
] as const)('where nothing fails, %s says: %s', (outcome, words) => {
  expect(said([], { outcome, scope: { cases: 9, of: 20 } })).toBe(words);
});

test('what only waivers let pass may go live as they say', () => {
  const { verdict } = sampleInput();
  const used = [{ waiver: {} as never, failures: 1, cases: ['a'] }];
  const waiving = { on: '2026-03-02', used, stale: [], expired: [], idle: [], waivedCases: ['a'] } as never;
  const words = goLiveWords({ verdict: { ...verdict, outcome: 'not-certified' }, waiving }, []);
  expect(words).toBe('It may go live only as 1 waiver says: nothing else failed.');
});
