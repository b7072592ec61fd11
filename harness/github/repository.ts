import { createHash } from 'node:crypto';
import {
  accountOf,
  dispatchEvent,
  issueCommentEvent,
  pullRequestEvent,
  pushEvent,
  type RunnerEvent,
  repositoryDispatchEvent,
  scheduleEvent,
  tagEvent,
} from '../events.ts';
import { importGit } from './git-import.ts';

/** Contents of files by path, where `null` removes the file. */
type FileEdits = Readonly<Record<string, string | null>>;

export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** Hashes of the files' contents, by path. */
  readonly tree: ReadonlyMap<string, string>;
}

/** Result of a push, from which a `push` event can be created. */
export interface Push {
  /** Full ref that was pushed. */
  ref: string;
  /** SHA before the push, or `null` if the push created the ref. */
  before: string | null;
  /** SHA after the push, which for an annotated tag is the SHA of the tag object instead of its commit. */
  after: string;
  head: Commit;
  forced: boolean;
}

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly headRef: string;
  headSha: string;
  baseSha: string;
  labels: readonly string[];
  state: 'open' | 'closed';
  /** Full name of the fork that contains the head, or `undefined` if the head is in this repository. */
  readonly fork: string | undefined;
  /** Time of the last push to the repository of the head, in epoch milliseconds. */
  pushedAt: number;
  /** Reviews, oldest first. */
  readonly reviews: Review[];
  /** Time of the last change of the pull request or of its comments. */
  updatedAt: string;
}

export interface Review {
  readonly id: number;
  readonly author: string;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  /** Commit that the author reviewed. */
  readonly commit: string;
}

/** An answer to the protection rules of an environment, for one workflow run. */
export interface RunReview {
  readonly author: string;
  readonly state: 'approved' | 'rejected';
  readonly environment: string;
}

/** Role of an account in a repository. */
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read';

export interface Comment {
  readonly id: number;
  /** Number of the issue or pull request. */
  readonly issue: number;
  readonly author: string;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

export const DEPLOYMENT_STATES = [
  'error',
  'failure',
  'inactive',
  'in_progress',
  'queued',
  'pending',
  'success',
] as const;

export interface DeploymentStatus {
  readonly state: (typeof DEPLOYMENT_STATES)[number];
  readonly description: string;
  readonly environmentUrl: string;
  readonly logUrl: string;
}

export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly environment: string;
  readonly payload: Readonly<Record<string, unknown>> | string;
  readonly transient: boolean;
  readonly production: boolean;
  /** Statuses, oldest first. */
  readonly statuses: DeploymentStatus[];
}

export interface JobOptions {
  /** GITHUB_REF of the run, full or short. `sha` is GITHUB_SHA. */
  ref: string;
  sha: string;
  /** GITHUB_RUN_ID of the run. */
  runId: string;
  /** Name of the job, by default `deploy`, which is also the name of its check on the commit. */
  name?: string;
  /** Value of `environment:` in the job. */
  environment?: string | null;
  /** Value of `deployment:` under `environment:`; for `false`, GitHub creates no deployment. */
  deployment?: boolean;
}

export const MAIN = 'main';

/**
 * A repository of the simulated GitHub, with its state, actions of its users, and their events. The default branch is
 * `main`.
 */
export class Repository {
  readonly id: number;
  readonly fullName: string;
  private: boolean;
  /** URL of the repository's page. */
  readonly url: string;
  readonly commits = new Map<string, Commit>();
  /** Time of the next pushes, as GitHub records it. */
  pushTime = '2026-01-05T09:00:00Z';
  /** Recorded pushes, oldest first. */
  readonly activities: {
    ref: string;
    before: string;
    after: string;
    timestamp: string;
    activity_type: string;
  }[] = [];
  readonly #trees = new Map<string, ReadonlyMap<string, string>>();
  /** SHAs of commits, by full ref. */
  readonly refs = new Map<string, string>();
  readonly #pulls = new Map<number, PullRequest>();
  readonly allComments = new Map<number, Comment>();
  readonly allDeployments = new Map<number, Deployment>();
  /** Roles by login; an account without an entry has the role `read`. */
  readonly roles = new Map<string, Role>();
  /** Answers to the protection rules of environments, by the ID of the workflow run. */
  readonly runReviews = new Map<string, RunReview[]>();
  /** Names of environments by their name in lower case, because the names are case-insensitive. */
  readonly #environments = new Map<string, string>();
  /** States of checks by commit and name, for the `required_contexts` of a deployment. */
  readonly checks = new Map<string, Map<string, 'pending' | 'success' | 'failure'>>();
  readonly #nextId: () => number;
  readonly #serverUrl: string;
  readonly #now: () => number;

