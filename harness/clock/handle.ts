import * as z from 'zod';
import { clockEnvironment } from './address.ts';
import type { ClockAddress } from './connection.ts';
import { preloadArguments } from './preload.ts';
import { joinClock, type RemoteParticipant } from './remote.ts';

/** What `runAction` is given so that the action lives in virtual time. */
export interface VirtualRun {
  nodeArguments: string[];
  env: Record<string, string>;
}

/** The clock of an emulator in another process (DESIGN §3 "Virtual time"). */
export interface ClockHandle {
  /** The service's own time, skew included; milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves virtual time on; resolves when everybody who was woken rests again. */
  advance(ms: number): Promise<void>;
  /** From now on the service's own time is off by so much. */
  skew(ms: number): Promise<void>;
  /** A new participant, awake: time stands still until it sleeps or leaves. */
  join(): Promise<RemoteParticipant>;
  /**
   * Runs an action in virtual time: `work` hands what it is given to `runAction`. For the whole of the work somebody
   * takes part, so that no time passes until the action has joined, nor between its phases.
   */
  during<T>(work: (run: VirtualRun) => Promise<T>): Promise<T>;
}

const Clock = z.object({ now_ms: z.number() });

/** `local` makes one request to `/_local` and throws when it is refused. */
export function createClockHandle(
  address: ClockAddress,
  local: (method: string, name: string, body?: unknown) => Promise<unknown>,
): ClockHandle {
  return {
    now: async () => Clock.parse(await local('GET', 'clock')).now_ms,
    advance: async (ms) => void (await local('POST', 'clock', { advance_ms: ms })),
    skew: async (ms) => void (await local('POST', 'clock', { skew_ms: ms })),
    join: () => joinClock(address),
    async during(work) {
      const parent = await joinClock(address, { label: 'run' });
      try {
        return await work({
          nodeArguments: await preloadArguments('virtual'),
          env: clockEnvironment(address, parent.session),
        });
      } finally {
        await parent.leave();
      }
    },
  };
}
