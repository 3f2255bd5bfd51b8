import { receiverSpeed } from './bench/receiver-speed.ts';
import { benchInputs } from './bench/journeys.ts';
console.log(await receiverSpeed(benchInputs(), Number(process.argv[2])));
