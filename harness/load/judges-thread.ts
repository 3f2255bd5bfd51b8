import { workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import { type HeapVerdict, judgeHeap } from './heap-verdict.ts';
import type { Heap } from './judges.ts';
import type { Law } from './judges-apart.ts';
import { workFor } from './thread.ts';

/** The judges' own side: they are given the law once, and then one heap after the other. */
const law = workerData as Law;
const validators = compileContract(law.contract);
workFor<Heap, HeapVerdict>((heap) => judgeHeap({ ...law, ...heap, validators }));
