/** The parts of a set-up, in the order in which the doctor looks at them, with their headings. */
export const doctorParts = {
  files: 'Files',
  address: 'The way to the gateway',
  gateway: 'The gateway',
  webhook: 'The webhook',
  world: 'The world',
  steering: 'Steering',
} as const;

/** One of them. */
export type DoctorPart = keyof typeof doctorParts;
