import type { CheckFunction } from '../check.ts';
import { EVENT_CHECKS } from './events.ts';
import { ORDER_CHECKS } from './orders.ts';
import { REQUEST_CHECKS } from './requests.ts';
import { TASK_CHECKS } from './task.ts';
import { TOKEN_CHECKS } from './tokens.ts';

/** Everything that is looked at of a client, by the id that its register's `checks` and the findings name. */
export const CLIENT_CHECKS = {
  ...REQUEST_CHECKS,
  ...TOKEN_CHECKS,
  ...ORDER_CHECKS,
  ...EVENT_CHECKS,
  ...TASK_CHECKS,
} as const satisfies Readonly<Record<string, CheckFunction>>;
