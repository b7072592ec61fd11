// Tests preload this module into the built action (`node --import`). The injected clock is then the emulator's virtual
// time. The action joins the clock before its first line runs. Sockets, processes and their limits use real time.
import process from 'node:process';
import { CLOCK_VARIABLES, joinClock } from './participant.ts';

/**
 * Returns the value of a variable and deletes it, so that child processes of the action do not join under the same
 * name.
 */
function take(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: set it to the clock to use`);
  Reflect.deleteProperty(process.env, name);
  return value;
}

const admin = take(CLOCK_VARIABLES.admin);
const key = take(CLOCK_VARIABLES.key);
const parent = take(CLOCK_VARIABLES.parent);
const clock = await joinClock(
  { admin, key },
  { parent: parent === '' ? undefined : parent, label: 'action' },
);
Object.assign(globalThis, { [Symbol.for('agent-deploy.clock')]: clock });
