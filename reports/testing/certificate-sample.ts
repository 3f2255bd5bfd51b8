/** Test support: a certificate of a small run. */
import { type Certificate, certificate } from '../certificate/certificate.ts';
import type { ReportInput } from '../input.ts';
import { sampleInput } from './sample-runs.ts';

/** The certificate of a run, with `hostile` in every place that a target's owner controls. */
export function issued(report: ReportInput = sampleInput(), hostile = ''): Certificate {
  const version = { name: `some${hostile}`, sha256: 'ab'.repeat(32) };
  return certificate({
    report,
    against: {
      contract: 'cd'.repeat(32),
      register: 'ef'.repeat(32),
      profile: version,
      world: version,
      target: { ...version, baseUrl: 'https://gateway.example' },
    },
    target: {
      title: `The gateway of Acme${hostile}`,
      lacks: [`smart-meters${hostile}`],
      readings: { 'ERR-09': `422 INVALID_REQUEST${hostile}` },
    },
    issued: { by: `The Lab${hostile}`, until: '2027-03-16' },
    seal: { digest: '12'.repeat(32), sealedAt: '2026-03-16T12:00:00.000Z', signedBy: 'sha256:34' },
  });
}
