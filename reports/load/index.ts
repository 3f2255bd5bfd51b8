import type { LoadVerdict } from '../../harness/model.ts';
import type { ReporterName } from '../reporters.ts';
import { loadCtrf, loadGithub, loadJunit } from './ci.ts';
import { type LoadEvidence, loadHtml } from './html.ts';
import { loadText } from './text.ts';

export { LOAD_LABELS, loadText } from './text.ts';

/** The reports of a load, by the same names as those of a certification. */
export const loadReporters: Readonly<Record<ReporterName, (verdict: LoadVerdict, evidence?: LoadEvidence) => string>> =
  {
    console: (verdict) => loadText(verdict, []),
    junit: loadJunit,
    html: loadHtml,
    ctrf: loadCtrf,
    json: (verdict) => `${JSON.stringify(verdict, null, 2)}\n`,
    github: loadGithub,
  };
