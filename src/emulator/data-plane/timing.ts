/** Deadlines and intervals of the data plane, in milliseconds. */
export interface Timing {
  /** How long an agent may take to become healthy. */
  healthDeadlineMs: number;
  /** How long the pods of a revision may make no progress, with the pull of their images. */
  progressMs: number;
  /** Between two health checks of an agent that serves. */
  healthIntervalMs: number;
  /** How long one health check may take. */
  pingTimeoutMs: number;
  /** How long a worker may leave health checks unanswered, or its event loop be blocked, before it is ended. */
  stuckMs: number;
  /** Between two failures of a health check that a fault rule makes. */
  healthRetryMs: number;
  /** How long work on a replaced revision may take to end. */
  drainMs: number;
  /** How long a worker may take to exit once it is asked to. */
  stopGraceMs: number;
  /** How long running requests may take to end when a deployment's port is closed. */
  closeGraceMs: number;
  /** How long the lease of a revision lasts without renewal, in real time. */
  leaseMs: number;
  /** How long a stage waits for room on a full disk before its revision fails. */
  diskFullTimeoutMs: number;
}

/** Default of the time after which a silent or blocked worker is stuck. */
export const DEFAULT_STUCK_MS = 60_000;

/** Fixed; the configuration has the deadline for an agent's health, and the time after which a silent worker is stuck. */
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
