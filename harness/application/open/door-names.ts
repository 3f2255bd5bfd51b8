/** How the embedded fake is reached: msw's handlers, the bare function, or a socket of its own. */
export const DOORS = ['msw', 'function', 'socket'] as const;
/** A value of `--door`. */
export type DoorName = (typeof DOORS)[number];
