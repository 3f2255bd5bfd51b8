import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { emptyFolder } from '../../testing/command.ts';
import { verdictIn } from '../../testing/run-folder.ts';
import type { RunWords } from '../folder/folder.ts';
import { holdFolder } from '../folder/hold-folder.ts';
import { runFolders } from './run-folders.ts';

const gate = { token: 'token', port: () => 1 };

/** A folder with two runs in which two cases failed; where `words` are given, they say so of themselves. */
function someRuns(words?: RunWords): string {
  const root = emptyFolder();
  for (const name of ['one', 'two']) {
    cpSync(shippedPath('fixtures/golden/runs/lost-completion'), join(root, name), { recursive: true });
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

/** Changes a file of JSON. */
function edit(file: string, change: (value: Record<string, unknown>) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}

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
      outcome: 'failed',
      scope: verdictIn(shippedPath('fixtures/golden/runs/lost-completion')).scope,
      target: 'fake',
      faults: ['kci-lost-completion'],
      cases: { passed: 28, failed: 2, inconclusive: 0, 'not-applicable': 0 },
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
    const root = someRuns(words);
    const command = 'npx assay run scenarios/orders --fault kci-lost-completion --tag smoke';
    edit(join(root, 'one', 'inputs.json'), (inputs) => ({ ...inputs, command }));
    const runs = runFolders(root, gate);
    expect(runs.detail('one')).toMatchObject({
      command:
        'npx assay run scenarios/orders --fault kci-lost-completion --tag smoke --seed 1 --only orders/provide-new',
      untold: 0,
      troubled: [
        { id: 'orders/provide-new#residential', outcome: 'failed' },
        { id: 'orders/provide-new#business', outcome: 'failed' },
      ],
    });
  });

  test('is told with its causes, where its verdict has them', () => {
    const root = someRuns(words);
    const causes = [{ kind: 'kci.sequence: nothing came after COMMITTED', cases: ['orders/provide-new#residential'] }];
    edit(join(root, 'one', 'verdict.json'), (verdict) => ({ ...verdict, causes }));
    edit(join(root, 'two', 'verdict.json'), ({ causes: _, ...verdict }) => verdict);
    const runs = runFolders(root, gate);
    expect(runs.detail('one')).toMatchObject({ causes });
    expect(runs.detail('two')).not.toHaveProperty('causes');
  });

  test('says what to run to have its failed cases again', () => {
    const runs = runFolders(someRuns(words), gate);
    expect(runs.again('one')).toEqual({
      chosen: { target: 'fake', seed: 1, faults: ['kci-lost-completion'], only: [], isOnRealTime: true },
      paths: ['scenarios/orders'],
      failed: ['orders/provide-new#residential', 'orders/provide-new#business'],
    });
  });

  test('has its cases again under the waivers that it had', () => {
    const root = someRuns(words);
    const waivers = { on: '2026-01-02', isWhole: false, waivers: [{ span: { file: 'known.yaml' } }] };
    edit(join(root, 'one', 'inputs.json'), (inputs) => ({ ...inputs, waivers }));
    const runs = runFolders(root, gate);
    expect(runs.again('one')?.chosen.waivers).toBe('known.yaml');
  });

  test('of an earlier Assay does not say what it was told', () => {
    const root = someRuns();
    edit(join(root, 'one', 'inputs.json'), ({ words: _, ...inputs }) => inputs);
    const runs = runFolders(root, gate);
    expect(runs.again('one')).toBeUndefined();
    expect(runs.detail('one')?.command).toMatch(/^npx assay run .* --fault kci-lost-completion --seed 1$/);
  });

  test('that was broken off can be gone on with, where nobody is at work in it and it says what it was told', () => {
    const root = someRuns(words);
    const [one, two] = [join(root, 'one'), join(root, 'two')];
    const resumable = (): unknown[] =>
      runFolders(root, gate)
        .list()
        .map(({ name, isResumable }) => [name, isResumable])
        .sort();
    const ended = ['two', undefined];
    expect(resumable()).toEqual([['one', undefined], ended]);

    rmSync(join(one, 'verdict.json'));
    expect(resumable()).toEqual([['one', true], ended]);
    holdFolder(one);
    expect(resumable()).toEqual([['one', undefined], ended]);

    edit(join(two, 'verdict.json'), (verdict) => ({ ...verdict, outcome: 'incomplete' }));
    expect(resumable()).toContainEqual(['two', true]);
    edit(join(two, 'inputs.json'), ({ words: _, ...inputs }) => inputs);
    expect(resumable()).toContainEqual(ended);
  });

  test('is told with how many orders it left open', () => {
    const root = someRuns(words);
    edit(join(root, 'one', 'verdict.json'), (verdict) => ({ ...verdict, openOrders: [{ id: 7 }] }));
    expect(runFolders(root, gate).detail('one')).toMatchObject({ openOrders: 1 });
    expect(runFolders(root, gate).detail('two')).toMatchObject({ openOrders: 0 });
  });

  test('gets a folder that no other has', () => {
    const root = emptyFolder();
    const runs = runFolders(root, gate);
    const { name, folder } = runs.fresh('../targets/My Gateway.yaml');
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-My-Gateway$/);
    expect(folder).toBe(join(root, name));
    mkdirSync(folder);
    expect(runs.fresh('../targets/My Gateway.yaml').name).not.toBe(name);
    expect(runs.fresh('smoke', './acme.yaml').name).toMatch(/-smoke-acme$/);
  });
});
