import { type Arena, openArena } from './arena.ts';
import { play } from './play/play.ts';
import type { Played } from './play/played.ts';
import type { Schedule } from './schedule.ts';

/** The emulators of a test file, opened when they are needed. */
export interface Arenas {
  /** Plays a schedule where it can be played; an arena on which that failed is not used again. */
  play(schedule: Schedule): Promise<Played>;
  close(): Promise<void>;
}

/** None yet. One keeps its data on disk, for schedules that restart it; the other is faster. */
export function useArenas(): Arenas {
  const open = new Map<boolean, Promise<Arena>>();
  let serial = 0;
  return {
    async play(schedule) {
      const keep = schedule.restarts.length > 0;
      const opening = open.get(keep) ?? openArena({ keep });
      open.set(keep, opening);
      serial += 1;
      try {
        return await play(await opening, schedule, String(serial));
      } catch (error) {
        open.delete(keep);
        await (await opening).close();
        throw error;
      }
    },
    async close() {
      for (const arena of open.values()) await (await arena).close();
      open.clear();
    },
  };
}
