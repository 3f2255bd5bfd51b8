/** How the embedded fake is reached: the bare function, msw's handlers, or a socket of its own. */
export const DOORS = ['function', 'msw', 'socket'] as const;
/** One of them, as `--door` names it. */
export type DoorName = (typeof DOORS)[number];
