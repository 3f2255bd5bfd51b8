import type { LoadVerdict } from '../../harness/model.ts';
import type { ReporterName } from '../reporters.ts';
import { loadCtrf, loadGithub, loadJunit } from './ci.ts';
import { type LoadEvidence, loadHtml } from './html.ts';
import { loadText } from './text.ts';

export { LOAD_LABELS, loadText } from './text.ts';

/** The reports of a load, by the same names as those of a certification. */
export const loadReporters: Readonly<
  Record<
    ReporterName,
    { readonly render: (verdict: LoadVerdict, evidence?: LoadEvidence) => string; readonly file: string | null }
  >
> = {
  console: { render: (verdict) => loadText(verdict, []), file: null },
  junit: { render: loadJunit, file: 'junit.xml' },
  html: { render: loadHtml, file: 'index.html' },
  ctrf: { render: loadCtrf, file: 'ctrf.json' },
  json: { render: (verdict) => `${JSON.stringify(verdict, null, 2)}\n`, file: 'load.json' },
  github: { render: loadGithub, file: null },
};
