import type * as z from 'zod';
import type { Actor, Repository } from '../state/model.ts';
import type { GitHubState } from '../state/state.ts';
import type { Links } from '../wire/repository.ts';
import type { Answer } from './http.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Level = 'read' | 'write';

/** Who asks. */
export interface Viewer {
  kind: 'actions' | 'app' | 'fine-grained' | 'classic' | 'anonymous';
  /** `null`: no token was sent. */
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

/** What a handler is given. */
export interface RequestContext {
  state: GitHubState;
  links: Links;
  viewer: Viewer;
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The request's own address as `Link` headers write it. */
  self: URL;
  /** Media type asked for, without `application/vnd.github.` and `+json`: `raw`, `sha`, `json`. */
  media: string;
  /** Set when the double plays a GitHub Enterprise Server. */
  enterpriseVersion: string | null;
}

export interface RepositoryContext extends RequestContext {
  repository: Repository;
}

interface RouteFacts {
  method: Method;
  /** `{name}` is one path segment, `{name+}` any number of them. */
  path: string;
  /** The page of the documentation, below `/rest/`. */
  docs: string;
  /** What a fine-grained token needs, as `X-Accepted-GitHub-Permissions` says it: `;` means or. */
  permissions: string;
  /** What a classic token needs, one of them. Default: `repo`. */
  scopes?: readonly string[];
}

interface RepositoryRoute extends RouteFacts {
  readonly scope: 'repository';
  readonly body: z.ZodType | undefined;
  readonly handle: (context: RepositoryContext, body: unknown) => Answer | Promise<Answer>;
}
interface GlobalRoute extends RouteFacts {
  readonly scope: 'global';
  readonly handle: (context: RequestContext) => Answer | Promise<Answer>;
}
/** One operation of the API: in a repository (its first two path parameters name it), or outside of any. */
export type Route = RepositoryRoute | GlobalRoute;

/** An operation below `/repos/{owner}/{repo}`; `path` is what follows. */
export function repositoryRoute<Body extends z.ZodType = z.ZodUndefined>(
  details: RouteFacts & {
    body?: Body;
    handle: (context: RepositoryContext, body: z.output<Body>) => Answer | Promise<Answer>;
  },
): Route {
  return {
    ...details,
    path: `/repos/{owner}/{repo}${details.path}`,
    scope: 'repository',
    body: details.body,
    // The server parses with this very schema before it calls.
    handle: (context, body) => details.handle(context, body as z.output<Body>),
  };
}

/** An operation outside repositories. */
export function globalRoute(
  details: RouteFacts & { handle: (context: RequestContext) => Answer | Promise<Answer> },
): Route {
  return { ...details, scope: 'global' };
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** Compiles the table. The first route that fits answers, so the longer path stands first. */
export function compileRoutes(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route.path) }));
  return (method, path) => {
    for (const { route, pattern } of compiled) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found === null) continue;
      const entries = Object.entries(found.groups ?? {});
      return { route, params: Object.fromEntries(entries.map(([name, text]) => [name, decode(text)])) };
    }
    return undefined;
  };
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\{(\w+)(\+?)\}|[.*+?^${}()|[\]\\]/g, (all, name?: string, many?: string) =>
    name === undefined ? `\\${all}` : `(?<${name}>${many === '+' ? '.+' : '[^/]+'})`,
  );
  return new RegExp(`^${source}$`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
