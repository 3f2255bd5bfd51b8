import { parentPort, workerData } from 'node:worker_threads';
import { compileContract } from '../contract/validators.ts';
import type { Journey } from '../model.ts';
import { judgeHeap } from './heap-verdict.ts';
import type { Done, JourneyOrId, Law, Task } from './office.ts';
import { createLoadPlanner } from './planner.ts';

/** The office's own side: it is given the law once, and then one task after the other. */
const { planning, ...law } = workerData as Law;
const validators = compileContract(law.contract);
const planner = planning && createLoadPlanner(planning.scenarios, planning.input);
/** Planned here, and not yet judged. */
const planned = new Map<string, Journey>();
const tasks: Task[] = [];

const planOf = (journey: JourneyOrId): readonly Journey[] => {
  if (typeof journey !== 'string') return [journey];
  const known = planned.get(journey);
  planned.delete(journey);
  return known ? [known] : [];
};

const done = (task: Task): Done => {
  if ('judge' in task) {
    const { plan, record } = task.judge;
    return {
      verdict: judgeHeap({ ...law, validators, plan: { ...plan, journeys: plan.journeys.flatMap(planOf) }, record }),
    };
  }
  const journeys = planner ? task.plan.map(planner.journeyOf) : [];
  for (const journey of journeys) planned.set(journey.id, journey);
  return { planned: journeys };
};

/** The sender waits for plans, and not for verdicts. */
const work = (): void => {
  const next = tasks.findIndex((task) => 'plan' in task);
  const [task] = tasks.splice(Math.max(0, next), 1);
  if (task) parentPort?.postMessage(done(task));
  if (tasks.length > 0) setImmediate(work);
};
parentPort?.on('message', (task: Task) => {
  tasks.push(task);
  if (tasks.length === 1) setImmediate(work);
});
