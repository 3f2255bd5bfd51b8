import { count } from '../../reports/text.ts';
import { judgeAnswer } from '../judge/answer.ts';
import type { Observation, OpenOrder } from '../model.ts';
import { errorCodeOf } from '../judge/answer.ts';
import { jsonOf } from '../wire.ts';
import type { Chore } from './cleanup-plan.ts';
