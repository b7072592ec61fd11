/** Time limits and intervals of the data plane, in milliseconds. */
export interface Timing {
  /** Time in which an agent must become healthy. */
  healthDeadlineMs: number;
  /** Maximum time without progress of a revision's pods, including the pull of their images. */
  progressMs: number;
  /** Interval between two health checks of a serving agent. */
  healthIntervalMs: number;
  /** Time limit of one health check. */
  pingTimeoutMs: number;
  /** Maximum time that a worker may leave health checks unanswered, or block its event loop, before it is stopped. */
  stuckMs: number;
  /** Interval between two failures of a health check caused by a fault rule. */
  healthRetryMs: number;
  /** Time in which work on a replaced revision must end. */
  drainMs: number;
  /** Time in which a worker must exit after a request to stop. */
  stopGraceMs: number;
  /** Time in which running requests must end when a deployment's port is closed. */
  closeGraceMs: number;
  /** Duration of a revision's lease without renewal, in real time. */
  leaseMs: number;
  /** Maximum time that a stage waits for free space on a full disk before its revision fails. */
  diskFullTimeoutMs: number;
}

/** Default time after which a silent or blocked worker counts as stuck. */
export const DEFAULT_STUCK_MS = 60_000;

/**
 * Fixed values. The configuration contains the time limit for an agent's health, and the time after which a silent
 * worker counts as stuck.
 */
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
