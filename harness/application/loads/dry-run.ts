import { realClock } from '../../io/real-clock.ts';
import { arrivalsOf } from '../../load/arrivals.ts';
import { stagesFrom } from '../../load/week.ts';
import type { TrafficProfile } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { count } from '../../words/text.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Inputs } from '../inputs.ts';
import { print } from '../say.ts';
import { peak, refuseUnlessAllowed } from './allowed.ts';
import { k6OrRefuse } from './engine.ts';
import type { EngineName } from './execute-load.ts';

/**
 * Prints what a load would send, with which engine and where to. Ends the command on anything that would stop the load;
 * what only this machine lacks is reported last.
 */
export async function sayWhatWouldBeSent(
  inputs: Inputs,
  traffic: TrafficProfile,
  engine: EngineName,
): Promise<ExitCode> {
  refuseUnlessAllowed(inputs, traffic);
  const { target, world } = inputs;
  const isEmbedded = target.baseUrl === 'embedded';
  const arrivals = arrivalsOf(stagesFrom(traffic, world, realClock.now()));
  const { journeys, requests } = peak(inputs, traffic);
  const time = isEmbedded && engine === 'simulated' ? 'simulated' : 'real';
  print(
    [
      `${traffic.id}: ${traffic.title}`,
      `  ${count(arrivals.count, 'journey')} in ${formatDuration(arrivals.durationMs)}, and then up to ${formatDuration(traffic.drainMs)} for KCIs`,
      `  at most ${rounded(journeys)} journeys and about ${rounded(requests)} requests a second`,
      `  by ${SENDERS[engine]}, on ${time} time, to ${isEmbedded ? 'the embedded fake' : target.baseUrl}`,
      'nothing was sent',
    ].join('\n'),
  );
  if (engine === 'k6') await k6OrRefuse();
  return EXIT.passed;
}

const SENDERS: Readonly<Record<EngineName, string>> = {
  k6: 'k6',
  native: 'the runner of a certification',
  simulated: 'the runner of a certification',
};

function rounded(rate: number): string {
  return String(Number(rate.toFixed(1)));
}
