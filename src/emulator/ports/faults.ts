/** The stage of a revision that is DEPLOYED and answers: its rules bend the deployment's health check `/ok`. */
export const SERVING = 'SERVING';

/**
 * The fault of a revision that enters a stage. Exactly the rule's `then`: at most one of
 * `stall`, `fail`, `flap` and `status`, and `durationMs` beside any of them.
 */
export interface LifecycleFault {
  /** Stays in the stage until the rule is taken away: ask again after a while. SERVING: `/ok` does not answer. */
  stall?: boolean;
  /**
   * The stage fails with this reason (CREATING → CREATE_FAILED, build stages → BUILD_FAILED, else DEPLOY_FAILED).
   * SERVING: `/ok` answers 503 with it.
   */
  fail?: string;
  /** How long the stage lasts at least, in milliseconds of product time. SERVING: how long all is well first. */
  durationMs?: number;
  /** The status shown instead of the stage's own, any text: for clients that meet a value they do not know. */
  status?: string;
  /** The health check fails this many times before it succeeds. */
  flap?: number;
}

/**
 * The lifecycle half of the fault rules, as the data plane sees it. Asking again changes nothing: the answer depends
 * only on the rules of this moment and on who entered the stage before, so it may be asked as often as wanted.
 */
export interface LifecycleFaults {
  /**
   * The first rule, if any, that matches the deployment's name and the stage (a revision or deployment status, or
   * SERVING) and is due for who is in it: `subjectId` is the revision's, or for a status of the deployment its own ID.
   */
  decide(deploymentName: string, stage: string, subjectId: string): LifecycleFault | undefined;
  /** Whether any rule names this stage: saves callers the lookup of what to ask with. */
  hasRulesFor(stage: string): boolean;
}

/** A world in which nothing goes wrong. */
export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined, hasRulesFor: () => false };

/** What a fault rule does to one HTTP exchange. */
export interface HttpFault {
  /** Answers this status without doing the thing. */
  status?: number;
  /** The body of that answer; JSON unless it is text. */
  body?: unknown;
  /** The content type of a body that is text. */
  contentType?: string;
  /** `Retry-After` of that answer: as it stands, or a date so many seconds after the service's own time. */
  retryAfter?: string | { dateInS: number };
  /** Waits this long first, in real time. */
  delayMs?: number;
  /** Gives no answer: resets the connection, without doing the thing unless `dropAnswer` is there too. */
  reset?: boolean;
  /** Gives no answer and keeps the connection until the client leaves; what is done is as for `reset`. */
  hang?: boolean;
  /** Does the thing and gives no answer; the connection is closed, unless `reset` or `hang` says otherwise. */
  dropAnswer?: boolean;
  /** Does the thing, sends this many bytes of the answer's body, and cuts the connection. */
  truncateAt?: number;
  /** Sends the answer's body in so many pieces, so long apart in real time. */
  slow?: { chunks: number; delayMs: number };
}
