import { parentPort, workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import { judgeHeap } from './heap-verdict.ts';
import type { Heap, Law } from './judges.ts';

/** The thread of the judges: it is given the law once, and then one heap after the other. */
const law = workerData as Law;
const validators = compileContract(law.contract);
parentPort?.on('message', (heap: Heap) => {
  parentPort?.postMessage(judgeHeap({ ...law, validators, ...heap }));
});