  constructor(
    fullName: string,
    hidden: boolean,
    serverUrl: string,
    { nextId, now }: { nextId: () => number; now: () => number },
  ) {
    this.#now = now;
    this.id = nextId();
    this.fullName = fullName;
    this.private = hidden;
    this.url = `${serverUrl}/${fullName}`;
    this.#serverUrl = serverUrl;
    this.#nextId = nextId;
  }

  /** Returns the current time in GitHub's format. */
  time(): string {
    return `${new Date(this.#now()).toISOString().slice(0, 19)}Z`;
  }

  /** Returns the SHA of a branch or a full ref, or throws if it does not exist. */
  head(ref = MAIN): string {
    const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
    const sha = this.refs.get(full);
    if (sha === undefined) throw new Error(`${this.fullName} does not contain ${full}`);
    return sha;
  }

  /** Returns the commit of a branch, a tag, a full ref or a hash of at least 7 digits. */
  resolve(name: string): Commit | undefined {
    const ref = [`refs/heads/${name}`, `refs/tags/${name}`, name].find((one) => this.refs.has(one));
    if (ref !== undefined) return this.commits.get(this.head(ref));
    const found = [...this.commits.values()].filter(({ sha }) => name.length >= 7 && sha.startsWith(name));
    return found.length === 1 ? found[0] : undefined;
  }

  /** Adds a commit with these files, and optionally with the hash `sha`, to a branch that is created if necessary. */
  setFiles(
    branch: string,
    files: FileEdits,
    { sha, message = 'Change the agent' }: Partial<Commit> = {},
  ): Push {
    const ref = `refs/heads/${branch}`;
    const parent = this.refs.get(ref) ?? this.refs.get(`refs/heads/${MAIN}`);
    const tree = new Map(this.commits.get(parent ?? '')?.tree);
    for (const [path, content] of Object.entries(files)) {
      if (content === null) tree.delete(path);
      else tree.set(path, nameOf(content));
    }
    const commit = this.#commit({ parents: parent === undefined ? [] : [parent], message, tree, sha });
    return this.moveRef(ref, commit.sha);
  }

  /** Stores the tree of a commit, and returns its SHA. */
  addTree(files: Readonly<Record<string, string>>): string {
    const tree = new Map(Object.entries(files).map(([path, content]) => [path, nameOf(content)]));
    const sha = nameOf(JSON.stringify([...tree]));
    this.#trees.set(sha, tree);
    return sha;
  }

  /** Creates a commit from a stored tree, without moving a ref. */
  addCommit({
    message,
    tree,
    parents,
  }: {
    message: string;
    tree: string;
    parents: readonly string[];
  }): Commit {
    return this.#commit({ parents, message, tree: this.#trees.get(tree) ?? new Map(), sha: undefined });
  }

  /** Creates a tag at a commit. */
  pushTag(tag: string, commit: string): Push {
    return this.moveRef(`refs/tags/${tag}`, commit);
  }

  /** Imports all commits, branches and tags of a git repository, with the same hashes. */
  importGit(folder: string): Promise<Push[]> {
    return importGit(this, folder);
  }

  /** Moves a ref to a commit, as a push does, and updates the open pull requests of the branch. */
  moveRef(ref: string, to: string, after = to): Push {
    const head = this.commits.get(to);
    if (head === undefined)
      throw new Error(`${ref} cannot point to ${to}, because this commit does not exist`);
    const before = this.refs.get(ref) ?? null;
    const forced = before !== null && !this.ancestors(to).has(before);
    this.refs.set(ref, to);
    this.activities.push({
      ref,
      before: before ?? '0'.repeat(40),
      after: to,
      timestamp: this.pushTime,
      activity_type: forced ? 'force_push' : 'push',
    });
    for (const pull of this.#pulls.values()) if (`refs/heads/${pull.headRef}` === ref) this.#refresh(pull);
    return { ref, before, after, head, forced };
  }

  #commit(content: Omit<Commit, 'sha'> & { sha: string | undefined }): Commit {
    const { parents, message, tree, sha = nameOf(JSON.stringify([parents, message, [...tree]])) } = content;
    const commit = { sha, parents, message, tree };
    this.commits.set(sha, commit);
    return commit;
  }

  /** Returns the SHAs of a commit and all its ancestors, nearest first. */
  ancestors(sha: string): Set<string> {
    const seen = new Set([sha]);
    for (const next of seen) for (const parent of this.commits.get(next)?.parents ?? []) seen.add(parent);
    return seen;
  }

