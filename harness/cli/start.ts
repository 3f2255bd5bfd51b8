import { EXIT } from './exit.ts';
import { main } from './main.ts';

// A fault of Assay must not look like one of the gateway, which is what Node's own status would say.
process.on('uncaughtException', (error) => {
  console.error(error);
  console.error('\nThis is a fault of Assay, not of the target: please report it with the lines above.');
  process.exit(EXIT.crashed);
});
// Whoever reads on may stop reading (`assay plan | head`); what else there is to do is done all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2));
