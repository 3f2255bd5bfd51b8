import type { CaseOutcome, RowOutcome, RowVerdict, Verdict } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { shareOf } from '../story/attempts.ts';
import { headlineOf } from '../story/describe.ts';
import { allFound, fold } from '../story/fold.ts';
import { alike } from '../story/groups.ts';
import { waiverWords } from '../story/waived.ts';
import { iso } from '../words/times.ts';
import { rowOrder } from '../words/words.ts';

/** Something that a run was judged against, by name and digest. */
export interface CertifiedVersion {
  readonly name: string;
  readonly sha256: string;
}

/** What a certificate needs beside the run: what it was judged against, and the seal by which the run is known. */
export interface CertificateInput {
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
  readonly seal: {
    readonly digest: string;
    /** ISO 8601, UTC. */
    readonly sealedAt: string;
    /** Fingerprint of the public key; absent where nobody signed. */
    readonly signedBy?: string;
  };
}

/** `certificate.json`: what was certified, against what, and what came of every promise. */
export interface Certificate extends Omit<CertificateInput, 'report' | 'target'> {
  readonly version: 1;
  readonly outcome: Verdict['outcome'];
  /** Whether every promise that can be tested was looked at. */
  readonly isWhole: boolean;
  readonly gateway: { readonly name: string; readonly title: string; readonly baseUrl: string };
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
  /** Every row of the register, in its order. */
  readonly promises: readonly Pick<
    RowVerdict,
    'id' | 'level' | 'place' | 'sentence' | 'outcome' | 'passed' | 'failed' | 'note'
  >[];
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

/** Puts a certificate together. Whether it may be issued is not asked here. */
export function certificate({ report, against, target, seal }: CertificateInput): Certificate {
  const { verdict, plan } = report;
  const { counts } = verdict;
  return {
    version: 1,
    outcome: verdict.outcome,
    isWhole: counts.rows['not-shown'] === 0 && verdict.shard === undefined,
    gateway: { name: verdict.target, title: target.title, baseUrl: verdict.baseUrl },
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
    promises: verdict.requirements.map(({ id, level, place, sentence, outcome, passed, failed, note }) => ({
      id,
      level,
      place,
      sentence,
      outcome,
      passed,
      failed,
      ...(note === undefined ? {} : { note }),
    })),
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

function observed(report: ReportInput): Certificate['observed'] {
  const folded = fold(report);
  const found = allFound(folded);
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

/** The promises of a certificate by what came of them, in the order in which outcomes matter to a reader. */
export function byOutcome({ promises }: Certificate): readonly (readonly [RowOutcome, Certificate['promises']])[] {
  return rowOrder.flatMap((outcome) => {
    const those = promises.filter((row) => row.outcome === outcome);
    return those.length === 0 ? [] : [[outcome, those] as const];
  });
}
