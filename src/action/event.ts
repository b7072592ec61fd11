import { type CommentEvent, findCommand } from './command/parse-command.ts';
import { isJsonObject } from '../contract/json-safety.ts';
import { errorMessage } from '../os/errors.ts';
import type { EventHead } from './preview/fork-approval.ts';
import { outcome, type Outcome } from './outcome.ts';

/** A run's event: who caused it, and the repository, ref and commit that would be deployed (never a merge commit). */
export interface RunEvent {
  /** Name of the event, such as `push`. */
  name: string;
  /**
   * `owner/name` of the repository that contains `ref`, or an empty string outside GitHub. For a pull request of a fork,
   * the base repository.
   */
  repository: string;
  /** URL of the server that hosts the repository, such as `https://github.com`. */
  serverUrl: string;
  /**
   * Ref in the service's form (a branch's bare name, or `refs/tags/…` for a tag), or `undefined` if the event has no
   * ref.
   */
  ref: string | undefined;
  /** Full commit SHA in lower case. */
  commit: string | undefined;
  /** First line of the commit's message; absent if the payload contains no message. */
  subject?: string | undefined;
  /** True if the push deleted its branch or tag, so no commit can be deployed. */
  deleted: boolean;
  /** True if the push created its branch. The service does not build new branches on push. */
  created: boolean;
  /**
   * True if the head is in another repository than this workflow, or `unknown` if the payload does not contain the
   * head's repository. The action deploys only if `fork` is `false`.
   */
  fork: boolean | 'unknown';
  /** Activity type, such as `opened` or `closed`, or `undefined` for events without a type. */
  action: string | undefined;
  /** Previous commit of the pushed branch, or `undefined` for a new branch. */
  before: string | undefined;
  pullRequest: PullRequestEvent | undefined;
  /** Comment of the event; absent for events other than `issue_comment`, and if fields of the comment are missing. */
  comment?: CommentEvent | undefined;
}

interface PullRequestEvent extends Partial<Pick<EventHead, 'labelling' | 'pushedAt'>> {
  number: number;
  closed: boolean;
  labels: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;
type Json = Readonly<Record<string, unknown>>;

/** Events that can have access to secrets although their change can come from a fork. */
const ABOUT_A_HEAD: readonly string[] = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
];

/**
 * Parses the event from the runner's environment and the content of its event file. If the event file is missing or
 * invalid, the ref and commit of a push are read from the environment, and events that might concern the head of a fork
 * are refused.
 */
export function parseEvent(env: Env, eventFile: string | undefined): RunEvent {
  const payload = parseObject(eventFile);
  const base = {
    name: env['GITHUB_EVENT_NAME'] ?? '',
    repository: env['GITHUB_REPOSITORY'] || (text(object(payload, 'repository'), 'full_name') ?? ''),
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/(?<!\/)\/+$/, ''),
    deleted: false,
    created: false,
    fork: false,
    action: text(payload, 'action'),
    before: undefined,
    pullRequest: pullRequestOf(payload),
  };
  const comment = base.name === 'issue_comment' ? commentOf(payload) : undefined;
  return { ...base, ...(comment && { comment }), ...pointer(base.name, payload, env, base.repository) };
}

type Pointer = Pick<RunEvent, 'ref' | 'commit'> & Partial<RunEvent>;

function pointer(name: string, payload: Json, env: Env, repository: string): Pointer {
  const pull = object(payload, 'pull_request');
  if (pull) return ofPullRequest(pull, repository);
  const run = object(payload, 'workflow_run');
  if (name === 'workflow_run' && run) return ofWorkflowRun(run, repository);
  if (isHeadMissing(name, payload, env)) return { ref: undefined, commit: undefined, fork: 'unknown' };
  if (name === 'push') return ofPush(payload, env);
  // Reads the payload's ref only for `workflow_dispatch`, because the ref of another event might be a bare name or
  // might already be deleted.
  const refText = name === 'workflow_dispatch' ? text(payload, 'ref') : undefined;
  return { ref: bareRef(refText ?? env['GITHUB_REF']), commit: commitOf(env['GITHUB_SHA']) };
}

/** Returns whether the event is, or might be, about a pull request whose head is missing in the payload. */
function isHeadMissing(name: string, payload: Json, env: Env): boolean {
  if (ABOUT_A_HEAD.includes(name)) return true;
  // GitHub reports a comment on a pull request as `issue_comment`, and runs the workflow on the default branch.
  if (name === 'issue_comment') return object(payload, 'issue') === undefined;
  return (env['GITHUB_REF'] ?? '').startsWith('refs/pull/') || Boolean(env['GITHUB_HEAD_REF']);
}

