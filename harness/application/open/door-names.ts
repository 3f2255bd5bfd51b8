/** How the embedded fake is reached: msw's handlers, the bare function, or a socket of its own. */
export const DOORS = ['msw', 'function', 'socket'] as const;
/** One of them, as `--door` names it. */
export type DoorName = (typeof DOORS)[number];
