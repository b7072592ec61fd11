import { ApiError, notFound } from '../server/answer.ts';
import type { Route } from '../server/route.ts';
import { fullNameOf, type Repository } from '../state/model.ts';
import type { GitHubState } from '../state/state.ts';
import type { Links } from '../wire/links.ts';
import type { Viewer } from './tokens.ts';

/** Documentation that some refusals name instead of the operation's. */
const SSO_DOCS =
  'https://docs.github.com/articles/authenticating-to-a-github-organization-with-saml-single-sign-on/';

/**
 * Lets the viewer do this in the repository, or throws GitHub's refusal: 404 for what must not be known to exist, 401
 * without a token, 403 for a token that may not, and for repositories nobody may write to.
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
  // What is public can be read by everybody, whatever their token was made for.
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
export function grants(viewer: Viewer, permissions: string): boolean {
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
