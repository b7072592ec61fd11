import { hostname } from 'node:os';
import type { Processes as ProcessTable } from '../../ports/store.ts';
import { terminateGroup } from './group.ts';
import { startToken } from '../../../credential-proxy/owner/start-token.ts';

/** Names this emulator process, in the process table and on leases, so that others can tell whether it still lives. */
export async function ownerToken(): Promise<string> {
  return `${hostname()}/${process.pid}/${(await startToken(process.pid)) ?? 'unknown'}`;
}

/** Whether an owner is an emulator of this machine that is no more. Of other machines nothing is known. */
export async function isDeadOwner(owner: string): Promise<boolean> {
  const [host, pid, ...token] = owner.split('/');
  if (host !== hostname()) return false;
  return (await startToken(Number(pid))) !== token.join('/');
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
      if (!(await isDeadOwner(row.owner))) return 0;
      const same = (await startToken(row.pid)) === row.startToken;
      if (same) await terminateGroup(row.pid, graceMs);
      await table.remove(row.owner, row.pid);
      return same ? 1 : 0;
    }),
  );
  return swept.reduce((sum, count) => sum + count, 0);
}
