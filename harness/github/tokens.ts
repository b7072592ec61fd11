import { randomBytes } from 'node:crypto';
import { ApiError, notFound } from './server/http.ts';
import type { Level, Route, Viewer } from './server/route.ts';
import { fullNameOf, type Repository } from './state/model.ts';
import { ACTIONS_BOT, type GitHubState } from './state/state.ts';
import type { Links } from './wire/repository.ts';

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
type Permission = WorkflowPermission | 'administration' | 'environments';

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
  /** Takes every known token out of a text, and all that looks like one. */
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

/** The token of an `Authorization` header in any form GitHub takes; `null` without one. */
export function tokenOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
    case 'token':
      return rest.trim();
    case 'basic': {
      const [user = '', password = ''] = Buffer.from(rest, 'base64').toString('utf8').split(':');
      return password === 'x-oauth-basic' ? user : password;
    }
    default:
      return '';
  }
}

/** Who comes with this header. Throws 401 for a token that is not (or no longer) known. */
export function authenticate(tokens: Tokens, header: string | undefined): Viewer {
  const token = tokenOf(header);
  if (token === null) return ANONYMOUS;
  const viewer = tokens.find(token);
  if (viewer === undefined) throw new ApiError(401, 'Bad credentials');
  return viewer;
}

/** Documentation that some refusals name instead of the operation's. */
const SSO_DOCS =
  'https://docs.github.com/articles/authenticating-to-a-github-organization-with-saml-single-sign-on/';

/**
 * Lets the viewer do this in the repository, or throws GitHub's refusal: 404 for what must not be known to exist, 401
 * without a token, 403 for a token that may not, and for repositories that are read-only.
 */
export function authorize(
  state: GitHubState,
  links: Links,
  route: Route,
  viewer: Viewer,
  repository: Repository,
): void {
  const reads = route.method === 'GET';
  if (!maySee(viewer, repository)) throw notFound();
  checkPolicy(state, links, viewer, repository);
  if (repository.disabled) throw blocked(links, repository);
  // What is public can be read with any token.
  if (!reads || repository.private) checkGrant(route, viewer, repository);
  if (!reads && repository.archived) throw new ApiError(403, 'Repository was archived so is read-only.');
}

function maySee(viewer: Viewer, repository: Repository): boolean {
  if (!repository.private) return true;
  if (viewer.kind === 'classic') return viewer.scopes.includes('repo');
  return covers(viewer, repository);
}

const covers = (viewer: Viewer, repository: Repository): boolean =>
  viewer.repositories === null || viewer.repositories.has(fullNameOf(repository).toLowerCase());

function checkPolicy(state: GitHubState, links: Links, viewer: Viewer, repository: Repository): void {
  const organization = repository.owner.login;
  const policy = state.policies.get(organization.toLowerCase());
  if (policy === undefined || viewer.kind === 'anonymous') return;
  if (policy.ipAllowList === true) {
    throw new ApiError(
      403,
      `Although you appear to have the correct authorization credentials, the \`${organization}\` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.`,
    );
  }
  if (
    policy.saml === true &&
    viewer.kind === 'classic' &&
    !viewer.ssoAuthorized.has(organization.toLowerCase())
  ) {
    throw new ApiError(
      403,
      'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
      {
        fields: { documentation_url: SSO_DOCS },
        headers: {
          'X-GitHub-SSO': `required; url=${links.html}/orgs/${organization}/sso?authorization_request=A1`,
        },
      },
    );
  }
}

function checkGrant(route: Route, viewer: Viewer, repository: Repository): void {
  switch (viewer.kind) {
    case 'anonymous':
      throw new ApiError(401, 'Requires authentication');
    case 'classic':
      // A classic token without the scope is told nothing.
      if (!acceptedScopes(route, repository).some((scope) => viewer.scopes.includes(scope))) throw notFound();
      return;
    case 'actions':
    case 'app':
      if (!covers(viewer, repository) || !grants(viewer, route.permissions)) {
        throw new ApiError(403, 'Resource not accessible by integration');
      }
      return;
    case 'fine-grained':
      if (!covers(viewer, repository) || !grants(viewer, route.permissions)) {
        throw new ApiError(403, 'Resource not accessible by personal access token');
      }
      return;
  }
}

function acceptedScopes(route: Route, repository: Repository): readonly string[] {
  const scopes = route.scopes ?? ['repo'];
  return repository.private ? scopes : [...scopes, 'public_repo'];
}

/** Whether a viewer has one of the permission sets of `a=write,b=read; c=read`. */
function grants(viewer: Viewer, permissions: string): boolean {
  return permissions.split(';').some((set) =>
    set.split(',').every((part) => {
      const [name = '', level = ''] = part.trim().split('=');
      const given = viewer.permissions.get(name);
      return given === 'write' || (given === 'read' && level === 'read');
    }),
  );
}

function blocked(links: Links, repository: Repository): ApiError {
  return new ApiError(403, 'Repository access blocked', {
    fields: {
      block: { reason: 'tos', created_at: repository.updatedAt, html_url: `${links.html}/tos` },
    },
  });
}

/** What the answer tells about the permissions an operation takes, on success as well as on refusal. */
export function permissionHeaders(route: Route, viewer: Viewer): Record<string, string> {
  if (viewer.kind === 'anonymous') return {};
  if (viewer.kind === 'classic') {
    return {
      'X-OAuth-Scopes': viewer.scopes.join(', '),
      'X-Accepted-OAuth-Scopes': (route.scope === 'global' ? [] : (route.scopes ?? ['repo'])).join(', '),
    };
  }
  return { 'X-Accepted-GitHub-Permissions': route.permissions };
}
