import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../../testing/command.ts';
import { startServer } from './fake-process.ts';

test('the stub of the bench passes the journey that its loads are made of', async () => {
  const stub = await startServer('harness/tools/bench/load/stub.ts', []);
  try {
    const env = { BENCH_BASE: stub.url, BENCH_CLIENT: 'bench', BENCH_SECRET: 'bench-secret' };
    const load = 'harness/tools/bench/load';
    const words = ['run', `${load}/journey.yaml`, '--target', `${load}/target.yaml`, '--out', emptyFolder()];
    const { stdout } = await assay([...words, '--reporter', 'json=-'], { env });
    const { counts } = JSON.parse(stdout) as { readonly counts: { readonly cases: object; readonly checks: object } };
    expect(counts).toMatchObject({ cases: { passed: 1 }, checks: { failed: 0 } });
  } finally {
    await stub.stop();
  }
});
