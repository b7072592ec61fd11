import { createHash } from 'node:crypto';
import { type Account, type App, fullNameOf, type Label, type Repository } from './model.ts';

/** What an organization demands of those who come with a token. */
export interface OrganizationPolicy {
  /** Personal access tokens that were not authorized for single sign-on are refused. */
  saml?: boolean;
  /** No caller has an address on the list. */
  ipAllowList?: boolean;
}

/** Kinds of ids: each counts in its own range, beyond 32 bits, so that a mixed-up or cut id is noticed. */
const FIRST_IDS = {
  account: 9_000_001,
  repository: 5_735_001_127,
  issue: 5_210_000_001,
  pull: 5_190_000_001,
  comment: 5_290_000_001,
  deployment: 5_180_000_001,
  status: 5_456_000_001,
  environment: 5_110_000_001,
  label: 5_208_000_001,
  commitStatus: 5_310_000_001,
} as const;
type IdKind = keyof typeof FIRST_IDS;

/** Everything the double knows. */
export interface GitHubState {
  /** Milliseconds since 1970. */
  now(): number;
  /** The time as GitHub writes it: UTC, whole seconds. */
  stamp(): string;
  nextId(kind: IdKind): number;
  /** The account of a login, made when it is new. Logins are not case sensitive. */
  account(login: string, type?: Account['type']): Account;
  /** The account of a login, when there is one. */
  findAccount(login: string): Account | undefined;
  /** The GitHub App of a slug, made when it is new. */
  app(slug: string): App;
  readonly repositories: Map<number, Repository>;
  /** Former `owner/name` in lower case → id. */
  readonly moved: Map<string, number>;
  /** Organization's login in lower case → policy. */
  readonly policies: Map<string, OrganizationPolicy>;
}

/** The bot that acts for a workflow's own token. */
export const ACTIONS_BOT = 'github-actions[bot]';
const WELL_KNOWN: Account[] = [
  { id: 41_898_282, login: ACTIONS_BOT, type: 'Bot' },
  { id: 49_699_333, login: 'dependabot[bot]', type: 'Bot' },
  { id: 583_231, login: 'octocat', type: 'User' },
  { id: 9_919, login: 'github', type: 'Organization' },
];

/** Makes an empty GitHub. `now` gives milliseconds since 1970. */
export function createState(now: () => number): GitHubState {
  const counters = new Map<IdKind, number>();
  const accounts = new Map(WELL_KNOWN.map((account) => [account.login.toLowerCase(), account]));
  const apps = new Map<string, App>();
  const nextId = (kind: IdKind): number => {
    const id = counters.get(kind) ?? FIRST_IDS[kind];
    counters.set(kind, id + 1);
    return id;
  };
  const state: GitHubState = {
    now,
    stamp: () => timestamp(now()),
    nextId,
    account(login, type) {
      const known = accounts.get(login.toLowerCase());
      if (known !== undefined) return known;
      const made: Account = {
        id: nextId('account'),
        login,
        type: type ?? (login.endsWith('[bot]') ? 'Bot' : 'User'),
      };
      accounts.set(login.toLowerCase(), made);
      return made;
    },
    findAccount: (login) => accounts.get(login.toLowerCase()),
    app(slug) {
      const known = apps.get(slug);
      if (known !== undefined) return known;
      const made: App =
        slug === 'github-actions'
          ? { id: 15_368, slug, name: 'GitHub Actions', owner: state.account('github') }
          : { id: idOf(slug), slug, name: slug, owner: state.account('octocat') };
      apps.set(slug, made);
      return made;
    },
    repositories: new Map(),
    moved: new Map(),
    policies: new Map(),
  };
  return state;
}

/** A time as GitHub writes it: RFC 3339 in UTC with whole seconds. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** The repository of that name, or `undefined`. Names are not case sensitive. */
export function findRepository(state: GitHubState, fullName: string): Repository | undefined {
  const wanted = fullName.toLowerCase();
  for (const repository of state.repositories.values()) {
    if (fullNameOf(repository).toLowerCase() === wanted) return repository;
  }
  return undefined;
}

/** Like {@link findRepository}; throws when there is none. */
export function repositoryOf(state: GitHubState, fullName: string): Repository {
  const found = findRepository(state, fullName);
  if (found !== undefined) return found;
  const names = [...state.repositories.values()].map(fullNameOf).join(', ') || 'none';
  throw new Error(`there is no repository ${fullName}: add it first (there are: ${names})`);
}

/** An opaque global id, as GraphQL and `node_id` show it. */
export function nodeId(prefix: string, id: number | string): string {
  return `${prefix}_${Buffer.from(String(id)).toString('base64url')}`;
}

function idOf(slug: string): number {
  return createHash('sha256').update(slug).digest().readUInt32BE(0) >>> 4;
}

/** Sets what an organization demands; an empty object demands nothing. */
export function setPolicy(state: GitHubState, organization: string, policy: OrganizationPolicy): void {
  state.policies.set(organization.toLowerCase(), policy);
}

/** The label of that name, made when the repository does not have it. Names are not case sensitive. */
export function labelOf(state: GitHubState, repository: Repository, name: string): Label {
  const known = repository.labels.get(name.toLowerCase());
  if (known !== undefined) return known;
  const label: Label = { id: state.nextId('label'), name, color: 'ededed', description: null };
  repository.labels.set(name.toLowerCase(), label);
  return label;
}
