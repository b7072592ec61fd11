import { randomInt } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../emulator.ts';
import { type CrashPlan, PLAN_VARIABLE } from './plan.ts';

const PRELOAD = path.join(import.meta.dirname, 'preload', 'main.ts');

/**
 * Starts an emulator under a plan. Undefined: it ended before it served, as its plan had it. Throws when it ends before
 * that in another way.
 */
export async function startVictim(
  options: EmulatorOptions & { dataDir: string },
  plan: CrashPlan,
): Promise<EmulatorHandle | undefined> {
  const env = { ...options.env, [PLAN_VARIABLE]: JSON.stringify(plan) };
  try {
    return await startEmulator({ readyWithinMs: 60_000, ...options, preload: [PRELOAD], env });
  } catch (error) {
    if (String(error).includes('it was ready (SIGKILL)')) return undefined;
    // A start on a full disk is refused: what it says is looked at elsewhere.
    if (plan.full !== undefined && String(error).includes('no room')) return undefined;
    throw error;
  }
}

/**
 * A port of this machine that nobody listens on now, and that the system gives to nobody else by itself while the
 * emulator on it is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    const server = net.createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
