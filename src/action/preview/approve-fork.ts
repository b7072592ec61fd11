import { type ApprovalReading, createApprovalReader } from '../github/approvals.ts';
import { describeFailure } from '../github/pull-requests.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import type { VerbContext } from '../verb-context.ts';
import { decideApproval, findApprovals, type ApprovalEvidence, type EventHead } from './fork-approval.ts';
import { markerText, type PullRequestId } from './ownership.ts';
import { type CurrentPullRequest, NO_TOKEN } from './pull-request.ts';

type PreviewContext = VerbContext<PreviewSettings>;

/** A commit of a fork that a person with write permission approved, or the outcome of a run without approval. */
export type ForkApproval = { kind: 'approved'; commit: string } | { kind: 'refused'; end: Outcome };

/**
 * Returns the approved commit of a fork's pull request. Reads every fact from GitHub at the time of the decision,
 * except the commit and the label of the event. Throws ActionError if GitHub does not return a fact.
 */
export async function approveFork(
  context: PreviewContext,
  of: PullRequestId,
  pull: CurrentPullRequest,
): Promise<ForkApproval> {
  const { settings, log } = context;
  const rules = settings.forks?.rules ?? [];
  const connection = await context.github();
  if (connection === undefined) throw unknown(of, NO_TOKEN);
  const { commit: head } = pull;
  if (!pull.isCurrent || head === undefined) {
    throw unknown(
      of,
      'GitHub did not return the pull request, and an event does not prove that the approval still applies.',
    );
  }
  const reader = createApprovalReader(connection, context);
  const must = <T>(reading: ApprovalReading<T>, what: string, permission: string): T => {
    if (reading.kind === 'read') return reading.value;
    throw unknown(of, describeFailure(`${what} could not be read`, reading.failure, permission));
  };
  const has = (by: string) => rules.some((rule) => rule.by === by);
  const runId = Number(context.env['GITHUB_RUN_ID']);
  const evidence: ApprovalEvidence = {
    head,
    labels: pull.labels,
    event: eventHead(context),
    reviews: has('review') ? must(await reader.reviews(of.number), 'The reviews', 'pull-requests: read') : [],
    runReviews:
      has('environment') && Number.isSafeInteger(runId) && runId > 0
        ? must(await reader.runReviews(runId), 'The approvals of this run', 'actions: read')
        : [],
  };
  const search = findApprovals(rules, evidence);
  const writers = must(
    await reader.writers(search.approvals),
    'The permission of an approver',
    'metadata: read',
  );
  const decision = decideApproval(evidence, search, writers);
  if (decision.kind === 'approved') {
    const { by, act } = decision.approval;
    log.line(`Commit ${decision.commit} of a fork is approved: ${by.login} ${act}.`);
    return { kind: 'approved', commit: decision.commit };
  }
  const reason = decision.kind === 'missing' ? 'approval-missing' : 'approval-outdated';
  const which = `Pull request ${markerText(of)} comes from a fork, and its commit was not deployed`;
  return { kind: 'refused', end: outcome('skipped', reason, `${which}: ${decision.why}.`) };
}

/** Returns the commit of the event if the event is about the pull request of the preview. */
function eventHead({ event, settings }: PreviewContext): EventHead | undefined {
  const { pullRequest, commit } = event;
  if (pullRequest?.number !== settings.pullRequest || commit === undefined) return undefined;
  return { commit, labelling: pullRequest.labelling, pushedAt: pullRequest.pushedAt };
}

function unknown(of: PullRequestId, why: string): ActionError {
  return new ActionError(
    'approval-unknown',
    `Whether the commit of the fork in ${markerText(of)} is approved could not be determined, so nothing was sent. ${why}`,
  );
}