  /** Compares two commits. `files` are the changes since the common ancestor of the two commits, in order. */
  compare(base: Commit, head: Commit) {
    const [ofBase, ofHead] = [this.ancestors(base.sha), this.ancestors(head.sha)];
    const common = [...ofHead].find((sha) => ofBase.has(sha));
    const before = this.commits.get(common ?? '')?.tree ?? new Map<string, string>();
    const files = [...new Set([...before.keys(), ...head.tree.keys()])]
      .filter((path) => before.get(path) !== head.tree.get(path))
      .toSorted();
    if (base === head) return { status: 'identical', files };
    return { status: common === base.sha ? 'ahead' : common === head.sha ? 'behind' : 'diverged', files };
  }

  /** Opens a pull request, and creates a missing branch with one commit. */
  addPullRequest(seed: {
    number?: number;
    head: { ref: string; files?: FileEdits; fork?: string };
    labels?: readonly string[];
    title?: string;
  }): PullRequest {
    const { ref, files, fork } = seed.head;
    if (files !== undefined || !this.refs.has(`refs/heads/${ref}`)) {
      this.setFiles(ref, files ?? { 'src/agent.ts': `export const BRANCH = '${ref}';\n` });
    }
    const pull: PullRequest = {
      number: seed.number ?? this.#pulls.size + 1,
      title: seed.title ?? ref,
      headRef: ref,
      headSha: this.head(ref),
      baseSha: this.head(),
      labels: seed.labels ?? [],
      state: 'open',
      fork,
      pushedAt: Date.now(),
      reviews: [],
      updatedAt: this.time(),
    };
    this.#pulls.set(pull.number, pull);
    return pull;
  }

  closePullRequest(number: number): void {
    Object.assign(this.pull(number), { state: 'closed', updatedAt: this.time() });
  }

  reopenPullRequest(number: number): void {
    const pull = this.pull(number);
    pull.state = 'open';
    this.#refresh(pull);
  }

  setLabels(number: number, labels: readonly string[]): void {
    Object.assign(this.pull(number), { labels, updatedAt: this.time() });
  }

  /** Adds a review of a commit, by default of the current head. */
  addReview(number: number, author: string, state: Review['state'] = 'APPROVED', commit?: string): Review {
    const pull = this.pull(number);
    const review = { id: this.#nextId(), author, state, commit: commit ?? pull.headSha };
    pull.reviews.push(review);
    return review;
  }

  /** Answers the protection rules of an environment for a workflow run. */
  reviewRun(runId: string, review: RunReview): void {
    this.runReviews.set(runId, [...(this.runReviews.get(runId) ?? []), review]);
  }

  /** A closed pull request is not updated. */
  #refresh(pull: PullRequest): void {
    if (pull.state !== 'open') return;
    const headSha = this.head(pull.headRef);
    Object.assign(pull, {
      ...(headSha !== pull.headSha && { pushedAt: Date.now() }),
      headSha,
      baseSha: this.head(),
      updatedAt: this.time(),
    });
  }

  pull(number: number): PullRequest {
    const pull = this.#pulls.get(number);
    if (pull === undefined) throw new Error(`${this.fullName} has no pull request #${number}`);
    return pull;
  }

