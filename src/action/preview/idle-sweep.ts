import { checkAgentUrl } from '../../clients/base-url.ts';
import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { createPatientClient, type GitHubClient, type GitHubConnection } from '../github/client.ts';
import { createAuthor } from '../github/comments.ts';
import { createIdleNotices, type IdleNotices } from '../github/idle-notices.ts';
import { isMissingPermission } from '../github/policy.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import { formatAge } from '../report/log-lines.ts';
import type { NoticeText } from '../report/idle-notice.ts';
import type { VerbContext } from '../verb-context.ts';
import { urlOf } from '../plan/current.ts';
import { decideIdle, type IdleDecision, type PublishedNotice, pullRequestActivity } from './idle.ts';
import { withoutCommit } from './names.ts';
import { hasLabel, type PullRequestReader, type PullRequestState } from './pull-request.ts';
import { type Candidate, lastDeployedAt, type PreviewSweeper } from './sweeper.ts';

type IdleContext = VerbContext<SweepSettings & { idle: NonNullable<SweepSettings['idle']> }>;

interface Tools {
  client: GitHubClient;
  reader: PullRequestReader;
  sweeper: PreviewSweeper;
  notices: IdleNotices;
  /** Numbers of pull requests whose comments this sweep changed. Their new update time is not activity. */
  touched: Set<number>;
  announced: number;
}

/**
 * Announces inactive previews of open pull requests in comments, and deletes previews that an earlier sweep announced
 * and that are still inactive. A preview whose activity cannot be determined is neither announced nor deleted.
 */
export async function sweepIdle(
  context: IdleContext,
  candidates: readonly Candidate[],
  { github, ...shared }: { github: GitHubConnection } & Pick<Tools, 'reader' | 'sweeper'>,
): Promise<void> {
  const { settings } = context;
  const client = createPatientClient(github, context);
  const notices = createIdleNotices(client, createAuthor(client, settings.github.token ?? ''));
  const tools: Tools = { ...shared, client, notices, touched: new Set(), announced: 0 };
  for (const candidate of candidates) await sweepOne(context, candidate, tools);
  const { record } = context;
  const left: string[] = [];
  for (const candidate of candidates) {
    if (!shared.sweeper.deleted.includes(candidate.deployment))
      left.push(await describedAs(candidate, tools, context));
  }
  // A comment reports the deletion only after the previews of all commits were deleted.
  record.idle = record.idle.filter(({ name }) => !left.includes(name));
}

/** Returns the name under which comments describe a preview. */
async function describedAs(
  { deployment, of }: Candidate,
  { reader }: Tools,
  { settings }: IdleContext,
): Promise<string> {
  const { branch } = await reader.read(of.number);
  return withoutCommit(deployment.name, settings, of, branch);
}

/** Reads or writes notices. Records a failure of GitHub for the preview, and returns `undefined`. */
async function onGitHub<T>(
  { signal, log }: IdleContext,
  candidate: Candidate,
  { client, sweeper }: Tools,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const failure = client.failureOf(error);
    const hint = isMissingPermission(failure)
      ? ' Add `pull-requests: write` under `permissions:` of the job.'
      : '';
    log.line(
      `The comments about the inactivity of ${candidate.deployment.name} could not be read or written. ${failure.description}.${hint}`,
    );
    sweeper.note(candidate, 'idle', 'failed');
    return undefined;
  }
}

async function sweepOne(context: IdleContext, candidate: Candidate, tools: Tools): Promise<void> {
  const { log } = context;
  const { deployment, of } = candidate;
  const all = await onGitHub(context, candidate, tools, () => tools.notices.read(of.number));
  if (all === undefined) return;
  const own = all.filter(({ preview }) => preview === deployment.id);
  const judge = async (state: PullRequestState) => decide(context, deployment, state, { all, own });
  let decision = await judge(await tools.reader.read(of.number));
  if (decision.kind === 'announce' || decision.kind === 'delete') {
    decision = await judge(await readAgain(tools, of.number));
  }
  switch (decision.kind) {
    case 'gone':
      return;
    case 'active':
      return cancel(context, candidate, tools, own);
    case 'fork':
      log.line(
        `${deployment.name} is the preview of a fork, and its code could read the API key in a request for its threads. The sweep therefore does not delete it because of inactivity. \`preview-ttl\` deletes it after a maximum age.`,
      );
      return undefined;
    case 'unknown':
      log.line(`${deployment.name} is kept, because its last activity is unknown.`);
      return tools.sweeper.leave(candidate, 'activity-unknown');
    case 'wait':
      log.line(
        `The deletion of ${deployment.name} was announced. A sweep after ${new Date(decision.dueAt).toISOString()} deletes the preview if it is still inactive.`,
      );
      return undefined;
    case 'announce': {
      const due = { ...decision, own };
      return onGitHub(context, candidate, tools, () => announce(context, candidate, tools, due));
    }
    case 'delete':
      return remove(context, candidate, tools, decision);
  }
}

/** Reads the pull request again, and ignores the update that a notice of this sweep caused. */
async function readAgain({ reader, touched }: Tools, number: number): Promise<PullRequestState> {
  const [before, now] = [await reader.read(number), await reader.readAgain(number)];
  if (!touched.has(number) || now.activity === undefined) return now;
  const isSame = now.activity.commit === before.activity?.commit;
  return isSame ? { ...now, activity: { ...now.activity, updatedAt: before.activity?.updatedAt } } : now;
}

