/** Time limits and intervals of the data plane, in milliseconds. */
export interface Timing {
  /** Time within which an agent must become healthy. */
  healthDeadlineMs: number;
  /** Maximum time without progress of a revision's pods, where pulling an image counts as progress. */
  progressMs: number;
  /** Interval between two health checks of an agent that serves requests. */
  healthIntervalMs: number;
  /** Time limit of one health check. */
  pingTimeoutMs: number;
  /** Maximum time for which a worker can be silent, or its event loop blocked, before the worker is stopped. */
  stuckMs: number;
  /** Interval between two failures that a fault rule injects into a health check. */
  healthRetryMs: number;
  /** Time within which runs on a replaced revision must end. */
  drainMs: number;
  /** Time within which a worker must exit after a request to stop. */
  stopGraceMs: number;
  /** Time within which running requests must end when a deployment's port is closed. */
  closeGraceMs: number;
  /** Duration of a revision's lease, in real time, after its last renewal. */
  leaseMs: number;
  /** Maximum time that a build stage waits for free space on a full disk before its revision fails. */
  diskFullTimeoutMs: number;
}

/** Default of {@link Timing.stuckMs}, in milliseconds. */
export const DEFAULT_STUCK_MS = 60_000;

/** Time limits and intervals that users cannot configure, unlike `healthDeadlineMs` and `stuckMs`. */
export const DEFAULT_TIMING: Omit<Timing, 'healthDeadlineMs' | 'stuckMs'> = {
  progressMs: 10 * 60_000,
  healthIntervalMs: 15_000,
  pingTimeoutMs: 5_000,
  healthRetryMs: 1_000,
  drainMs: 60_000,
  stopGraceMs: 3_000,
  closeGraceMs: 1_000,
  leaseMs: 30_000,
  diskFullTimeoutMs: 30_000,
};
