// Preloaded into the built action (`node --import`). Product time is then the emulator's virtual time. The action is
// a participant before its first line runs. Sockets, processes and their limits use real time.
import process from 'node:process';
import { CLOCK_VARIABLES, joinClock } from './participant.ts';

/**
 * Removes a variable and returns its value, so that processes that the action starts do not take part under its name.
 */
function take(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: say which clock is meant`);
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
