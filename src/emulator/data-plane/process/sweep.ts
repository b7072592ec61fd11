import type { Processes as ProcessTable } from '../../seams/store.ts';
import { endGroup } from './group.ts';
import { startToken } from './start-token.ts';

/** Names this emulator process in the process table, so that another one can tell whether it is still alive. */
export async function ownerToken(): Promise<string> {
  return `${process.pid}/${(await startToken(process.pid)) ?? 'unknown'}`;
}

async function ownerAlive(owner: string): Promise<boolean> {
  const [pid = '', ...rest] = owner.split('/');
  const token = await startToken(Number(pid));
  return token !== undefined && token === rest.join('/');
}

/**
 * Ends what an emulator that died on this data directory left running, and forgets it (DESIGN §6). Only a pid whose
 * kernel start time is the recorded one is ended: a recycled number never is, nor is what a living emulator owns.
 * Gives how many groups were ended.
 */
export async function sweepProcesses(table: ProcessTable, graceMs = 1_000): Promise<number> {
  const rows = await table.list();
  const swept = await Promise.all(
    rows.map(async (row): Promise<number> => {
      if (await ownerAlive(row.owner)) return 0;
      const same = (await startToken(row.pid)) === row.startToken;
      if (same) await endGroup(row.pid, graceMs);
      await table.remove(row.pid);
      return same ? 1 : 0;
    }),
  );
  return swept.reduce((sum, count) => sum + count, 0);
}
