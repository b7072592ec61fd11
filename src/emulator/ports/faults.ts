/** Stage of a serving revision. Fault rules for the stage SERVING affect the deployment's health check `/ok`. */
export const SERVING = 'SERVING';

/** Fault of a revision that enters a stage: at most one of `stall`, `fail`, `flap` and `status`, and `durationMs`. */
export interface LifecycleFault {
  /**
   * Keeps the revision in the stage while the rule exists. Callers must call `decide` repeatedly, because the rule can
   * be removed. With the stage SERVING, `/ok` hangs.
   */
  stall?: boolean;
  /**
   * Reason for the stage's failure (CREATING → CREATE_FAILED, build stages → BUILD_FAILED, otherwise DEPLOY_FAILED).
   * With the stage SERVING, `/ok` responds with 503 and this reason.
   */
  fail?: string;
  /**
   * Minimum duration of the stage on the service clock, in milliseconds. With the stage SERVING, the health check
   * succeeds for this time before the fault begins.
   */
  durationMs?: number;
  /** Status in responses instead of the stage's status: any string, for clients that must handle unknown values. */
  status?: string;
  /** Number of failures of the health check before it succeeds. */
  flap?: number;
}

/**
 * Fault rules about stages. Repeated calls of `decide` return the same result, which depends only on the current rules
 * and the revisions that entered the stage earlier.
 */
export interface LifecycleFaults {
  /**
   * Returns the fault of the first rule that matches and is due, if any. `stage` is a revision or deployment status,
   * or SERVING. `subjectId` is the ID of the revision, or of the deployment for a deployment's status.
   */
  decide(deploymentName: string, stage: string, subjectId: string): LifecycleFault | undefined;
  /**
   * Returns true if any rule applies to this stage. If the result is false, callers need not look up data for `decide`.
   */
  hasRulesFor(stage: string): boolean;
}

export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined, hasRulesFor: () => false };

/** Fault rule that changed a request, and the names of its effects. */
export interface FaultMark {
  rule: string;
  effects: readonly string[];
}

/** Effect of a fault rule on one HTTP exchange. */
export interface HttpFault {
  /** Rule that caused the effect, or absent if the rule is no longer active. */
  mark?: FaultMark;
  /** Responds with this status instead of processing the request. */
  status?: number;
  /** Body of the response with `status`. A string is sent verbatim, and all other values are sent as JSON. */
  body?: unknown;
  contentType?: string;
  /** `Retry-After` of the response with `status`: verbatim, or a date `dateInS` seconds in the future. */
  retryAfter?: string | { dateInS: number };
  /** Delays the response by this many milliseconds of real time. */
  delayMs?: number;
  /** Resets the connection without a response. The emulator processes the request only if `dropAnswer` is also set. */
  reset?: boolean;
  /** Keeps the connection open until the client disconnects. The request is processed only with `dropAnswer`. */
  hang?: boolean;
  /** Processes the request but sends no response. The connection is closed, unless `reset` or `hang` is set. */
  dropAnswer?: boolean;
  /** Processes the request, sends this many bytes of the response's body, and closes the connection. */
  truncateAt?: number;
  /** Sends the response's body in this many chunks, `delayMs` milliseconds of real time apart. */
  slow?: { chunks: number; delayMs: number };
}