function ofPush(payload: Json, env: Env): Pointer {
  const after = text(payload, 'after');
  // For an annotated tag, `after` is the tag object, so the commit in `head_commit` is preferred.
  const commit =
    commitOf(text(object(payload, 'head_commit'), 'id')) ?? commitOf(after) ?? commitOf(env['GITHUB_SHA']);
  return {
    ref: bareRef(text(payload, 'ref') ?? env['GITHUB_REF']),
    commit,
    subject: subjectOf(object(payload, 'head_commit'), commit),
    deleted: payload['deleted'] === true || /^0+$/.test(after ?? ''),
    created: payload['created'] === true,
    before: commitOf(text(payload, 'before')),
  };
}

function pullRequestOf(payload: Json): PullRequestEvent | undefined {
  const pull = object(payload, 'pull_request');
  const number = pull?.['number'];
  if (typeof number !== 'number') return undefined;
  const labels: unknown = pull?.['labels'];
  const names = Array.isArray(labels)
    ? labels.map((label: unknown) => text(isJsonObject(label) ? label : {}, 'name'))
    : [];
  return {
    number,
    closed: text(pull, 'state') === 'closed' || text(payload, 'action') === 'closed',
    labels: names.filter((name) => name !== undefined),
    labelling: labellingOf(payload, pull),
    pushedAt: timeOf(text(object(object(pull, 'head'), 'repo'), 'pushed_at')),
  };
}

/** Returns the label that the event added, with its author and its time, or `undefined` if the event added no label. */
function labellingOf(payload: Json, pull: Json | undefined): EventHead['labelling'] {
  const label = text(object(payload, 'label'), 'name');
  const sender = object(payload, 'sender');
  const login = text(sender, 'login');
  const id = sender?.['id'];
  const at = timeOf(text(pull, 'updated_at'));
  if (text(payload, 'action') !== 'labeled' || label === undefined) return undefined;
  if (login === undefined || typeof id !== 'number' || at === undefined) return undefined;
  return { label, by: { login, id, bot: text(sender, 'type') !== 'User' }, at };
}

