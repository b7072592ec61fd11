/** One status as it was seen. Milliseconds since the wait began; `endMs` undefined while it lasts. */
export interface PhaseSpan {
  status: string;
  startMs: number;
  endMs: number | undefined;
}

/** The timeline with one more sighting: the same status goes on, another one ends the last and begins. Pure. */
export function addStatus(timeline: readonly PhaseSpan[], status: string, atMs: number): PhaseSpan[] {
  const last = timeline.at(-1);
  if (last === undefined) return [{ status, startMs: atMs, endMs: undefined }];
  if (last.status === status) return [...timeline];
  return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: undefined }];
}

/** The timeline at its end: what still lasted ends now. */
export function closeTimeline(timeline: readonly PhaseSpan[], atMs: number): PhaseSpan[] {
  return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
}

/** `45s`, `2m 05s`, `1h 03m`; under a second `0.4s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
