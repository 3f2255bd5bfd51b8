import { readPattern } from '../kci/pattern.ts';
import type { KciProfile, Pattern } from '../model.ts';
import { kci, order, REAL, type Story, tell } from './record-builder.ts';

export const DAY_MS = 86_400_000;
export const HAPPY = ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'] as const;

export const pattern = (...items: Parameters<typeof readPattern>[0][]): Pattern => readPattern(items).pattern;
export const owed = kci(pattern('ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'));

/** An accepted order, whose events are told by `events`; then the journey ends. */
export function placed(
  events: (story: Story) => void,
  options: Parameters<Story['journey']>[2] = { kci: [owed] },
): Story {
  const story = tell()
    .journey('o', [order(5)], options)
    .start('o')
    .ask('o', 'order', 202);
  events(story);
  return story.end('o').finish();
}

export const walk =
  (...names: readonly string[]) =>
  (story: Story): void => {
    for (const name of names) story.event(5, name);
  };

export const withDelivery = (delivery: Partial<KciProfile['delivery']>): { readonly profile: KciProfile } => ({
  profile: { ...REAL.profile, delivery: { ...REAL.profile.delivery, ...delivery } },
});

/** The delivery of an order's first or second event, to be delivered out of order. */
export function told(id: number, name: string) {
  const story = tell()
    .journey('x', [order(id)])
    .start('x')
    .ask('x', 'order', 202);
  for (const each of HAPPY) {
    story.event(id, each);
    if (each === name) break;
  }
  const last = story.record.at(-1);
  if (last?.type !== 'delivery-received') throw new Error('no delivery');
  return { text: last.body.text ?? '', headers: last.headers };
}
