import { objectOf } from './json-safety.ts';

/** Returns the cause of a run, from the run's request and metadata, and the ID of the run that a replay repeats. */
export function sourceOfRun(
  kwargs: Record<string, unknown>,
  { replay_of: replayOf }: Record<string, unknown>,
): { source: 'api' | 'cron' | 'replay'; replayOf: string | null } {
  if (typeof replayOf === 'string' && replayOf.length <= 100) return { source: 'replay', replayOf };
  const { cron_id: cronId } = objectOf(objectOf(kwargs['config'])['configurable']);
  return { source: cronId === undefined ? 'api' : 'cron', replayOf: null };
}
