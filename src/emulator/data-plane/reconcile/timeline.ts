import type { RevisionRow } from '../../ports/store.ts';

/** Part of a build, with its duration in milliseconds. */
export interface BuildPhase {
  name: string;
  ms: number;
}

/** Names of the parts of a rollout, by the status of the revision. */
const PARTS: Readonly<Record<string, string>> = {
  CREATING: 'waiting',
  QUEUED: 'waiting',
  AWAITING_BUILD: 'waiting',
  BUILDING: 'build',
  AWAITING_DEPLOY: 'start',
  DEPLOYING: 'start',
};

/**
 * Describes where the time of a rollout went, from the history of the revision's statuses. `phases` are the parts of
 * the build, and `now` is the time in epoch milliseconds. Returns `undefined` for a revision without a history.
 */
export function describeTimeline(
  history: RevisionRow['history'],
  phases: readonly BuildPhase[],
  now: number,
): string | undefined {
  const [first] = history;
  if (first === undefined) return undefined;
  const parts = new Map<string, number>();
  for (const [index, { status, at }] of history.entries()) {
    const part = PARTS[status] ?? 'other';
    const ms = Math.max(0, (history[index + 1]?.at ?? now) - at);
    parts.set(part, (parts.get(part) ?? 0) + ms);
  }
  const build = phases.map(({ name, ms }) => `${name} ${duration(ms)}`).join(', ');
  const shown = [...parts].map(([part, ms]) => {
    const inner = part === 'build' && build !== '' ? ` (${build})` : '';
    return `${part} ${duration(ms)}${inner}`;
  });
  return `Ready ${duration(Math.max(0, now - first.at))} after its creation: ${shown.join(', ')}.`;
}

const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
