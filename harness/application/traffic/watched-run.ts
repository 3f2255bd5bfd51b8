import { join } from 'node:path';
import { loadClientContract } from '../../contract/client.ts';
import { compileContract } from '../../contract/validators.ts';
import { HIDDEN_PATH } from '../../io/receiver.ts';
import { openRecord } from '../../io/record-file.ts';
import type { Plan } from '../../model.ts';
import { createRecorder } from '../../run/record.ts';
import type { AskedTraffic } from '../../traffic/har.ts';
import { createWatch } from '../../traffic/watch.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../exit.ts';
import { RUN_FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun, holdFolder } from '../folder/hold-folder.ts';
import type { Aim } from '../inputs.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { print } from '../say.ts';
import { judgeRun } from '../stored/rejudge.ts';
import { asBytes, knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import type { RunWaivers } from '../waivers.ts';

/** How traffic of others is judged, and which reports are made. */
export interface TrafficOptions extends ReportOptions {
  readonly out?: string | undefined;
  readonly allowInconclusive?: boolean | undefined;
  readonly waivers?: RunWaivers | undefined;
  readonly build?: string | undefined;
  /** The command that made the run: `npx assay judge-traffic capture.har`. */
  readonly command: string;
}

/** A watch whose run is kept in a folder. */
export type WatchedRun = ReturnType<typeof watchRun>;

/** The folder, below the gateway's run, of the run that judges the client. */
const CLIENT_SIDE = 'client';

/** Begins a run that only watches traffic, with a folder of its own. `source` is what reports call the traffic. */
export function watchRun(aim: Aim, source: string, at: number, options: TrafficOptions) {
  const { contract, validators, profile, world, target, secrets } = aim;
  const { command, waivers, build } = options;
  const folder = folderForRun(target.target, options);
  const shownTarget = targetWithoutSecrets(target, secrets);
  const inputs: RunInputs = { contract, profile, world, target: shownTarget, command, assay: VERSION, waivers };
  const file = openRecord(join(folder, RUN_FILES.record));
  const hidden = secretsOf(aim, target.webhook.pathSecret ?? '').filter(({ value }) => value !== '');
  const recording = { write: file.write, secrets: hidden, isKnown: knownTo(aim, asBytes(HIDDEN_PATH)) };
  const watch = createWatch({ ...aim, ...recording, assay: VERSION, build, file: source, at });

  const conclude = async (where: string, its: RunInputs, plan: Plan, record = watch.record): Promise<ExitCode> => {
    if (record !== watch.record)
      writeFile(join(where, RUN_FILES.record), record.map((each) => `${JSON.stringify(each)}\n`).join(''));
    writeFile(join(where, RUN_FILES.inputs), `${JSON.stringify(its)}\n`);
    writeFile(join(where, RUN_FILES.plan), `${JSON.stringify(plan)}\n`);
    const run = { folder: where, plan, record, inputs: its };
    const judged = judgeRun(run, its === inputs ? validators : compileContract(its.contract));
    await report(where, judged, options);
    return exitCodeOf(judged.input, options);
  };

  return {
    ...watch,
    /**
     * Ends the record, judges it and reports. If it is known what was asked (`asked`), the gateway is judged by that plan.
     */
    end: async (endedAt: number, asked?: AskedTraffic): Promise<ExitCode> => {
      watch.end(endedAt);
      file.close();
      const plan = watch.plan();
      const hide = createRecorder({ ...recording, write: null, clock: { now: () => at } });
      const kept = asked?.record.map((each) => ({ ...hide.record(each), seq: each.seq }));
      // A file does not prove who made it, so it is judged but never certified.
      const its = asked && { ...asked.plan, whole: { cases: asked.plan.journeys.length, digest: '' } };
      const ended = await conclude(folder, inputs, its ?? plan, kept);
      // Requests of a plan are wrong on purpose, so the client is not judged.
      if (asked) return ended;
      const below = join(folder, CLIENT_SIDE);
      holdFolder(below);
      if (!options.quiet) print('\nThe client’s side of it:\n');
      const named = `client of ${target.target}`;
      const record = watch.record.map((each) => (each.type === 'run-started' ? { ...each, target: named } : each));
      // Waivers are about the gateway.
      const other = {
        ...inputs,
        contract: loadClientContract(contract),
        waivers: undefined,
        target: { ...shownTarget, target: named },
      };
      const endedThere = await conclude(below, other, { ...plan, side: 'client' }, record);
      return ended === EXIT.passed || endedThere === EXIT.failed ? endedThere : ended;
    },
  };
}
