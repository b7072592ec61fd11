/** The stage of a revision that is DEPLOYED and answers: its rules affect the deployment's health check `/ok`. */
export const SERVING = 'SERVING';

/**
 * The fault of a revision that enters a stage. Exactly the rule's `then`: at most one of
 * `stall`, `fail`, `flap` and `status`, and `durationMs` beside any of them.
 */
export interface LifecycleFault {
  /** Stays in the stage until the rule is removed: ask again after a while. SERVING: `/ok` does not answer. */
  stall?: boolean;
  /**
   * The stage fails with this reason (CREATING → CREATE_FAILED, build stages → BUILD_FAILED, else DEPLOY_FAILED).
   * SERVING: `/ok` answers 503 with it.
   */
  fail?: string;
  /** Minimum duration of the stage, in milliseconds of product time. SERVING: how long it is healthy first. */
  durationMs?: number;
  /** The status shown instead of the stage's own, any text: for clients that meet an unknown value. */
  status?: string;
  /** The health check fails this many times before it succeeds. */
  flap?: number;
}

/**
 * The lifecycle half of the fault rules, as the data plane sees it. Idempotent: the answer depends only on the current
 * rules and on who entered the stage before.
 */
export interface LifecycleFaults {
  /**
   * The first rule, if any, that matches the deployment's name and the stage (a revision or deployment status, or
   * SERVING) and is due: `subjectId` is the revision's, or for a status of the deployment its own ID.
   */
  decide(deploymentName: string, stage: string, subjectId: string): LifecycleFault | undefined;
  /** Whether any rule names this stage: saves callers a lookup. */
  hasRulesFor(stage: string): boolean;
}

/** No faults. */
export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined, hasRulesFor: () => false };

/** The rule that changed a request, and the names of its effects. */
export interface FaultMark {
  rule: string;
  effects: readonly string[];
}

/** The effect of a fault rule on one HTTP exchange. */
export interface HttpFault {
  /** Absent: it is of no rule in force. */
  mark?: FaultMark;
  /** Responds with this status without processing the request. */
  status?: number;
  /** The body of that response; JSON unless it is text. */
  body?: unknown;
  /** The content type of a text body. */
  contentType?: string;
  /** `Retry-After` of that response: verbatim, or a date so many seconds after the service's own time. */
  retryAfter?: string | { dateInS: number };
  /** Delays the response by this much, in real time. */
  delayMs?: number;
  /** No response: resets the connection, without processing the request unless `dropAnswer` is set too. */
  reset?: boolean;
  /** No response: keeps the connection until the client leaves; processes the request as for `reset`. */
  hang?: boolean;
  /** Processes the request without a response; the connection is closed, unless `reset` or `hang` is set. */
  dropAnswer?: boolean;
  /** Processes the request, sends this many bytes of the response's body, and cuts the connection. */
  truncateAt?: number;
  /** Sends the response's body in so many chunks, so long apart in real time. */
  slow?: { chunks: number; delayMs: number };
}
