/** A user, an organization or a bot. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Organization' | 'Bot';
}

/** A GitHub App: what `performed_via_github_app` names. */
export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly owner: Account;
}

/** The actor: shown as `user` or `creator`, and the App it was done through. */
export interface Actor {
  readonly account: Account;
  readonly app: App | null;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** RFC 3339, whole seconds. */
  readonly date: string;
}

export interface Blob {
  /** git's own name of the content. */
  readonly sha: string;
  readonly bytes: Buffer;
}
/** Path → content. */
export type Tree = ReadonlyMap<string, Blob>;

export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
  /** The account the author's address belongs to. */
  readonly account: Account | null;
  readonly tree: Tree;
}

/** An annotated tag's own object. */
export interface TagObject {
  readonly sha: string;
  readonly tag: string;
  readonly message: string;
  readonly commit: string;
  readonly tagger: Signature;
}

/** A repository and its forks share their objects, as on GitHub: a commit of one can be compared in another. */
export interface Network {
  readonly commits: Map<string, Commit>;
  readonly tags: Map<string, TagObject>;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

/** A commit status or a check: what `required_contexts` looks at. */
export interface CommitStatus {
  readonly id: number;
  readonly context: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly actor: Actor;
  readonly createdAt: string;
}

/** What a pull request and an issue have in common: comments and labels hang on its number. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  user: Account;
  state: 'open' | 'closed';
  labels: Label[];
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

export interface PullRequest {
  readonly issue: Issue;
  readonly id: number;
  draft: boolean;
  /** `null`: the fork was deleted. */
  headRepository: Repository | null;
  readonly headOwner: Account;
  readonly headRef: string;
  headSha: string;
  readonly baseRef: string;
  baseSha: string;
  /** `null`: GitHub is still working it out. */
  mergeable: boolean | null;
  /** The test merge while open, what was merged afterwards; `null` when the two sides conflict. */
  mergeSha: string | null;
  mergedAt: string | null;
  mergedBy: Account | null;
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  body: string;
  readonly actor: Actor;
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
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

export interface DeploymentStatus {
  readonly id: number;
  readonly state: DeploymentState;
  readonly description: string;
  readonly environment: string;
  readonly environmentUrl: string;
  readonly logUrl: string;
  readonly actor: Actor;
  readonly createdAt: string;
}

export interface Deployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly payload: Record<string, unknown> | string;
  readonly originalEnvironment: string;
  environment: string;
  readonly description: string | null;
  readonly transient: boolean;
  readonly production: boolean;
  readonly actor: Actor;
  readonly createdAt: string;
  updatedAt: string;
  /** Oldest first. */
  readonly statuses: DeploymentStatus[];
}

export interface Environment {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface Repository {
  readonly id: number;
  owner: Account;
  name: string;
  private: boolean;
  archived: boolean;
  disabled: boolean;
  readonly parent: Repository | null;
  defaultBranch: string;
  readonly network: Network;
  /** Full ref → commit, or an annotated tag's object. */
  readonly refs: Map<string, string>;
  readonly issues: Map<number, Issue>;
  readonly pulls: Map<number, PullRequest>;
  readonly comments: Map<number, Comment>;
  /** Lower-case name → label. */
  readonly labels: Map<string, Label>;
  /** Oldest first. */
  readonly deployments: Deployment[];
  /** Lower-case name → environment: names are not case sensitive. */
  readonly environments: Map<string, Environment>;
  /** Commit → statuses, oldest first. */
  readonly statuses: Map<string, CommitStatus[]>;
  readonly createdAt: string;
  updatedAt: string;
  pushedAt: string;
}

/** `owner/name` of a repository. */
export const fullNameOf = (repository: Pick<Repository, 'owner' | 'name'>): string =>
  `${repository.owner.login}/${repository.name}`;
