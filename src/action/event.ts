import { isJsonObject } from '../contract/json-safety.ts';
import { errorMessage } from './text.ts';
import type { Host } from './host/host.ts';
import { outcome, type Outcome } from './outcome.ts';

/** Where a run's event points: what would be deployed, and who caused it. Never a merge commit. */
export interface RunEvent {
  /** GitHub's name, such as `push`. */
  name: string;
  /** `owner/name` of the repository that holds `ref`; empty outside GitHub. */
  repository: string;
  /** Where that repository is served, such as `https://github.com`. */
  serverUrl: string;
  /** As the service takes it: a branch by its bare name, a tag as `refs/tags/…`. Undefined: the event names none. */
  ref: string | undefined;
  /** Full commit ID, lower case. */
  commit: string | undefined;
  /** A push that deleted its branch or tag: nothing is left to deploy. */
  deleted: boolean;
  /** A push that made its branch: the service builds nothing by itself then. */
  created: boolean;
  /**
   * Whether the head lives in another repository than the one that runs this workflow; `unknown` where the event is about
   * a head and does not say whose. Only `false` may deploy.
   */
  fork: boolean | 'unknown';
  /** What happened to it, such as `opened` or `closed`; undefined where events have no such word. */
  action: string | undefined;
  /** The commit that the pushed branch was at before; undefined for a new branch. */
  before: string | undefined;
  /** The pull request that the event is about. */
  pullRequest: PullRequestEvent | undefined;
}

/** A pull request as its event tells it. */
interface PullRequestEvent {
  number: number;
  closed: boolean;
  labels: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;
type Json = Readonly<Record<string, unknown>>;

/** Events that run with secrets, or could, because of a change that may be of a fork. */
const ABOUT_A_HEAD: readonly string[] = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
];

/**
 * Reads the event from the runner's environment and the text of its event file. A file that is missing or no JSON counts
 * as empty: of a push the environment still names ref and commit, and where a fork could be the head nothing passes.
 */
export function parseEvent(env: Env, eventFile: string | undefined): RunEvent {
  const payload = parseObject(eventFile);
  const base = {
    name: env['GITHUB_EVENT_NAME'] ?? '',
    repository: env['GITHUB_REPOSITORY'] || (text(object(payload, 'repository'), 'full_name') ?? ''),
    serverUrl: (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, ''),
    deleted: false,
    created: false,
    fork: false,
    action: text(payload, 'action'),
    before: undefined,
    pullRequest: pullRequestOf(payload),
  };
  return { ...base, ...pointer(base.name, payload, env, base.repository) };
}

type Pointer = Pick<RunEvent, 'ref' | 'commit'> & Partial<RunEvent>;

function pointer(name: string, payload: Json, env: Env, repository: string): Pointer {
  const pull = object(payload, 'pull_request');
  if (pull) return ofPullRequest(pull, repository);
  const run = object(payload, 'workflow_run');
  if (name === 'workflow_run' && run) return ofWorkflowRun(run, repository);
  if (isHeadMissing(name, payload, env)) return { ref: undefined, commit: undefined, fork: 'unknown' };
  if (name === 'push') return ofPush(payload, env);
  // Other payloads may name a ref without its kind, or one that was deleted.
  const said = name === 'workflow_dispatch' ? text(payload, 'ref') : undefined;
  return { ref: bareRef(said ?? env['GITHUB_REF']), commit: commitOf(env['GITHUB_SHA']) };
}

/** Whether the event is about a pull request, or may be, and its payload does not show the head. */
function isHeadMissing(name: string, payload: Json, env: Env): boolean {
  if (ABOUT_A_HEAD.includes(name)) return true;
  // A comment on a pull request is one on an issue; the run is on the default branch.
  if (name === 'issue_comment') return object(payload, 'issue') === undefined;
  return (env['GITHUB_REF'] ?? '').startsWith('refs/pull/') || Boolean(env['GITHUB_HEAD_REF']);
}

function ofPush(payload: Json, env: Env): Pointer {
  const after = text(payload, 'after');
  return {
    ref: bareRef(text(payload, 'ref') ?? env['GITHUB_REF']),
    // `after` of an annotated tag is the tag object; the head commit is what gets built.
    commit:
      commitOf(text(object(payload, 'head_commit'), 'id')) ?? commitOf(after) ?? commitOf(env['GITHUB_SHA']),
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
  };
}

