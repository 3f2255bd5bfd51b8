import { inspect } from 'node:util';
import { EXIT } from '../application/exit.ts';
import { sayProblems } from '../application/say.ts';
import { fileProblem } from '../source/file.ts';
import { inSources } from './bundle.ts';
import { main } from './main.ts';

// A bug of Assay must not look like a failed gateway: Node's own exit code would be 1.
process.on('uncaughtException', (error) => {
  console.error(inSources(inspect(error)));
  console.error('\nThis is a fault of Assay, not of the target: please report it with the lines above.');
  process.exit(EXIT.crashed);
});
// The reader of a pipe may stop early (`assay plan | head`); the rest of the work is still done.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (error.code === undefined) throw error;
    sayProblems([fileProblem('write', stream === process.stdout ? 'standard output' : 'standard error', error)]);
    process.exit(EXIT.environment);
  });
}
// If the process that started this one through a channel, such as the workbench, is killed, end in order, as on SIGTERM.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel must not keep a finished process alive.
  process.channel.unref();
}
// npx passes no signal on when it is killed: its child would hold the port, and a later run would certify it.
const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
if (event === 'npx' && /^['"]?assay\b/.test(script)) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
// Until main resolves, an early exit counts as a crash: Node would exit with 0 once nothing is left to wait for.
process.exitCode = EXIT.crashed;
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
