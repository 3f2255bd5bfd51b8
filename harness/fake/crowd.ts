/** Knows which conversations have a request that is being answered, for faults that show only when two ask at once. */
export interface Crowd {
  /** Whether another request of the conversation is being answered; from now on this one is. */
  isJoined(conversation: string): boolean;
}

/**
 * A crowd without clocks: the answer is there at once, but its caller is told of it only when all who asked in the same
 * turn have asked. Until then their requests are being answered.
 */
export function createCrowd(): Crowd {
  const asking = new Map<string, number>();
  const leave = (conversation: string): void => {
    const others = (asking.get(conversation) ?? 1) - 1;
    if (others === 0) asking.delete(conversation);
    else asking.set(conversation, others);
  };
  return {
    isJoined(conversation) {
      const others = asking.get(conversation) ?? 0;
      asking.set(conversation, others + 1);
      queueMicrotask(() => leave(conversation));
      return others > 0;
    },
  };
}
