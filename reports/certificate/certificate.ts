import type { CaseOutcome, CaseVerdict, RowOutcome, RowVerdict, Verdict } from '../../harness/model.ts';
import { iso } from '../../harness/words/times.ts';
import type { ReportInput } from '../input.ts';
import { shareOf } from '../story/attempts.ts';
import { headlineOf } from '../story/describe.ts';
import { alike } from '../story/groups.ts';
import { allFound, runStory } from '../story/run-story.ts';
import { waiverWords } from '../story/waived.ts';
import { rowOrder } from '../words/words.ts';

/** An input by which a run was judged, with its digest. */
interface CertifiedVersion {
  readonly name: string;
  readonly sha256: string;
}

/** What a certificate needs besides the run: what it was judged by, and the seal that identifies it. */
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
  /** Who answers for it and until when: stated when it was issued, and not in the record. */
  readonly issued: {
    readonly by?: string | undefined;
    /** The last day of validity, in UTC. */
    readonly until: string;
  };
  readonly seal: {
    readonly digest: string;
    /** ISO 8601, UTC. */
    readonly sealedAt: string;
    /** Fingerprint of the public key; absent if not signed. */
    readonly signedBy?: string;
  };
}

/** What was tested: its name, by its target or its tenant, and its address. */
interface Tested {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly build?: string;
}

/** `certificate.json`: what was certified, by which inputs, and the outcome of every requirement. */
export interface Certificate extends Omit<CertificateInput, 'report' | 'target'> {
  readonly version: 2;
  readonly outcome: Verdict['outcome'];
  readonly scope: Verdict['scope'];
  /** The tested gateway, or the tenant's client: exactly one of them. */
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
  /** Cases that could not be judged or do not apply, with the reason. */
  readonly unjudged: readonly Pick<CaseVerdict, 'id' | 'outcome' | 'reason' | 'detail'>[];
  /** Every row of the register, in its order. */
  readonly requirements: readonly Omit<RowVerdict, 'cases'>[];
  /** Capabilities that the target declares to lack. */
  readonly declaredAbsent: readonly string[];
  /** Row id to the answer agreed on where the specification allows several, or is silent. */
  readonly readings: Readonly<Record<string, string>>;
  /** What the gateway does where the specification is silent. */
  readonly observed: readonly {
    readonly rows: readonly string[];
    readonly silence: string;
    readonly seen: string;
    readonly times: number;
  }[];
  /** Waived failures. They still count for the outcome. */
  readonly waived: readonly { readonly check: string; readonly cases: readonly string[]; readonly words: string }[];
  readonly repeats: {
    /** How many cases were walked several times, and the least and the most walks of a case. */
    readonly cases: number;
    readonly least: number;
    readonly most: number;
    /** Cases that failed only sometimes, with how often. */
    readonly intermittent: readonly { readonly case: string; readonly failed: number; readonly of: number }[];
  };
}

/** A certificate as its file holds it. */
export interface Issued extends Certificate {
  /** The issuer's signature of all members before it. */
  readonly signature?:
    | { readonly algorithm: 'Ed25519'; readonly publicKey: string; readonly value: string }
    | undefined;
}

/** Makes a certificate. Does not check whether it may be issued. */
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

/** What was tested, and which side it is. */
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

/** The requirements of a certificate by outcome, the most important outcomes first. */
export function byOutcome({
  requirements,
}: Certificate): readonly (readonly [RowOutcome, Certificate['requirements']])[] {
  return rowOrder.flatMap((outcome) => {
    const those = requirements.filter((row) => row.outcome === outcome);
    return those.length === 0 ? [] : [[outcome, those] as const];
  });
}
