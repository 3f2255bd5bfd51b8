import { readdirSync, readFileSync } from 'node:fs';
import { findFixture, fixtureNames, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import type { Aim, Choices } from '../../workbench/protocol.ts';
import { allFaults } from '../faults.ts';
import { VERSION } from '../version.ts';

/** What there is to choose from: what comes with Assay, the files in the working folder, and what the command line named. */
export function choicesFor(given: Aim, runs: string): Omit<Choices, 'paths'> {
  const files = filesHere();
  const named = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
  const all = (names: readonly string[], kind: keyof typeof files, own: string | undefined): string[] => [
    ...new Set([...named(own), ...names, ...files[kind]]),
  ];
  return {
    assay: VERSION,
    targets: all(fixtureNames(TARGETS), 'target', given.target).map((name) => ({ name, isEmbedded: isEmbedded(name) })),
    profiles: all(fixtureNames(PROFILES), 'profile', given.profile),
    worlds: all(fixtureNames(WORLDS), 'world', given.world),
    faults: allFaults().map(({ fault, title, legal }) => ({ name: fault, title, isLegal: legal === true })),
    given,
    runs,
  };
}

function isEmbedded(target: string): boolean {
  const { file } = findFixture(TARGETS, target);
  return file !== undefined && /^base-url: *embedded\s*$/m.test(readFileSync(file, 'utf8'));
}

/** Files of the working folder by what their first key says they are, as `assay init` writes them. */
function filesHere(): Readonly<Record<'target' | 'profile' | 'world', readonly string[]>> {
  const found = { target: [] as string[], profile: [] as string[], world: [] as string[] };
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    if (!entry.isFile() || !/\.ya?ml$/.test(entry.name)) continue;
    const [, kind] = /^(target|profile|world):/m.exec(readFileSync(entry.name, 'utf8')) ?? [];
    if (kind === 'target' || kind === 'profile' || kind === 'world') found[kind].push(`./${entry.name}`);
  }
  return found;
}
