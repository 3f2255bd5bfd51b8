import { join } from 'node:path';
import { HIDDEN_PATH } from '../../io/receiver.ts';
import { openRecord } from '../../io/record-file.ts';
import { createWatch, type Watch } from '../../traffic/watch.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun } from '../folder/hold-folder.ts';
import type { Aim } from '../inputs.ts';
import { secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { judgeRun } from '../stored/rejudge.ts';
import { knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import type { RunWaivers } from '../waivers.ts';

/** How traffic is judged that others made, and what is made of it. */
export interface TrafficOptions extends ReportOptions {
  readonly out?: string | undefined;
  readonly allowInconclusive?: boolean | undefined;
  readonly waivers?: RunWaivers | undefined;
  readonly build?: string | undefined;
  /** What made the run: `npx assay judge-traffic capture.har`. */
  readonly command: string;
}

/** A watch whose run has a folder like any other. */
export interface WatchedRun extends Pick<Watch, 'see' | 'plan' | 'record'> {
  readonly folder: string;
  /** Ends the record, judges it and reports. */
  end(at: number): Promise<ExitCode>;
}

/** Begins a run that only looks on; `source` is where the traffic stands, as reports name it. */
export function watchRun(aim: Aim, source: string, at: number, options: TrafficOptions): WatchedRun {
  const { contract, validators, profile, world, target, secrets } = aim;
  const { command, waivers, build } = options;
  const folder = folderForRun(target.target, options);
  const shownTarget = targetWithoutSecrets(target, secrets);
  const inputs: RunInputs = { contract, profile, world, target: shownTarget, command, assay: VERSION, waivers };
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(inputs)}\n`);
  const file = openRecord(join(folder, FILES.record));
  const hidden = secretsOf(aim, target.webhook.pathSecret ?? '').filter(({ value }) => value !== '');
  const own = { write: file.write, secrets: hidden, isKnown: knownTo(aim, HIDDEN_PATH) };
  const watch = createWatch({ ...aim, ...own, assay: VERSION, build, file: source, at });
  return {
    ...watch,
    folder,
    end: async (endedAt) => {
      watch.end(endedAt);
      file.close();
      const plan = watch.plan();
      writeFile(join(folder, FILES.plan), `${JSON.stringify(plan)}\n`);
      const judged = judgeRun({ folder, plan, record: watch.record, inputs }, validators);
      await report(folder, judged, options);
      return exitCodeOf(judged.input, options);
    },
  };
}
