/** The stage of a revision that is DEPLOYED and answers: its rules bend the deployment's health check `/ok`. */
export const SERVING = 'SERVING';

/**
 * What is to go wrong when a revision enters a stage (DESIGN §8 "faults"). Exactly the rule's `then`: at most one of
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
  /** Whether any rule speaks of this stage: spares whoever asks the looking up of what to ask with. */
  hasRulesFor(stage: string): boolean;
}

/** A world in which nothing goes wrong. */
export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined, hasRulesFor: () => false };
