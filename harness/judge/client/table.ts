import type { CheckFunction } from '../check.ts';
import { EVENT_CHECKS } from './events.ts';
import { ORDER_CHECKS } from './orders.ts';
import { REQUEST_CHECKS } from './requests.ts';
import { TASK_CHECKS } from './task.ts';
import { TOKEN_CHECKS } from './tokens.ts';

/** All checks of clients by id, as the clients' register and findings name them. */
export const CLIENT_CHECKS = {
  ...REQUEST_CHECKS,
  ...TOKEN_CHECKS,
  ...ORDER_CHECKS,
  ...EVENT_CHECKS,
  ...TASK_CHECKS,
} as const satisfies Readonly<Record<string, CheckFunction>>;