/** The head branch and its commit: `GITHUB_SHA` is the merge commit here, which no branch holds. */
function ofPullRequest(pull: Json, repository: string): Pointer {
  const head = object(pull, 'head');
  const headRepository = text(object(head, 'repo'), 'full_name');
  const baseRepository = text(object(object(pull, 'base'), 'repo'), 'full_name');
  const commit = commitOf(text(head, 'sha'));
  return {
    ref: branch(text(head, 'ref')),
    commit,
    ...(headRepository === undefined ? {} : { repository: headRepository }),
    // The head repository is null when a fork was deleted.
    fork: head?.['repo'] === null || isFork({ headRepository, baseRepository, commit, repository }),
  };
}

function ofWorkflowRun(run: Json, repository: string): Pointer {
  const headRepository = text(object(run, 'head_repository'), 'full_name');
  const commit = commitOf(text(run, 'head_sha'));
  return {
    ref: branch(text(run, 'head_branch')),
    commit,
    fork: isFork({ headRepository, baseRepository: repository, commit, repository }),
  };
}

interface Head {
  headRepository: string | undefined;
  baseRepository: string | undefined;
  commit: string | undefined;
  /** The one that runs the workflow. */
  repository: string;
}

/** A head that is not named whole, or a base that is another repository than the run's, says nothing. */
function isFork({ headRepository, baseRepository, commit, repository }: Head): RunEvent['fork'] {
  if (headRepository === undefined || baseRepository === undefined || commit === undefined) return 'unknown';
  if (headRepository !== baseRepository) return true;
  return repository === '' || baseRepository.toLowerCase() === repository.toLowerCase() ? false : 'unknown';
}

/** A full ref as the service takes it. A branch whose bare name looks like a full ref cannot be told to it. */
function bareRef(ref: string | undefined): string | undefined {
  if (ref?.startsWith('refs/tags/')) return ref;
  return branch(ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref);
}

/** A branch by its bare name. */
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

/** What the gate must know of the inputs, none of which need be there. */
export interface SkipContext {
  ref: boolean;
  apiKey: boolean;
  /** Whose doing the run is, as GitHub says. */
  actor: string | undefined;
}

/**
 * Runs that must do nothing, told before any input is asked for: secrets are missing there, and a red step would be no
 * fault of theirs. Undefined: it is not skipped.
 */
export function skipEvent(event: RunEvent, given: SkipContext): Outcome | undefined {
  if (event.fork === 'unknown') {
    return outcome(
      'skipped',
      'fork',
      `The event ${event.name || '(none)'} does not say whether its head is in a fork: its payload (GITHUB_EVENT_PATH) is missing or broken, or is about another repository than ${event.repository || 'the one that runs this workflow'}. Forks must not deploy, so nothing is done. Run the workflow on GitHub's own event, or hand the payload on whole.`,
    );
  }
  if (event.fork) {
    return outcome(
      'skipped',
      'fork',
      'The head of this event is in a fork, whose runs get no secrets and must not deploy. A maintainer can deploy the change from a branch of this repository.',
    );
  }
  if (given.actor === 'dependabot[bot]' && !given.apiKey) {
    return outcome(
      'skipped',
      'dependabot',
      "This run is by Dependabot, which gets none of the repository's secrets: there is no key to deploy with.",
    );
  }
  if (event.deleted && !given.ref) {
    return outcome(
      'skipped',
      'ref-deleted',
      `The push deleted ${event.ref ?? 'its ref'}: nothing to deploy.`,
    );
  }
  return undefined;
}

/** The event that started the run, from the environment and the runner's file; a file that cannot be read is said. */
export function readRunEvent(host: Pick<Host, 'env' | 'log' | 'readFile'>): RunEvent {
  const path = host.env['GITHUB_EVENT_PATH'];
  let file: string | undefined;
  try {
    file = path ? host.readFile(path) : undefined;
  } catch (error) {
    host.log(`The event file could not be read: ${errorMessage(error)}`);
  }
  return parseEvent(host.env, file);
}
