import type { RunRow } from '../../../src/emulator/ports/store.ts';
import { runRow, threadRow } from '../store/samples.ts';
import type { Plane } from '../server/plane.ts';

/** Creates a run of a deployment on a new thread. */
export async function aRun(plane: Plane, change: Partial<RunRow> = {}): Promise<RunRow> {
  const { id } = await plane.create();
  const thread = threadRow(id);
  await plane.store.threads.insert(thread);
  const run = runRow(thread, change);
  await plane.store.runs.insert(run);
  return run;
}
