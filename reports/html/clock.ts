import { isInProcess } from '../../harness/wire/in-process.ts';

/** Whether a run's time was virtual. */
export function clockOf(baseUrl: string): 'virtual' | 'real' {
  return isInProcess(baseUrl) ? 'virtual' : 'real';
}
