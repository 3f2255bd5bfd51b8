import { expect, test } from 'vitest';
import { apart, k6End } from './process.ts';
import { segmentArgs } from './run.ts';
import { k6FaultOf } from './told.ts';

test.each([
  [0, { kind: 'held' }],
  [99, { kind: 'crossed' }],
  [104, { kind: 'broke', note: 'k6 broke: exit code 104, its options are invalid' }],
  [105, { kind: 'interrupted', note: 'k6 was interrupted' }],
  [107, { kind: 'broke', note: 'k6 broke: exit code 107, an exception of the script' }],
  [108, { kind: 'broke', note: 'k6 broke: exit code 108, the script gave up' }],
  [109, { kind: 'broke', note: 'k6 broke: exit code 109, a panic of k6' }],
  [1, { kind: 'broke', note: 'k6 broke: exit code 1' }],
])('exit code %d of k6 is read', (code, expected) => {
  expect(k6End({ kind: 'code', code })).toEqual(expected);
});

test('a k6 that was killed, or never began, is told apart', () => {
  expect(k6End({ kind: 'signal', name: 'SIGKILL' })).toEqual({ kind: 'killed', note: 'k6 was killed (SIGKILL)' });
  expect(k6End({ kind: 'unstarted', why: 'spawn EACCES' })).toEqual({
    kind: 'broke',
    note: 'k6 could not be started: spawn EACCES',
  });
});

test.each([
  [200, 0, '', undefined],
  [422, 1422, '', undefined],
  [503, 1503, '', undefined],
  [0, 1050, 'request timeout', 'timed-out'],
  [0, 1101, 'lookup: no such host', 'unresolved'],
  [0, 1211, 'dial: i/o timeout', 'timed-out'],
  [0, 1212, 'dial: connection refused', 'refused'],
  [0, 1220, 'read: connection reset by peer', 'reset'],
  [0, 1310, 'x509: unknown authority', 'tls'],
  [0, 1000, 'unexpected EOF', 'truncated'],
  [200, 1000, 'unexpected EOF', 'truncated'],
  [0, 1000, 'malformed HTTP response "x"', 'malformed'],
  [0, 1000, 'EOF', 'reset'],
  [200, 1701, 'gzip: invalid header', 'malformed'],
] as const)('status %d with error code %d (%s) is %s', (status, code, error, kind) => {
  expect(k6FaultOf(status, code, error)).toBe(kind);
});

test('the segments of a load together are the load', () => {
  expect([1, 2, 3, 4].map((nth) => segmentArgs(nth, 4))).toEqual(
    ['0:1/4', '1/4:2/4', '2/4:3/4', '3/4:1'].map((segment) => [
      '--execution-segment',
      segment,
      '--execution-segment-sequence',
      '0,1/4,2/4,3/4,1',
    ]),
  );
  expect(segmentArgs(1, 1)).toEqual(['--execution-segment', '0:1', '--execution-segment-sequence', '0,1']);
  expect(() => segmentArgs(5, 4)).toThrow('there is no segment 5 of 4');
});

test('what stands between two marks is told from all else, wherever a piece of it ends', () => {
  const text = 'a line\n<m>one\ntext<m>\nanother <line\n<m><m>\nlast\n<m>never told to its end';
  const found = Array.from({ length: text.length + 1 }, (_, at) => {
    const told: string[] = [];
    let said = '';
    const reader = apart({ mark: '<m>', take: (each) => told.push(each) }, (each) => {
      said += each;
    });
    for (const piece of [text.slice(0, at), text.slice(at)]) reader.read(piece);
    reader.end();
    return { told, said };
  });

  const whole = { told: ['one\ntext', ''], said: 'a line\nanother <line\nlast\n' };
  expect(found).toEqual(found.map(() => whole));
});
