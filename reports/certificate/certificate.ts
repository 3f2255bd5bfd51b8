import type { CaseOutcome, CaseVerdict, RowOutcome, RowVerdict, Verdict } from '../../harness/model.ts';
import { iso } from '../../harness/words/times.ts';
import type { ReportInput } from '../input.ts';
import { shareOf } from '../story/attempts.ts';
import { headlineOf } from '../story/describe.ts';
import { alike } from '../story/groups.ts';
import { allFound, runStory } from '../story/run-story.ts';
import { waiverWords } from '../story/waived.ts';
import { rowOrder } from '../words/words.ts';

/** Something that a run was judged against, by name and digest. */
interface CertifiedVersion {
  readonly name: string;
  readonly sha256: string;
}

/** What a certificate needs beside the run: what it was judged against, and the seal by which the run is known. */
interface CertificateInput {
  readonly report: ReportInput;
  readonly against: {
    readonly contract: string;
    readonly register: string;
    readonly profile: CertifiedVersion;
    readonly world: CertifiedVersion;
    readonly target: CertifiedVersion & { readonly baseUrl: string };
  };
  readonly target: {
    readonly title: string;
    readonly lacks: readonly string[];
    readonly readings: Readonly<Record<string, string>>;
  };
  /** Who answers for it and until when: said when it was issued, and in no record. */
  readonly issued: {
    readonly by?: string | undefined;
    /** The last day, in UTC. */
    readonly until: string;
  };
  readonly seal: {
    readonly digest: string;
    /** ISO 8601, UTC. */
    readonly sealedAt: string;
    /** Fingerprint of the public key; absent where nobody signed. */
    readonly signedBy?: string;
  };
}

/** What was tested: the name that its target or its tenant gives it, and where it was reached. */
interface Tested {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly build?: string;
}

/** `certificate.json`: what was certified, against what, and what came of every requirement. */
export interface Certificate extends Omit<CertificateInput, 'report' | 'target'> {
  readonly version: 2;
  readonly outcome: Verdict['outcome'];
  readonly scope: Verdict['scope'];
  /** The gateway that was tested, or the tenant's client: one of the two. */
  readonly gateway?: Tested;
  readonly client?: Tested;
  readonly assay: string;
  readonly run: {
    readonly startedAt: string;
    readonly endedAt: string;
    readonly seed: number;
    readonly nonce: string;
    readonly cases: Readonly<Record<CaseOutcome, number>>;
    readonly checks: Verdict['counts']['checks'];
    readonly requests: number;
    readonly deliveries: number;
  };
  readonly counts: Readonly<Record<RowOutcome, number>>;
  /** Cases that could not be judged or do not apply, and why. */
  readonly unjudged: readonly Pick<CaseVerdict, 'id' | 'outcome' | 'reason' | 'detail'>[];
  /** Every row of the register, in its order. */
  readonly requirements: readonly Omit<RowVerdict, 'cases'>[];
  /** Capabilities that the target declares that it lacks. */
  readonly declaredAbsent: readonly string[];
  /** Row to the answer agreed on where the specification leaves several open, or says nothing. */
  readonly readings: Readonly<Record<string, string>>;
  /** What the gateway does where the specification is silent. */
  readonly observed: readonly {
    readonly rows: readonly string[];
    readonly silence: string;
    readonly seen: string;
    readonly times: number;
  }[];
  /** Failures that somebody answers for. They are in the outcome all the same. */
  readonly waived: readonly { readonly check: string; readonly cases: readonly string[]; readonly words: string }[];
  readonly repeats: {
    /** Cases that were walked several times, and the least and the most walks of one. */
    readonly cases: number;
    readonly least: number;
    readonly most: number;
    /** Cases that failed now and then, with how often. */
    readonly intermittent: readonly { readonly case: string; readonly failed: number; readonly of: number }[];
  };
}

/** A certificate as its file holds it. */
export interface Issued extends Certificate {
  /** The issuer's, of all members before it. */
  readonly signature?:
    | { readonly algorithm: 'Ed25519'; readonly publicKey: string; readonly value: string }
    | undefined;
}

/** Puts a certificate together. Whether it may be issued is not asked here. */
export function certificate({ report, against, target, issued, seal }: CertificateInput): Certificate {
  const { verdict, plan } = report;
  const { counts } = verdict;
  const tested = {
    name: verdict.target,
    title: target.title,
    baseUrl: verdict.baseUrl,
    ...(verdict.build === undefined ? {} : { build: verdict.build }),
  };
  return {
    version: 2,
    outcome: verdict.outcome,
    scope: verdict.scope,
    issued,
    ...(verdict.side === 'client' ? { client: tested } : { gateway: tested }),
    assay: verdict.assay,
    run: {
      startedAt: iso(verdict.startedAt),
      endedAt: iso(verdict.endedAt),
      seed: verdict.seed,
      nonce: plan.nonce,
      cases: counts.cases,
      checks: counts.checks,
      requests: counts.requests,
      deliveries: counts.deliveries,
    },
    against,
    seal,
    counts: counts.rows,
    unjudged: verdict.cases
      .filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'not-applicable')
      .map(({ id, outcome, reason, detail }) => ({
        id,
        outcome,
        ...(reason === undefined ? {} : { reason }),
        ...(detail === undefined ? {} : { detail }),
      })),
    requirements: verdict.requirements.map(({ cases: _, ...row }) => row),
    declaredAbsent: target.lacks,
    readings: target.readings,
    observed: observed(report),
    waived: (report.waiving?.used ?? []).map(({ waiver, cases }) => ({
      check: waiver.check,
      cases,
      words: waiverWords(waiver),
    })),
    repeats: repeats(verdict),
  };
}

/** What a certificate speaks of, and which side that is. */
export function testedIn({ client, gateway }: Certificate): Tested & { readonly side: 'client' | 'gateway' } {
  if (client) return { side: 'client', ...client };
  if (gateway) return { side: 'gateway', ...gateway };
  throw new Error('a certificate that does not say what was tested');
}

function observed(report: ReportInput): Certificate['observed'] {
  const run = runStory(report);
  const found = allFound(run);
  return alike(found.filter(({ outcome }) => outcome === 'observed')).map(({ first, all }) => ({
    rows: first.check.requirements,
    silence: headlineOf(first),
    seen: first.finding.summary,
    times: all.length,
  }));
}

function repeats({ cases }: Verdict): Certificate['repeats'] {
  const walks = cases.flatMap((one) => {
    const share = shareOf(one);
    return share ? [{ case: one.id, ...share }] : [];
  });
  const often = walks.map(({ of }) => of);
  return {
    cases: walks.length,
    least: walks.length === 0 ? 1 : Math.min(...often),
    most: walks.length === 0 ? 1 : Math.max(...often),
    intermittent: walks
      .filter(({ isIntermittent }) => isIntermittent)
      .map(({ case: id, failed, of }) => ({ case: id, failed, of })),
  };
}

/** The requirements of a certificate by what came of them, in the order in which outcomes matter to a reader. */
export function byOutcome({
  requirements,
}: Certificate): readonly (readonly [RowOutcome, Certificate['requirements']])[] {
  return rowOrder.flatMap((outcome) => {
    const those = requirements.filter((row) => row.outcome === outcome);
    return those.length === 0 ? [] : [[outcome, those] as const];
  });
}
