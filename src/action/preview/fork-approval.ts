import type { ApprovalRule } from '../inputs/approval-rule.ts';

/** An account on GitHub. The ID stays the same if the account is renamed. */
export interface Account {
  login: string;
  id: number;
  /** True for an app, which never approves a commit. */
  bot: boolean;
}

/** Details of a pull request event, which stay the same in a re-run. */
export interface EventHead {
  commit: string;
  /** The label that the event added, who added it, and when, in epoch milliseconds. */
  labelling: { label: string; by: Account; at: number } | undefined;
  /** Time of the last push to any branch of the fork before the event, or `undefined` if the time is unknown. */
  pushedAt: number | undefined;
}

/** A review of the pull request. Reviews are in the order of their submission. */
export interface Review {
  by: Account | undefined;
  state: string;
  /** Commit that the reviewer saw, or `undefined` if GitHub does not report it. */
  commit: string | undefined;
}

/** Decision of a reviewer about environments of a workflow run. */
export interface RunReview {
  by: Account | undefined;
  state: string;
  environments: readonly string[];
}

/** All evidence that determines whether a commit of a fork is approved. */
export interface ApprovalEvidence {
  /** Head of the pull request at the time of the decision, from GitHub's API. */
  head: string;
  /** Labels of the pull request at the time of the decision, from GitHub's API. */
  labels: readonly string[];
  /** The event, if the event is about this pull request. */
  event: EventHead | undefined;
  reviews: readonly Review[];
  runReviews: readonly RunReview[];
}

/** An act of a person that approves `commit` if the person has write permission. */
export interface Approval {
  by: Account;
  commit: string;
  /** Describes the act in words that follow the login, such as `approved the commit in a review`. */
  act: string;
}

/** Acts that might approve a commit, and reasons why other acts do not. */
export interface ApprovalSearch {
  approvals: readonly Approval[];
  /** Sentences without the final period. */
  refused: readonly string[];
}

/** A decision about the head of a fork's pull request. `why` is a sentence without the final period. */
export type ApprovalDecision =
  | { kind: 'approved'; commit: string; approval: Approval }
  | { kind: 'outdated'; why: string }
  | { kind: 'missing'; why: string };

/**
 * Minimum time in milliseconds between a push to the fork and the label that approves the pushed commit. A label does
 * not contain the commit that the person saw, so a label right after a push might be meant for the previous commit.
 */
export const LABEL_MIN_AGE_MS = 60_000;

/** Finds the acts that the rules accept, without the permissions of the people. */
export function findApprovals(rules: readonly ApprovalRule[], evidence: ApprovalEvidence): ApprovalSearch {
  const approvals: Approval[] = [];
  const refused: string[] = [];
  const note = (by: Account | undefined, commit: string | undefined, act: string) => {
    if (by === undefined || commit === undefined)
      refused.push(`someone ${act}, but GitHub does not show who and for which commit`);
    else if (by.bot) refused.push(`${by.login} ${act}, but only people can approve`);
    else approvals.push({ by, commit, act });
  };
  for (const rule of rules) {
    switch (rule.by) {
      case 'review':
        for (const { by, commit } of standingApprovals(evidence.reviews))
          note(by, commit, 'approved in a review');
        break;
      case 'label': {
        const problem = labelProblem(rule.name, evidence);
        if (problem !== undefined) refused.push(problem);
        else note(evidence.event?.labelling?.by, evidence.event?.commit, `added the label ${rule.name}`);
        break;
      }
      case 'environment':
        for (const { by, state, environments } of evidence.runReviews) {
          if (state !== 'approved' || !environments.some((name) => isSame(name, rule.name))) continue;
          note(by, evidence.event?.commit, `approved this run for the environment ${rule.name}`);
        }
        break;
    }
  }
  return { approvals, refused };
}

/**
 * Decides whether the head of the pull request is approved: by a person with write permission, for exactly this commit.
 * `writers` contains the IDs of the people with write permission.
 */
export function decideApproval(
  { head, event }: Pick<ApprovalEvidence, 'head' | 'event'>,
  { approvals, refused }: ApprovalSearch,
  writers: ReadonlySet<number>,
): ApprovalDecision {
  if (event !== undefined && event.commit !== head) {
    return {
      kind: 'outdated',
      why: `this run is about commit ${event.commit}, but the head of the pull request is now ${head}`,
    };
  }
  const byWriters = approvals.filter(({ by }) => writers.has(by.id));
  const approval = byWriters.find(({ commit }) => commit === head);
  if (approval !== undefined) return { kind: 'approved', commit: head, approval };
  const older = byWriters.at(-1);
  if (older !== undefined) {
    return {
      kind: 'outdated',
      why: `${older.by.login} ${older.act}, but for commit ${older.commit}, and the head of the pull request is ${head}`,
    };
  }
  const without = approvals.map(({ by, act }) => `${by.login} ${act}, but has no write permission`);
  const all = [...new Set([...without, ...refused])];
  return {
    kind: 'missing',
    why: [`nobody with write permission approved commit ${head}`, ...all].join('; '),
  };
}

/**
 * Returns the approving reviews that their authors have not replaced with another verdict. A comment is not a verdict,
 * and a dismissed review approves nothing.
 */
function standingApprovals(reviews: readonly Review[]): Review[] {
  const latest = new Map<number | undefined, Review>();
  for (const review of reviews) {
    if (['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(review.state))
      latest.set(review.by?.id, review);
  }
  return [...latest.values()].filter(({ state }) => state === 'APPROVED');
}

/** Returns why the event does not approve its commit with a label, or `undefined` if it does. */
function labelProblem(name: string, { event, labels }: ApprovalEvidence): string | undefined {
  const labelling = event?.labelling;
  if (event === undefined || labelling === undefined || !isSame(labelling.label, name)) {
    return `this run was not started by adding the label ${name}: remove the label and add it again`;
  }
  if (!labels.some((label) => isSame(label, name))) return `the label ${name} was removed again`;
  if (event.pushedAt === undefined || !Number.isFinite(labelling.at)) {
    return `GitHub does not show the time of the last push to the fork, so the label ${name} does not approve a commit`;
  }
  if (labelling.at - event.pushedAt >= LABEL_MIN_AGE_MS) return undefined;
  return `the label ${name} was added less than ${LABEL_MIN_AGE_MS / 1000} seconds after a push to the fork, so it might be meant for the previous commit: remove the label and add it again`;
}

/** Returns whether two names of labels or environments are the same on GitHub, where letter case is ignored. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
