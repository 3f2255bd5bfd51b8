import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOnSave } from '../application/certify/run-on-save.ts';
import { EXIT } from '../application/exit.ts';
import { shippedPath } from '../home.ts';
import { emptyFolder, startAssay } from '../testing/command.ts';

test('a watched run is made again for what was saved, tells mistakes, and ends when it is told to', async () => {
  const folder = emptyFolder();
  const [cease = '', token = ''] = ['orders/cease', 'token/access-token'].map((name) => {
    const path = join(folder, `${name.split('/')[1]}.yaml`);
    copyFileSync(shippedPath(`scenarios/${name}.yaml`), path);
    return path;
  });
  const assay = startAssay(['run', cease, token, '--watch', '--out', join(folder, 'run')]);
  await assay.printed(/PASSED {2}2 of [\s\S]*reports /);
  await assay.printed(/watching: save a file/);
  const text = readFileSync(cease, 'utf8');
  // At once, as editors save: half a file would be a run of its own.
  const save = (changed: string): void => {
    writeFileSync(join(folder, 'saved'), changed);
    renameSync(join(folder, 'saved'), cease);
  };
  save(text.replace('- order:', '- oder:'));
  await assay.printed(/cease\.yaml saved\n.*unknown verb "oder"[\s\S]*watching/);
  save(text.replace(/^scenario: .*/m, 'scenario: Another title'));
  await assay.printed(/PASSED {2}1 of [\s\S]*reports /);
  await assay.printed(/(watching[\s\S]*){3}/);
  expect(await assay.stop('SIGINT')).toMatchObject({ code: 0 });
});

test('a signal is left to the run, and before it listens to the system: none is lost while it is made ready', async () => {
  const before = process.listenerCount('SIGINT');
  const code = await runOnSave([shippedPath('scenarios/orders/cease.yaml')], { target: 'fake' }, async () => {
    expect(process.listenerCount('SIGINT')).toBe(before);
    return EXIT.interrupted;
  });
  expect(code).toBe(EXIT.interrupted);
});
