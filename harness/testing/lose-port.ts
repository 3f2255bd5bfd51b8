import { existsSync } from 'node:fs';
import { Server } from 'node:net';
import { realClock } from '../io/real-clock.ts';

/**
 * To be loaded before a command: takes its listening sockets away once there is a file, as a network that goes takes them.
 */
const { LOSE_PORT_ONCE = '' } = process.env;
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...words: unknown[]): Server {
  const look = (): unknown => (existsSync(LOSE_PORT_ONCE) ? this.close() : realClock.schedule(20, look));
  look();
  return Reflect.apply(listen, this, words) as Server;
};
