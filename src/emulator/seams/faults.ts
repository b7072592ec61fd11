/**
 * What is to go wrong when a revision enters a stage (DESIGN §8 "faults"). Exactly the rule's `then`: at most one of
 * `stall`, `fail`, `flap` and `status`, and `durationMs` beside any of them.
 */
export interface LifecycleFault {
  /** Stays in the stage until the rule is taken away: ask again after a while. */
  stall?: boolean;
  /** The stage fails with this reason (CREATING → CREATE_FAILED, build stages → BUILD_FAILED, else DEPLOY_FAILED). */
  fail?: string;
  /** How long the stage lasts at least, in milliseconds of product time. */
  durationMs?: number;
  /** The status shown instead of the stage's own, any text: for clients that meet a value they do not know. */
  status?: string;
  /** The health check fails this many times before it succeeds. */
  flap?: number;
}

/**
 * The lifecycle half of the fault rules, as the data plane sees it. Asking changes nothing: the answer depends only on
 * the rules of this moment, so it may be asked as often as wanted.
 */
export interface LifecycleFaults {
  /** The first rule that matches the deployment's name and the stage (a revision or deployment status), if any. */
  decide(deploymentName: string, stage: string): LifecycleFault | undefined;
}

/** A world in which nothing goes wrong. */
export const noLifecycleFaults: LifecycleFaults = { decide: () => undefined };