function timeOf(iso: string | undefined): number | undefined {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function commentOf(payload: Json): CommentEvent | undefined {
  const comment = object(payload, 'comment');
  const issue = object(payload, 'issue');
  const user = object(comment, 'user');
  const [id, number, authorId] = [comment?.['id'], issue?.['number'], user?.['id']];
  const [body, author, createdAt] = [text(comment, 'body'), text(user, 'login'), text(comment, 'created_at')];
  if (typeof id !== 'number' || typeof number !== 'number' || typeof authorId !== 'number') return undefined;
  if (body === undefined || author === undefined || createdAt === undefined) return undefined;
  return {
    id,
    author,
    authorId,
    byUser: text(user, 'type') === 'User',
    body,
    createdAt,
    pullRequest: number,
    onPullRequest: object(issue, 'pull_request') !== undefined,
    closed: text(issue, 'state') !== 'open',
  };
}

/**
 * Returns the head branch and commit of a pull request. The event's `GITHUB_SHA` is not used, because it is the merge
 * commit and is on no branch.
 */
function ofPullRequest(pull: Json, repository: string): Pointer {
  const head = object(pull, 'head');
  const headRepository = text(object(head, 'repo'), 'full_name');
  const baseRepository = text(object(object(pull, 'base'), 'repo'), 'full_name');
  const commit = commitOf(text(head, 'sha'));
  // `head.repo` is null if the fork was deleted.
  const fork = head?.['repo'] === null || isFork({ headRepository, baseRepository, commit, repository });
  return {
    ref: branch(text(head, 'ref')),
    commit,
    ...(headRepository === undefined || fork === true ? {} : { repository: headRepository }),
    fork,
  };
}

function ofWorkflowRun(run: Json, repository: string): Pointer {
  const headRepository = text(object(run, 'head_repository'), 'full_name');
  const commit = commitOf(text(run, 'head_sha'));
  return {
    ref: branch(text(run, 'head_branch')),
    commit,
    subject: subjectOf(object(run, 'head_commit'), commit),
    fork: isFork({ headRepository, baseRepository: repository, commit, repository }),
  };
}

/** Returns the first line of the commit message in a payload, if the payload describes the event's commit. */
function subjectOf(payloadCommit: Json | undefined, commit: string | undefined): string | undefined {
  if (commit === undefined || commitOf(text(payloadCommit, 'id')) !== commit) return undefined;
  return text(payloadCommit, 'message')?.trimStart().split(/\r?\n/, 1)[0] || undefined;
}

interface Head {
  headRepository: string | undefined;
  baseRepository: string | undefined;
  commit: string | undefined;
  /** Repository that runs the workflow. */
  repository: string;
}

/**
 * Returns whether the head is in a fork, or `unknown` if fields of the head are missing or the base is another
 * repository than the workflow's.
 */
function isFork({ headRepository, baseRepository, commit, repository }: Head): RunEvent['fork'] {
  if (headRepository === undefined || baseRepository === undefined || commit === undefined) return 'unknown';
  if (headRepository !== baseRepository) return true;
  return repository === '' || baseRepository.toLowerCase() === repository.toLowerCase() ? false : 'unknown';
}

/**
 * Converts a full ref to the service's form. Returns `undefined` for a branch whose bare name looks like a full ref,
 * because the service would mistake the name for a full ref.
 */
function bareRef(ref: string | undefined): string | undefined {
  if (ref?.startsWith('refs/tags/')) return ref;
  return branch(ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref);
}

function branch(name: string | undefined): string | undefined {
  return name === undefined || name === '' || name.startsWith('refs/') ? undefined : name;
}

function commitOf(sha: string | undefined): string | undefined {
  if (sha === undefined || !/^[0-9a-fA-F]{40,64}$/.test(sha) || /^0+$/.test(sha)) return undefined;
  return sha.toLowerCase();
}

function parseObject(json: string | undefined): Json {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function object(from: Json | undefined, key: string): Json | undefined {
  const value = from?.[key];
  return isJsonObject(value) ? value : undefined;
}

function text(from: Json | undefined, key: string): string | undefined {
  const value = from?.[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Raw inputs, all optional, that determine whether a run is skipped. */
export interface SkipContext {
  ref: boolean;
  apiKey: boolean;
  /** User who caused the run, as reported by GitHub. */
  actor: string | undefined;
  /**
   * True if the inputs let people approve commits of forks, and the verb is a preview or its teardown; absent if the
   * action never deploys forks.
   */
  forkApproval?: boolean;
  /** True if the input `action` is `command`, so an event without a command has no effect. */
  isCommand?: boolean;
}

/**
 * Returns the outcome of a run that must be skipped, or `undefined` if the run must not be skipped. Must be called
 * before the inputs are parsed, because parsing the inputs of a run without secrets fails with a misleading message.
 */
export function skipEvent(event: RunEvent, given: SkipContext): Outcome | undefined {
  if (given.isCommand === true) {
    const found = findCommand(event);
    if (!found.ok) return outcome('skipped', 'no-command', `${found.why}, so nothing was done.`);
  }
  if (event.fork === 'unknown') {
    return outcome(
      'skipped',
      'fork',
      `The event ${event.name || '(none)'} does not show whether its head is in a fork, because its payload (GITHUB_EVENT_PATH) is missing, is invalid or belongs to another repository than ${event.repository || 'the one that runs this workflow'}. Forks must not deploy, so nothing was done. Run the workflow on the original GitHub event, or pass on the complete payload.`,
    );
  }
  if (
    event.fork &&
    !(given.forkApproval === true && event.name === 'pull_request_target' && event.pullRequest)
  ) {
    return outcome(
      'skipped',
      'fork',
      'The head of this event is in a fork. Workflow runs from forks get no secrets and must not deploy. A maintainer can push the change to a branch of this repository to deploy it. A workflow on `pull_request_target` with the input fork-approval can deploy a commit of a fork that a maintainer approved.',
    );
  }
  if (given.actor === 'dependabot[bot]' && !given.apiKey) {
    return outcome(
      'skipped',
      'dependabot',
      "Dependabot started this run. Dependabot runs get none of the repository's secrets, so there is no API key to deploy with.",
    );
  }
  if (event.deleted && !given.ref) {
    return outcome(
      'skipped',
      'ref-deleted',
      `The push deleted ${event.ref ?? 'its ref'}, so there is nothing to deploy.`,
    );
  }
  return undefined;
}

interface EventSource {
  readonly env: Env;
  readonly event?: RunEvent | undefined;
  log(line: string): void;
  readFile(path: string): string;
}

/**
 * Returns the event that the host provides, or else reads the event from the environment and the runner's event file.
 * Logs a line if the event file cannot be read.
 */
export function readRunEvent(host: EventSource): RunEvent {
  if (host.event !== undefined) return host.event;
  const path = host.env['GITHUB_EVENT_PATH'];
  let file: string | undefined;
  try {
    file = path ? host.readFile(path) : undefined;
  } catch (error) {
    host.log(`The event file could not be read: ${errorMessage(error)}`);
  }
  return parseEvent(host.env, file);
}
