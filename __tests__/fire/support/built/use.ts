import { afterAll, beforeAll } from '@jest/globals';
import { ensureDist } from '../../../../harness/dist.ts';
import type { Played } from '../play/played.ts';
import type { Schedule } from '../schedule.ts';
import { type BuiltArena, openBuiltArena } from './arena.ts';
import { playBuilt } from './play.ts';

/** The processes of a test file: emulators are started when they are needed and ended after the tests. */
export interface BuiltStages {
  play(schedule: Schedule): Promise<Played>;
  /** One whose emulator can be killed. */
  keeping(): Promise<BuiltArena>;
}

/** To be called outside of tests. */
export function useBuiltArenas(): BuiltStages {
  const open = new Map<boolean, Promise<BuiltArena>>();
  let serial = 0;
  const arena = (keep: boolean) => {
    const opening = open.get(keep) ?? openBuiltArena({ keep });
    open.set(keep, opening);
    return opening;
  };
  beforeAll(ensureDist, 60_000);
  afterAll(async () => {
    for (const opened of open.values()) await (await opened).close();
  }, 30_000);
  return {
    keeping: () => arena(true),
    async play(schedule) {
      serial += 1;
      return playBuilt(await arena(schedule.restarts.length > 0), schedule, `b${serial}`);
    },
  };
}
