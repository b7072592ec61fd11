import { randomBytes } from 'node:crypto';
import type { Actor } from '../state/model.ts';
import { ACTIONS_BOT, type GitHubState } from '../state/state.ts';

export type Level = 'read' | 'write';
/** What stands under `permissions:` of a workflow. */
export type WorkflowPermission =
  | 'actions'
  | 'checks'
  | 'contents'
  | 'deployments'
  | 'issues'
  | 'pull-requests'
  | 'statuses';
/** A GitHub App or a fine-grained token can have more: a workflow's own token is never an administrator. */
export type Permission = WorkflowPermission | 'administration' | 'environments';

export type TokenSeed = {
  /** The token itself. Default: a new one. */
  token?: string;
} & (
  | {
      /** The token of a workflow's job: one repository, acts as `github-actions[bot]`. */
      kind: 'actions';
      repository: string;
      permissions: Partial<Record<WorkflowPermission, Level>>;
    }
  | {
      /** An installation token of another GitHub App. */
      kind: 'app';
      slug: string;
      repositories: readonly string[];
      permissions: Partial<Record<Permission, Level>>;
    }
  | {
      kind: 'fine-grained';
      login: string;
      repositories: readonly string[];
      permissions: Partial<Record<Permission, Level>>;
    }
  | {
      /** A classic personal access token: scopes, and everything its owner may do (here: everything). */
      kind: 'classic';
      login: string;
      scopes: readonly string[];
      /** Organizations it was authorized for single sign-on with. */
      ssoAuthorized?: readonly string[];
    }
);

/** Who asks. */
export interface Viewer {
  kind: TokenSeed['kind'] | 'anonymous';
  /** `null`: nobody came with a token. */
  actor: Actor | null;
  /** Whose hourly limit is used up. */
  rateKey: string;
  /** Permission as headers write it (`pull_requests`) → level. */
  permissions: ReadonlyMap<string, Level>;
  /** Lower-case full names; `null`: all of them. */
  repositories: ReadonlySet<string> | null;
  scopes: readonly string[];
  ssoAuthorized: ReadonlySet<string>;
}

export const ANONYMOUS: Viewer = {
  kind: 'anonymous',
  actor: null,
  rateKey: 'anonymous',
  permissions: new Map(),
  repositories: new Set(),
  scopes: [],
  ssoAuthorized: new Set(),
};

const PREFIXES = { actions: 'ghs_', app: 'ghs_', 'fine-grained': 'github_pat_', classic: 'ghp_' };

/** Takes every write permission down to read: the token of a run for a fork, or for Dependabot. */
export function readOnly<Name extends string>(
  permissions: Partial<Record<Name, Level>>,
): Partial<Record<Name, Level>> {
  const lowered: Partial<Record<Name, Level>> = {};
  for (const name in permissions) lowered[name] = 'read';
  return lowered;
}

/** The tokens that were handed out. */
export interface Tokens {
  /** Makes a token known and gives it. */
  add(seed: TokenSeed): string;
  /** From now on the token is worth nothing. */
  revoke(token: string): void;
  find(token: string): Viewer | undefined;
  /** Takes every known token out of a text, and whatever looks like one. */
  redact(text: string): string;
}

export function createTokens(state: GitHubState): Tokens {
  const viewers = new Map<string, Viewer>();
  const seen = new Set<string>();
  return {
    add(seed) {
      const token = seed.token ?? `${PREFIXES[seed.kind]}${randomBytes(27).toString('hex').slice(0, 36)}`;
      viewers.set(token, viewerOf(state, seed));
      seen.add(token);
      return token;
    },
    revoke: (token) => void viewers.delete(token),
    find: (token) => viewers.get(token),
    redact(text) {
      let clean = text;
      for (const token of seen) clean = clean.replaceAll(token, '***');
      return clean.replaceAll(/\b(?:gh[opsur]_|github_pat_)[A-Za-z0-9_]{10,}/g, '***');
    },
  };
}

function viewerOf(state: GitHubState, seed: TokenSeed): Viewer {
  const none = { scopes: [], ssoAuthorized: new Set<string>() };
  switch (seed.kind) {
    case 'actions':
      return {
        ...none,
        kind: seed.kind,
        actor: { account: state.account(ACTIONS_BOT), app: state.app('github-actions') },
        rateKey: `actions:${seed.repository.toLowerCase()}`,
        permissions: normalized(seed.permissions),
        repositories: new Set([seed.repository.toLowerCase()]),
      };
    case 'app':
      return {
        ...none,
        kind: seed.kind,
        actor: { account: state.account(`${seed.slug}[bot]`), app: state.app(seed.slug) },
        rateKey: `app:${seed.slug}`,
        permissions: normalized(seed.permissions),
        repositories: new Set(seed.repositories.map((name) => name.toLowerCase())),
      };
    case 'fine-grained':
      return {
        ...none,
        kind: seed.kind,
        actor: { account: state.account(seed.login), app: null },
        rateKey: `user:${seed.login.toLowerCase()}`,
        permissions: normalized(seed.permissions),
        repositories: new Set(seed.repositories.map((name) => name.toLowerCase())),
      };
    case 'classic':
      return {
        kind: seed.kind,
        actor: { account: state.account(seed.login), app: null },
        rateKey: `user:${seed.login.toLowerCase()}`,
        permissions: new Map(),
        repositories: null,
        scopes: seed.scopes,
        ssoAuthorized: new Set((seed.ssoAuthorized ?? []).map((name) => name.toLowerCase())),
      };
  }
}

function normalized(permissions: Partial<Record<string, Level>>): Map<string, Level> {
  const map = new Map<string, Level>([['metadata', 'read']]);
  for (const [name, level] of Object.entries(permissions)) {
    if (level !== undefined) map.set(name.replaceAll('-', '_'), level);
  }
  return map;
}
