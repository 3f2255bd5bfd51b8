import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const COMMANDS = 'harness/{acceptance,application,cli,explain,setup,tools}/**/*.test.ts';

/** These wait longest, for real time to pass and for other processes: others work meanwhile only where they begin early. */
const WAITING = ['tools/docs/documentation-certify', 'application/loads/canaries-load', 'cli/strangers'];

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = WAITING.findIndex((name) => moduleId.endsWith(`/harness/${name}.test.ts`));
      return found < 0 ? WAITING.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    projects: [
      // Commands first, which take longest: with the many small files of the parts, all workers end together.
      { extends: true, test: { name: 'commands', include: [COMMANDS] } },
      { extends: true, test: { name: 'parts', include: ['{harness,reports}/**/*.test.ts'], exclude: [COMMANDS] } },
    ],
    sequence: { sequencer: WaitingFirst },
    // Every processor has a test at work: helpers that collect garbage would only take turns with them, and no pause is too
    // long for them that collects all at once.
    execArgv: ['--single-threaded-gc', '--no-incremental-marking', '--max-semi-space-size=64'],
    // What is tested keeps nothing from one use to the next, so the files of a worker share one set of loaded modules.
    isolate: false,
    // Node loads them as it does for users, so that they run as fast here as there.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Many certify the whole: a bound for what hangs, never a measure of speed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A browser beside other work may take its time.
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['harness/testing/setup.ts'],
    // Many tests wait for processes and for time, so that as many as there are processors would leave these idle.
    maxWorkers: Math.ceil(availableParallelism() * 2),
  },
});
