import { workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import type { Batch } from './judges.ts';
import { type CasesFound, judgeBatch } from './judges.ts';
import type { Law } from './judges-worker.ts';
import { workFor } from './thread.ts';

/** The judges' own side: they are given the law once, and then one batch after the other. */
const law = workerData as Law;
const validators = compileContract(law.contract);
workFor<Batch, CasesFound>((batch) => judgeBatch({ ...law, ...batch, validators }));
