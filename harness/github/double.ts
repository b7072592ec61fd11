import { createEvents } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createJournal, type Journal } from './journal.ts';
import { createRateLimits, type RateLimitOptions } from './rate-limit.ts';
import { repositoryHandle, type RepositoryHandle } from './repository.ts';
import { serviceRoutes } from './resources/global.ts';
import { ROUTES } from './resources/index.ts';
import { SPOKEN_VERSION } from './server/http.ts';
import { createExchange, type Ending, listen } from './server/listen.ts';
import { createPipeline } from './server/pipeline.ts';
import { createState, type OrganizationPolicy, repositoryOf, setPolicy } from './state/state.ts';
import { addRepository, DEFAULT_REPOSITORY, type RepositorySeed } from './state/repositories.ts';
import { ANONYMOUS, createTokens, type TokenSeed } from './tokens.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

// A GitHub on this machine: state in memory, real HTTP, and GitHub's own client works on it unchanged. The conformance
// tests (`__tests__/harness/github`) list what it is held to. It answers with a loud 501 what it lacks: GraphQL, search,
// runs and jobs of Actions, checks of their own (they are commit statuses here), reviews, creating pull requests through
// the API, API version 2026-03-10. It never gives the `patch` of changed files.

export interface GitHubOptions {
  /** Plays a GitHub Enterprise Server of this version: below `/api/v3`, with its header, without rate limits. */
  enterprise?: string;
  /** Path of the API. Default: none; `/api/v3` on an Enterprise Server. */
  prefix?: string;
  /** Base of the web pages. Default: `https://github.com`; an Enterprise Server's are on its own host. */
  serverUrl?: string;
  /** Milliseconds since 1970. Default: the time of this machine. */
  now?: () => number;
  /** `null`: no limits. Default: GitHub's own, and none on an Enterprise Server. */
  rateLimits?: RateLimitOptions | null;
  /** API versions that exist, newest last. */
  apiVersions?: readonly string[];
  port?: number;
}

/** A GitHub on this machine, over real HTTP. */
export interface GitHubDouble {
  /** GITHUB_API_URL. */
  readonly apiUrl: string;
  /** GITHUB_SERVER_URL. */
  readonly serverUrl: string;
  readonly graphqlUrl: string;

  addRepository(seed?: RepositorySeed): RepositoryHandle;
  /** A repository that was added. Default: `octo-org/echo-agent`. */
  repository(fullName?: string): RepositoryHandle;
  /** Makes a token and gives it. */
  addToken(seed: TokenSeed): string;
  revokeToken(token: string): void;
  /** What the runner wants to know about the GitHub a job belongs to. */
  forRunner(token: string): { serverUrl: string; apiUrl: string; token: string };
  /** What an organization demands of those who come with a token. */
  setPolicy(organization: string, policy: OrganizationPolicy): void;
  /** Sets what is left of a token's hour (`null`: of those who come without one). Throws where limits are off. */
  setRateLimit(token: string | null, left: { remaining: number; resetInSeconds?: number }): void;

  readonly faults: Faults;
  readonly journal: Journal;
  readonly webhooks: Webhooks;
  /** Requests that came in and were not answered yet: those a fault rule keeps waiting. */
  pending(): number;
  /** Ends it and every connection. */
  close(): Promise<void>;
}

/** Starts a GitHub double on a free port of this machine. It knows nothing yet: add a repository and a token. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubDouble> {
  const enterprise = options.enterprise ?? null;
  const prefix = options.prefix ?? (enterprise === null ? '' : '/api/v3');
  const now = options.now ?? Date.now;
  const state = createState(now);
  const tokens = createTokens(state);
  const faults = createFaults();
  const journal = createJournal();
  const limits = options.rateLimits === undefined ? (enterprise === null ? {} : null) : options.rateLimits;
  const rateLimits = limits === null ? null : createRateLimits(now, limits);
  const versions =
    options.apiVersions ?? (enterprise === null ? [SPOKEN_VERSION, '2026-03-10'] : [SPOKEN_VERSION]);
  const pipeline = createPipeline({
    state,
    tokens,
    rateLimits,
    routes: [...serviceRoutes(rateLimits, versions), ...ROUTES],
    versions,
    enterpriseVersion: enterprise,
  });
  const closing = new AbortController();
  const htmlUrl = options.serverUrl ?? (enterprise === null ? 'https://github.com' : null);
  const exchange = createExchange({
    pipeline,
    tokens,
    faults,
    journal,
    rateLimits,
    now,
    prefix,
    enterpriseVersion: enterprise,
    htmlUrl,
    closing: closing.signal,
  });
  const listener = await listen((request, body): Promise<Ending> => exchange(request, body), options.port);
  const apiUrl = `${listener.origin}${prefix}`;
  const serverUrl = htmlUrl ?? listener.origin;
  const links = { api: apiUrl, html: serverUrl };
  const events = createEvents(state, links);
  return {
    apiUrl,
    serverUrl,
    graphqlUrl: enterprise === null ? `${listener.origin}/graphql` : `${listener.origin}/api/graphql`,
    addRepository: (seed) => repositoryHandle(state, addRepository(state, seed), links, events),
    repository: (fullName = DEFAULT_REPOSITORY) =>
      repositoryHandle(state, repositoryOf(state, fullName), links, events),
    addToken: (seed) => tokens.add(seed),
    revokeToken: (token) => tokens.revoke(token),
    forRunner: (token) => ({ serverUrl, apiUrl, token }),
    setPolicy: (organization, policy) => setPolicy(state, organization, policy),
    setRateLimit(token, left) {
      if (rateLimits === null)
        throw new Error('this GitHub has no rate limits: give it some with rateLimits');
      const viewer = token === null ? ANONYMOUS : tokens.find(token);
      if (viewer === undefined) throw new Error('this token is unknown: add it first');
      rateLimits.set(viewer, left);
    },
    faults,
    journal,
    webhooks: createWebhooks(),
    pending: () => listener.pending(),
    async close() {
      closing.abort();
      await listener.close();
    },
  };
}
