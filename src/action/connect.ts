import type { Clock } from '../clients/clock.ts';
import type { ControlPlane } from '../clients/control-plane-port.ts';
import type { Transport } from '../clients/transport.ts';
import type { GitHubConnection } from './github/connection.ts';
import type { CommonSettings } from './inputs/settings.ts';

/** An open connection to a control plane. */
export interface Connection {
  plane: ControlPlane;
  /** GitHub's client, through the same proxies; undefined without a token or outside a repository. */
  github(): Promise<GitHubConnection | undefined>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  settings: CommonSettings;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  redact: (text: string) => string;
  log: (line: string) => void;
  readDeadline: () => number | undefined;
}
export type Connect = (options: ConnectOptions) => Promise<Connection>;

/** Connects over HTTP. The client and its schemas are loaded here, when there is something to ask. */
export const connectHttp: Connect = async (options) => {
  const { settings, env, clock, redact, log, readDeadline } = options;
  const [{ createTransport }, { createControlPlane }] = await Promise.all([
    import('../clients/transport.ts'),
    import('../clients/control-plane.ts'),
  ]);
  const transport = createTransport({
    env,
    clock,
    redact,
    tryTimeoutMs: settings.requestTimeoutMs,
    observe: ({ method, path, outcome, retryInMs }) => {
      if (retryInMs === undefined) return;
      log(`${method} ${path}: ${outcome}; trying again in ${(retryInMs / 1000).toFixed(1)}s`);
    },
  });
  const plane = createControlPlane({
    transport,
    baseUrl: settings.endpoint.baseUrl,
    dialect: settings.endpoint.dialect,
    apiKey: settings.apiKey,
    workspaceId: settings.workspaceId,
    readDeadline,
  });
  let github: Promise<GitHubConnection | undefined> | undefined;
  return {
    plane,
    github: () => (github ??= connectGitHub(options, transport)),
    close: () => transport.close(),
  };
};

/** The client is most of the bundle: it is loaded when something is first asked of GitHub. */
async function connectGitHub(
  { settings, env, redact }: ConnectOptions,
  transport: Pick<Transport, 'dispatcher'>,
): Promise<GitHubConnection | undefined> {
  const { token } = settings.github;
  const [owner, repo, ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (token === undefined || !owner || !repo || rest.length > 0) return undefined;
  const { createGitHub } = await import('../clients/github.ts');
  const apiUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
  const octokit = await createGitHub({ token, apiUrl, transport });
  return { octokit, owner, repo, redact };
}