  pulls(): PullRequest[] {
    return [...this.#pulls.values()];
  }

  /** Adds a comment as if a user wrote it on the page. */
  addComment(issue: number, body: string, author = 'octocat'): Comment {
    const createdAt = this.time();
    const comment = { id: this.#nextId(), issue, author, body, createdAt, updatedAt: createdAt };
    this.allComments.set(comment.id, comment);
    this.#touch(issue);
    return comment;
  }

  /** Changes a comment as its author or a user with write access does. */
  editComment(comment: Comment, body: string): void {
    Object.assign(comment, { body, updatedAt: this.time() });
    this.#touch(comment.issue);
  }

  #touch(number: number): void {
    const pull = this.#pulls.get(number);
    if (pull !== undefined) pull.updatedAt = this.time();
  }

  /** Returns the comments of an issue or a pull request, oldest first. */
  comments(number: number): Comment[] {
    return [...this.allComments.values()].filter(({ issue }) => issue === number);
  }

  /** Adds a deployment, and its environment if it is new. */
  addDeployment(details: Omit<Deployment, 'id' | 'statuses'>): Deployment {
    const deployment = { ...details, id: this.#nextId(), statuses: [] };
    this.allDeployments.set(deployment.id, deployment);
    const key = details.environment.toLowerCase();
    this.#environments.set(key, this.#environments.get(key) ?? details.environment);
    return deployment;
  }

  /** Returns the deployments, or only the deployments of `environment`, oldest first. */
  deployments(environment?: string): Deployment[] {
    const all = [...this.allDeployments.values()];
    return all.filter((item) => environment === undefined || item.environment === environment);
  }

  environments(): { name: string }[] {
    return [...this.#environments.values()].map((name) => ({ name }));
  }

  /** Deletes an environment, and returns whether it existed. */
  deleteEnvironment(name: string): boolean {
    return this.#environments.delete(name.toLowerCase());
  }

  /**
   * Simulates GitHub at the start and the end of a workflow job. Adds a check to the commit that is pending until the
   * end, so the `required_contexts` of the job's own deployments fail. For a job with `environment:`, adds a
   * deployment that is linked to the run and completed after the last step.
   */
  startJob({ ref, sha, runId, name = 'deploy', environment = null, deployment: wanted = true }: JobOptions) {
    const logUrl = `${this.url}/actions/runs/${runId}/job/${this.#nextId()}`;
    const checks = this.checks.get(sha) ?? new Map<string, 'pending' | 'success' | 'failure'>();
    this.checks.set(sha, checks.set(name, 'pending'));
    const made = { sha, ref: ref.replace(/^refs\/(heads|tags)\//, ''), payload: {}, transient: false };
    const deployment =
      environment === null || !wanted
        ? null
        : this.addDeployment({ ...made, environment, production: false });
    const report = (state: DeploymentStatus['state'], environmentUrl = '') =>
      deployment?.statuses.push({ state, logUrl, environmentUrl, description: '' });
    report('queued');
    report('in_progress');
    return {
      /**
       * Ends the job: completes the check, and adds the last status of the deployment with the `url` of
       * `environment:`.
       */
      finish(outcome: 'success' | 'failure', url?: string) {
        checks.set(name, outcome);
        report(outcome, url);
      },
    };
  }

  /** Creates events about this repository. */
  readonly events = {
    push: ({ ref, before, after, head, forced }: Push): RunnerEvent => {
      const [, kind, name = ''] = /^refs\/(heads|tags)\/(.*)$/.exec(ref) ?? [];
      const repository = this.#details();
      if (kind === 'tags') return tagEvent({ repository, tag: name, commit: head.sha, tagObject: after });
      const moved = { after, ...(before === null ? {} : { before }), message: head.message, forced };
      return pushEvent({ repository, branch: name, ...moved });
    },
    /**
     * Creates an event from the current state of the pull request. GITHUB_SHA is the merge commit of the head and the
     * base, which must never be deployed.
     */
    pullRequest: (
      number: number,
      details: Pick<Parameters<typeof pullRequestEvent>[0], 'action' | 'event' | 'actor' | 'label'> & {
        /** Time of the action; the default is now. */
        at?: number;
      },
    ): RunnerEvent => {
      const { headRef, headSha, labels, fork, pushedAt } = this.pull(number);
      const { at: updatedAt = Date.now(), ...given } = details;
      const sides = [this.head(), headSha];
      const tree = this.commits.get(headSha)?.tree ?? new Map();
      const merge = this.#commit({ parents: sides, message: 'Merge', tree, sha: undefined });
      return pullRequestEvent({
        repository: this.#details(),
        ...(fork !== undefined && {
          headRepository: { fullName: fork, serverUrl: this.#serverUrl, fork: true },
        }),
        times: { updatedAt, pushedAt },
        ...given,
        number,
        labels,
        head: { branch: headRef, sha: headSha },
        base: { sha: this.head() },
        mergeSha: merge.sha,
      });
    },
    /** Creates an event about a comment. By default, the comment was just written. */
    comment: (
      { id, issue, author, body, createdAt, updatedAt }: Comment,
      details: Pick<Parameters<typeof issueCommentEvent>[0], 'action'> & { onPullRequest?: boolean } = {},
    ): RunnerEvent => {
      const { state, headRef } = this.pull(issue);
      const comment = { id, author, body, createdAt, updatedAt };
      const of = { number: issue, state, onPullRequest: true, title: headRef };
      return issueCommentEvent({ repository: this.#details(), sha: this.head(), comment, ...of, ...details });
    },
    dispatch: (details: { inputs?: Record<string, string> } = {}): RunnerEvent => {
      const ref = `refs/heads/${MAIN}`;
      return dispatchEvent({ repository: this.#details(), ref, sha: this.head(), ...details });
    },
    repositoryDispatch: (details: { type: string; clientPayload: Record<string, unknown> }): RunnerEvent =>
      repositoryDispatchEvent({ repository: this.#details(), sha: this.head(), ...details }),
    schedule: (): RunnerEvent => scheduleEvent({ repository: this.#details(), sha: this.head() }),
  };

  #details() {
    return { fullName: this.fullName, id: this.id, serverUrl: this.#serverUrl };
  }
}

/** Returns an account in the format of the API. */
export const actorOf = accountOf;

const nameOf = (content: string): string => createHash('sha1').update(content).digest('hex');
