import type { RunEvent } from '../action/event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** State of the checkout, with `undefined` for values that git does not know. */
export interface Checkout {
  /** Name of the checked out branch without `refs/heads/`. */
  branch: string | undefined;
  /** SHA of the checked out commit. */
  commit: string | undefined;
  /** URL of the remote, which can contain credentials. */
  remoteUrl: string | undefined;
  /** SHA of the branch of `origin` with the name of the checked out branch, at the last fetch or push. */
  pushed: string | undefined;
  /** True if git knows any branch of `origin`. */
  knowsOrigin: boolean;
}

/** CI that runs the command line. */
export type Ci = 'github' | 'gitlab' | 'jenkins' | 'none';

/** Returns the CI that runs the command line, according to the environment variables that each CI sets. */
export function detectCi(env: Env): Ci {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  return env['JENKINS_URL'] ? 'jenkins' : 'none';
}

/** Event name of a run without a CI. The commit of the run is the checked out commit. */
export const CHECKOUT_EVENT = 'checkout';

const NOTHING: RunEvent = {
  name: CHECKOUT_EVENT,
  repository: '',
  serverUrl: 'https://github.com',
  ref: undefined,
  commit: undefined,
  deleted: false,
  created: false,
  fork: false,
  action: undefined,
  before: undefined,
  pullRequest: undefined,
};

/**
 * Returns the event of a run outside GitHub, from the CI's variables or, without a CI, from the checkout. A merge
 * request becomes a pull request with the head branch, and never with a merge commit.
 */
export function runEventOf(ci: Exclude<Ci, 'github'>, env: Env, checkout: Checkout | undefined): RunEvent {
  switch (ci) {
    case 'gitlab':
      return ofGitLab(env);
    case 'jenkins':
      return ofJenkins(env, checkout);
    case 'none':
      return { ...NOTHING, ...repositoryOf(checkout?.remoteUrl), ...headOf(checkout) };
  }
}

const headOf = (checkout: Checkout | undefined) => ({
  ref: bareBranch(checkout?.branch),
  commit: commitOf(checkout?.commit),
});

/** Event names of this program, keyed by the event names of GitLab. */
const GITLAB_EVENTS: Readonly<Record<string, string>> = {
  merge_request_event: 'pull_request',
  external_pull_request_event: 'pull_request',
  web: 'workflow_dispatch',
};

function ofGitLab(env: Env): RunEvent {
  const source = env['CI_PIPELINE_SOURCE'] ?? '';
  const tag = text(env['CI_COMMIT_TAG']);
  const event: RunEvent = {
    ...NOTHING,
    name: GITLAB_EVENTS[source] ?? source,
    repository: env['CI_PROJECT_PATH'] ?? '',
    serverUrl: serverOf(env['CI_SERVER_URL']),
    ref: tag === undefined ? bareBranch(env['CI_COMMIT_BRANCH']) : `refs/tags/${tag}`,
    commit: commitOf(env['CI_COMMIT_SHA']),
    created: source === 'push' && commitOf(env['CI_COMMIT_BEFORE_SHA']) === undefined,
    before: commitOf(env['CI_COMMIT_BEFORE_SHA']),
  };
  const number = numberOf(env['CI_MERGE_REQUEST_IID']);
  if (number === undefined) return event;
  const [from, into] = [env['CI_MERGE_REQUEST_SOURCE_PROJECT_PATH'], env['CI_MERGE_REQUEST_PROJECT_PATH']];
  return {
    ...event,
    ref: bareBranch(env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME']),
    // GitLab sets the first variable only if the second variable is the commit of a merged result, which is on no
    // branch.
    commit: commitOf(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA']) ?? commitOf(env['CI_COMMIT_SHA']),
    created: false,
    before: undefined,
    fork: !from || !into ? 'unknown' : from !== into,
    pullRequest: {
      number,
      closed: false,
      labels: (env['CI_MERGE_REQUEST_LABELS'] ?? '').split(',').filter((label) => label !== ''),
    },
  };
}

function ofJenkins(env: Env, checkout: Checkout | undefined): RunEvent {
  const remote = repositoryOf(text(env['GIT_URL']) ?? checkout?.remoteUrl);
  const commit = commitOf(env['GIT_COMMIT']) ?? commitOf(checkout?.commit);
  const before = commitOf(env['GIT_PREVIOUS_COMMIT']);
  const event = { ...NOTHING, ...remote, name: 'build', commit, before };
  const number = numberOf(env['CHANGE_ID']);
  if (number !== undefined) {
    // The commit of the branch is used, because the commit in Jenkins' variables might be a merge that exists only in
    // Jenkins.
    return {
      ...event,
      name: 'pull_request',
      ref: bareBranch(env['CHANGE_BRANCH']),
      commit: undefined,
      before: undefined,
      fork: Boolean(env['CHANGE_FORK']),
      pullRequest: { number, closed: false, labels: [] },
    };
  }
  const tag = text(env['TAG_NAME']);
  if (tag !== undefined) return { ...event, ref: `refs/tags/${tag}` };
  // Outside multibranch pipelines, the branch in Jenkins' variables has the form `origin/main`.
  const branch = text(env['BRANCH_NAME']) ?? env['GIT_BRANCH']?.replace(/^(?:refs\/remotes\/)?origin\//, '');
  return { ...event, ref: bareBranch(branch ?? checkout?.branch) };
}

/**
 * Returns the server and the name of a repository from the repository's URL, without credentials. Supports all forms of
 * URLs that git uses for servers.
 */
export function repositoryOf(
  address: string | undefined,
): Pick<RunEvent, 'repository' | 'serverUrl'> | undefined {
  if (address === undefined) return undefined;
  const scp = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)([^\s]+)$/.exec(address);
  const url = scp === null ? URL.parse(address) : null;
  const isServer = url !== null && /^(?:https?|ssh|git):$/.test(url.protocol);
  const host = scp?.[1] ?? (isServer ? url.hostname : '');
  const repository = (scp?.[2] ?? url?.pathname ?? '').replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.git$/, '');
  if (host === '' || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(repository)) return undefined;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  return { repository, serverUrl: isWeb ? url.origin : `https://${host.toLowerCase()}` };
}

const serverOf = (address: string | undefined): string =>
  address && URL.canParse(address) ? address.replace(/(?<!\/)\/+$/, '') : NOTHING.serverUrl;

function text(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

/** Returns the name of a branch, or `undefined` if the service would interpret the name as a full ref. */
function bareBranch(name: string | undefined): string | undefined {
  return name === undefined || name === '' || name.startsWith('refs/') ? undefined : name;
}

function commitOf(sha: string | undefined): string | undefined {
  if (sha === undefined || !/^[0-9a-fA-F]{40,64}$/.test(sha) || /^0+$/.test(sha)) return undefined;
  return sha.toLowerCase();
}

function numberOf(digits: string | undefined): number | undefined {
  return digits !== undefined && /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined;
}
