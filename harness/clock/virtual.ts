// Preloaded into the built action (`node --import`): its product time is the emulator's virtual one. It is
// a participant before the action's first line runs. Sockets, processes and their limits stay on real time.
import process from 'node:process';
import { CLOCK_VARIABLES, joinClock } from './participant.ts';

/** Takes a variable away: nothing that the action starts takes part in its name. */
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
