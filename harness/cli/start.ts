import { inspect } from 'node:util';
import { EXIT } from '../application/exit.ts';
import { sayProblems } from '../application/say.ts';
import { fileProblem } from '../source/file.ts';
import { inSources } from './bundle.ts';
import { main } from './main.ts';

// A fault of Assay must not look like one of the gateway, which is what Node's own status would say.
process.on('uncaughtException', (error) => {
  console.error(inSources(inspect(error)));
  console.error('\nThis is a fault of Assay, not of the target: please report it with the lines above.');
  process.exit(EXIT.crashed);
});
// Whoever reads on may stop reading (`assay plan | head`); what else there is to do is done all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (error.code === undefined) throw error;
    sayProblems([fileProblem('write', stream === process.stdout ? 'standard output' : 'standard error', error)]);
    process.exit(EXIT.environment);
  });
}
// Whoever started this through a channel, as the workbench does, may be killed: then this ends in order, as if it were told
// to.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // It keeps nothing going that has come to its end.
  process.channel.unref();
}
// And npx tells nobody that it was killed: what it started would hold its port, and be certified by a later run.
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
if (event === 'npx' && /^['"]?assay\b/.test(script)) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
// Until main resolves, an early exit counts as a crash: Node would end with 0 where nothing is left to wait for.
process.exitCode = EXIT.crashed;
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
