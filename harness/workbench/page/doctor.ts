import { tag } from '../../../reports/html/parts.ts';
import { type View, view } from '../../../reports/html/view.ts';
import { doctorParts, doctorSummary } from '../../../reports/words/doctor.ts';
import type { Choices, DoctorLine, DoctorNews, TargetFlags } from '../protocol.ts';
import { aimWords, formatCommand } from '../words.ts';
import { type Failed, failedOf, listenTo } from './api.ts';
import { AimFields } from './fields.ts';
import { commandBox, failure } from './parts.ts';

/** What the doctor has found so far. */
export interface DoctorRun {
  readonly aim: TargetFlags;
  readonly lines: readonly DoctorLine[];
  readonly end?: { readonly code: number | null; readonly said: string };
  readonly failed?: Failed;
}

/** Runs the doctor; `tell` gets all findings so far each time there is a new one. */
export async function runDoctor(aim: TargetFlags, tell: (look: DoctorRun) => void): Promise<void> {
  let known: DoctorRun = { aim, lines: [] };
  const now = (change: Partial<DoctorRun>) => {
    known = { ...known, ...change };
    tell(known);
  };
  now({});
  try {
    await listenTo<DoctorNews>('/api/doctor', { ...aim }, new AbortController().signal, (news) =>
      now(news.type === 'line' ? { lines: [...known.lines, news.line] } : { end: news }),
    );
  } catch (error) {
    now({ failed: failedOf(error) });
  }
}

/** The target, what the doctor found there, and the callbacks. */
interface DoctorProps {
  readonly choices: Choices;
  readonly aim: TargetFlags;
  readonly look: DoctorRun | undefined;
  readonly onAim: (aim: TargetFlags) => void;
  readonly onLook: () => void;
}

/** Shows whether a set-up works, and what to change. */
export function Doctor({ choices, aim, look: known, onAim, onLook }: DoctorProps): View {
  const isLooking = known !== undefined && known.end === undefined && known.failed === undefined;
  return view`<main class="page doctor">
    <h1>Does the set-up stand?</h1>
    <p class="quiet">Files, name, connection, certificate, tokens, clock, operations, webhook, world and steering. Nothing is created at the target.</p>
    <div class="columns">
      <section aria-label="Findings" class="what" aria-busy=${String(isLooking)}>
        ${known === undefined && view`<p>The doctor has not looked yet.</p>`}
        ${known && findings(known, isLooking)}
      </section>
      <section aria-label="What to look at" class="against">
        <${AimFields} choices=${choices} draft=${aim} onDraft=${onAim} />
        ${commandBox(formatCommand(['doctor', ...aimWords(aim)]))}
        <div class="buttons"><button type="button" class="main" disabled=${isLooking} onClick=${onLook}>${known === undefined ? 'Look' : isLooking ? 'Looking …' : 'Look again'}</button>
          <a class="button" href="#choose">What to run</a></div>
      </section>
    </div>
  </main>`;
}

const STATES = { problem: 'failed', warning: 'inconclusive', 'not checked': '', ok: 'passed' } as const;

function findings({ aim, lines, end, failed }: DoctorRun, isLooking: boolean): View {
  const parts = [...new Set(lines.map(({ part }) => part))];
  return view`
    <p role="status" class="lead">${isLooking ? `Looking at ${aim.target} …` : doctorSummary(lines)}</p>
    ${failure(failed)}
    ${end && end.said !== '' && lines.length === 0 && view`<div class="refused" role="alert"><pre tabindex="0">${end.said}</pre></div>`}
    ${parts.map((part) => view`<section class="part"><h2>${doctorParts[part]}</h2><dl>${lines.filter((line) => line.part === part).map(finding)}</dl></section>`)}`;
}

function finding({ state, subject, seen, fix, place }: DoctorLine): View {
  return view`<div class=${`looked ${STATES[state]}`}>
    <dt>${tag(STATES[state], state)} <span>${subject}</span></dt>
    <dd>${seen}${fix !== undefined && view`<p class="fix"><b>Fix${place === undefined ? '' : view` in <code>${place}</code>`}:</b> ${fix}</p>`}</dd>
  </div>`;
}
