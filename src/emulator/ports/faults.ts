/** Stage of a revision that is DEPLOYED and serves. Its rules affect the deployment's health check `/ok`. */
export const SERVING = 'SERVING';

/**
 * The fault of a revision that enters a stage. It equals the rule's `then`: at most one of `stall`, `fail`, `flap`
 * and `status`, and optionally `durationMs`.
 */
export interface LifecycleFault {
  /**
   * Remains in the stage until the rule is removed, so the caller must check again later. SERVING: `/ok` does not
   * respond.
   */
  stall?: boolean;
  /**
   * The stage fails with this reason (CREATING → CREATE_FAILED, build stages → BUILD_FAILED, otherwise
   * DEPLOY_FAILED). SERVING: `/ok` responds with 503 and this reason.
   */
  fail?: string;
  /**
   * Minimum duration of the stage, in milliseconds of product time. SERVING: time for which the deployment is healthy
   * first.
   */
  durationMs?: number;
  /**
   * Status that responses contain instead of the stage's own status, any text, for clients that must handle an
   * unknown value.
   */
  status?: string;
  /** The health check fails this many times before it succeeds. */
  flap?: number;
}

/**
 * Fault rules about stages, for the data plane. Idempotent: the result depends only on the current rules and on the
 * revisions that entered the stage before.
 */
export interface LifecycleFaults {
  /**
   * Returns the fault of the first rule that matches the deployment's name and the stage (a revision or deployment
   * status, or SERVING) and is due, if such a rule exists. `subjectId` is the ID of the revision, or of the
   * deployment for a status of the deployment.
   */
  decide(deploymentName: string, stage: string, subjectId: string): LifecycleFault | undefined;
  /** Returns true if any rule names this stage, which saves callers a lookup. */
  hasRulesFor(stage: string): boolean;
}

/** A set of fault rules without any rule. */
export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined, hasRulesFor: () => false };

/** The rule that changed a request, and the names of its effects. */
export interface FaultMark {
  rule: string;
  effects: readonly string[];
}

/** Effect of a fault rule on one HTTP exchange. */
export interface HttpFault {
  /** The rule that caused the effect; absent if no active rule caused it. */
  mark?: FaultMark;
  /** Responds with this status without processing the request. */
  status?: number;
  /** Body of that response, as JSON unless it is text. */
  body?: unknown;
  /** Content type of a text body. */
  contentType?: string;
  /** `Retry-After` of that response: verbatim, or a date this many seconds after the service's own time. */
  retryAfter?: string | { dateInS: number };
  /** Delays the response by this many milliseconds of real time. */
  delayMs?: number;
  /** Resets the connection without a response, and without processing the request unless `dropAnswer` is also set. */
  reset?: boolean;
  /**
   * Keeps the connection open without a response until the client disconnects. The request is processed under the
   * same condition as for `reset`.
   */
  hang?: boolean;
  /** Processes the request but sends no response. Closes the connection unless `reset` or `hang` is set. */
  dropAnswer?: boolean;
  /** Processes the request, sends this many bytes of the response's body, and closes the connection. */
  truncateAt?: number;
  /** Sends the response's body in this many chunks, with this delay between them in real time. */
  slow?: { chunks: number; delayMs: number };
}
