import type { AgentRun } from '../../contract/agent-responses.ts';

/**
 * Another run that used the thread after ours had begun, of those that are listed latest first once the state was read:
 * what the thread holds may be of its making. One that waits has done nothing yet. Pure.
 */
export function findInterferingRun(runs: readonly AgentRun[], ourId: string): AgentRun | undefined {
  const at = runs.findIndex(({ run_id }) => run_id === ourId);
  const ours = runs[at];
  return runs.find((other, index) => {
    if (other.run_id === ourId || other.status === 'pending') return false;
    if (ours === undefined || other.status === 'running') return true;
    return later(other, ours) ?? index < at;
  });
}

/** Undefined where the times do not tell. */
function later(one: AgentRun, other: AgentRun): boolean | undefined {
  const [a, b] = [one.created_at ?? '', other.created_at ?? ''];
  const apart = Date.parse(a) - Date.parse(b);
  if (Number.isNaN(apart)) return undefined;
  if (apart !== 0) return apart > 0;
  // A date of JavaScript has no microseconds.
  const [fine, others] = [microseconds(a), microseconds(b)];
  return fine === others ? undefined : fine > others;
}

function microseconds(time: string): number {
  return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, '0') ?? 0);
}
