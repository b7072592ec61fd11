/** Real milliseconds: sockets do not know the product clock. */
export interface GitHubLimits {
  /** For all that is said at the end of a run: longer than this nothing waits for GitHub. */
  endMs: number;
  /** The same when the run is cancelled: the runner kills the step soon. */
  cancelMs: number;
  tryMs: number;
  /** The pauses before a call is tried again. */
  pausesMs: readonly number[];
  /** The longest that GitHub's own wish for a pause is followed. */
  patienceMs: number;
}

export const GITHUB_LIMITS: GitHubLimits = {
  endMs: 20_000,
  cancelMs: 3_000,
  tryMs: 6_000,
  pausesMs: [300, 1_000],
  patienceMs: 3_000,
};