type Due<Kind> = Extract<IdleDecision, { kind: Kind }>;
type Decision =
  | { kind: 'active' | 'unknown' | 'gone' | 'fork' }
  | Due<'wait'>
  | Due<'delete'>
  | (Due<'announce'> & { commit: string; pullRequestAt: number });

async function decide(
  context: IdleContext,
  deployment: Deployment,
  { closed, activity, at: now }: PullRequestState,
  { all, own }: { all: readonly PublishedNotice[]; own: readonly PublishedNotice[] },
): Promise<Decision> {
  const { ms: idleMs, keepLabel } = context.settings.idle;
  // The next sweep deletes the preview of a pull request that was closed during this sweep.
  if (closed === true) return { kind: 'gone' };
  const pullRequestAt = activity && pullRequestActivity(activity, all);
  if (activity === undefined || pullRequestAt === undefined) return { kind: 'unknown' };
  const facts = { now, idleMs, isKept: hasLabel([keepLabel], activity.labels), notices: own };
  if (decideIdle({ ...facts, activity: [pullRequestAt] }).kind === 'active') return { kind: 'active' };
  if (activity.fork) return { kind: 'fork' };
  const revisionAt = await lastDeployedAt(context, deployment);
  if (revisionAt === 'gone') return { kind: 'gone' };
  const threadAt = await lastThreadAt(context, deployment);
  const decision = decideIdle({ ...facts, activity: [pullRequestAt, revisionAt, threadAt] });
  if (decision.kind !== 'announce') return decision;
  return { ...decision, commit: activity.commit, pullRequestAt };
}

/** Returns the facts for the comment about a preview. */
function textOf(
  { settings: { idle } }: IdleContext,
  { name }: Deployment,
  { activeAt, dueAt }: Pick<NoticeText, 'activeAt' | 'dueAt'>,
): NoticeText {
  return { name, idleMs: idle.ms, activeAt, dueAt, keepLabel: idle.keepLabel };
}

/**
 * Returns the time of the last update of a thread, `none` if the preview never had a thread, or `undefined` if the
 * threads cannot be read.
 */
async function lastThreadAt(
  context: IdleContext,
  { id, name }: Deployment,
): Promise<number | 'none' | undefined> {
  const { controlPlane, settings, signal, log } = context;
  const unknown = (why: string) => {
    log.line(`The threads of ${name} could not be read: ${why}`);
    return undefined;
  };
  try {
    const deployment = await controlPlane.getDeployment(id, signal);
    // A preview without an active revision has never served, so the preview has no threads.
    if (deployment.active_revision_id === null) return 'none';
    const url = urlOf(deployment);
    if (url === undefined) return unknown('the service does not return the URL of the agent.');
    const check = checkAgentUrl(url, settings.endpoint);
    if (check.kind === 'refused') {
      return unknown(`the URL of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`);
    }
    const server = await context.agentServer(check.url);
    return (await server.lastThreadUpdate(signal)) ?? 'none';
  } catch (error) {
    if (isApiError(error, 404)) return unknown('the agent server or the service responded with 404.');
    if (!(error instanceof ApiError)) throw error;
    return unknown(error.message);
  }
}

/** Deletes the notices about an active preview. A failure is only logged, because the old notices are invalid anyway. */
async function cancel(
  { settings, log }: IdleContext,
  { deployment, of }: Candidate,
  { client, notices, touched }: Tools,
  own: readonly PublishedNotice[],
): Promise<void> {
  for (const notice of own) {
    if (settings.dryRun) continue;
    log.line(
      `${deployment.name} is active or kept by its label, so the notice about its deletion is removed.`,
    );
    touched.add(of.number);
    try {
      await notices.cancel(notice);
    } catch (error) {
      log.line(
        `The notice about ${deployment.name} could not be removed. ${client.failureOf(error).description}.`,
      );
    }
  }
}

async function announce(
  context: IdleContext,
  candidate: Candidate,
  tools: Tools,
  decision: Extract<Decision, { kind: 'announce' }> & { own: readonly PublishedNotice[] },
): Promise<void> {
  const { settings, log } = context;
  const { sweeper, notices, touched } = tools;
  const { deployment, of } = candidate;
  if (tools.announced >= settings.limit) return sweeper.note(candidate, 'idle', 'left');
  tools.announced += 1;
  if (settings.dryRun) return sweeper.note(candidate, 'idle', 'would-announce');
  touched.add(of.number);
  for (const stale of decision.own) await notices.cancel(stale);
  const { commit, pullRequestAt } = decision;
  const notice = { preview: deployment.id, commit, pullRequestAt };
  await notices.announce(of.number, notice, textOf(context, deployment, decision));
  log.line(
    `${deployment.name} was inactive for more than ${formatAge(settings.idle.ms)}. A comment announces its deletion.`,
  );
  sweeper.note(candidate, 'idle', 'announced');
}

async function remove(
  context: IdleContext,
  candidate: Candidate,
  tools: Tools,
  decision: Due<'delete'>,
): Promise<void> {
  const { record, log } = context;
  const { sweeper, notices, touched, client } = tools;
  const { deployment, of } = candidate;
  if (!(await sweeper.sweep(candidate, 'idle'))) return;
  const name = await describedAs(candidate, tools, context);
  if (!record.idle.some((one) => one.name === name)) record.idle.push({ pullRequest: of.number, name });
  touched.add(of.number);
  try {
    await notices.replace(decision.notice, textOf(context, deployment, decision));
  } catch (error) {
    log.line(
      `${deployment.name} was deleted, but the notice could not be updated. ${client.failureOf(error).description}.`,
    );
  }
}
