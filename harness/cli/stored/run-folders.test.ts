import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { own } from '../places.ts';
import type { RunWords } from '../run/folder.ts';
import { emptyFolder } from '../testing/command.ts';
import { runFolders } from './run-folders.ts';

const gate = { token: 'token', port: () => 1 };

/** A folder with two runs in which two cases failed; where `words` are given, they say so of themselves. */
function someRuns(words?: RunWords): string {
  const root = emptyFolder();
  for (const name of ['one', 'two']) {
    cpSync(own('fixtures/golden/runs/lost-completion'), join(root, name), { recursive: true });
    const file = join(root, name, 'inputs.json');
    if (words) writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), words }));
  }
  return root;
}

const words: RunWords = {
  paths: ['scenarios/orders'],
  target: 'fake',
  door: 'socket',
  faults: ['kci-lost-completion'],
  only: ['orders/provide-new'],
  tags: ['smoke'],
  repeatEach: 1,
  shuffle: false,
};

describe('the folders of runs', () => {
  test('are told with their outcome, the latest first, whatever else lies there', () => {
    const root = someRuns(words);
    mkdirSync(join(root, 'empty'));
    writeFileSync(join(root, 'history.db'), '');
    const runs = runFolders(root, gate);
    const [latest, earliest] = runs.list();
    expect(latest?.writtenAt).toBeGreaterThanOrEqual(earliest?.writtenAt ?? 0);
    expect(
      runs
        .list()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['one', 'two']);
    expect(latest).toMatchObject({
      kind: 'run',
      outcome: 'not-certified',
      target: 'fake',
      faults: ['kci-lost-completion'],
      cases: { passed: 11, failed: 2, inconclusive: 0, 'not-applicable': 0 },
    });
    expect(latest?.reportAt).toBe(runs.reportAt(latest?.name ?? ''));
  });

  test('are told anew when something in them changes', () => {
    const root = someRuns();
    const runs = runFolders(root, gate);
    runs.list();
    appendFileSync(join(root, 'one', 'verdict.json'), 'torn');
    rmSync(join(root, 'two', 'verdict.json'));
    rmSync(join(root, 'two', 'index.html'));
    const kinds = runs.list().map(({ name, kind, reportAt }) => [name, kind, reportAt !== undefined]);
    expect(kinds.sort()).toEqual([
      ['one', 'unreadable', true],
      ['two', 'unfinished', false],
    ]);
  });

  test('are none where there is no such folder', () => {
    expect(runFolders(join(emptyFolder(), 'nowhere'), gate).list()).toEqual([]);
  });

  test('have no run by any name but theirs', () => {
    const runs = runFolders(someRuns(), gate);
    for (const name of ['..', '.', '../one', 'one/..', 'one/verdict.json', '/etc', '', 'one\0', 'three']) {
      expect(runs.folderOf(name)).toBeUndefined();
      expect(runs.report(name)).toBeUndefined();
      expect(runs.detail(name)).toBeUndefined();
      expect(runs.again(name)).toBeUndefined();
    }
  });
});

describe('a run', () => {
  test('is told with its command and with what did not pass', () => {
    const runs = runFolders(someRuns(words), gate);
    expect(runs.detail('one')).toMatchObject({
      command:
        'npx assay run scenarios/orders --target fake --door socket --fault kci-lost-completion --seed 1 --only orders/provide-new --tag smoke',
      untold: 0,
      troubled: [
        {
          id: 'orders/provide-new#residential',
          outcome: 'failed',
          summary: expect.stringMatching(/ did not come$/),
          requirements: ['KCI-03'],
          more: 1,
        },
        { id: 'orders/provide-new#business' },
      ],
    });
  });

  test('says what to run to have its failed cases again', () => {
    const runs = runFolders(someRuns(words), gate);
    expect(runs.again('one')).toEqual({
      chosen: { target: 'fake', seed: 1, faults: ['kci-lost-completion'], only: [], isOnRealTime: true },
      paths: ['scenarios/orders'],
      failed: ['orders/provide-new#residential', 'orders/provide-new#business'],
    });
  });

  test('of an earlier Assay does not say what it was told', () => {
    const runs = runFolders(someRuns(), gate);
    expect(runs.again('one')).toBeUndefined();
    expect(runs.detail('one')?.command).toMatch(/^npx assay run .* --fault kci-lost-completion --seed 1$/);
  });

  test('gets a folder that no other has', () => {
    const root = emptyFolder();
    const runs = runFolders(root, gate);
    const { name, folder } = runs.fresh('../targets/My Gateway.yaml');
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-My-Gateway$/);
    expect(folder).toBe(join(root, name));
    mkdirSync(folder);
    expect(runs.fresh('../targets/My Gateway.yaml').name).not.toBe(name);
  });
});
