import type { AgentData } from '../clients/agent-data.ts';
import type { AgentServer } from '../clients/agent-server.ts';
import type { Clock } from '../clients/clock.ts';
import type { ControlPlane } from '../clients/control-plane.ts';
import type { EvaluationApi } from '../clients/evaluation.ts';
import { ApiError } from '../clients/errors.ts';
import { loadTransport } from '../clients/load-transport.ts';
import { memoizeAsync } from '../clients/memoize.ts';
import type { Transport } from '../clients/transport.ts';
import { type GitHubConnection, openGitHub } from './github/client.ts';
import type { CommonSettings } from './inputs/settings.ts';

export interface Connection {
  controlPlane: ControlPlane;
  /**
   * Returns a GitHub client that uses the action's network proxies, or `undefined` without a token or outside a
   * repository.
   */
  github(): Promise<GitHubConnection | undefined>;
  probeStatus: ProbeStatus;
  /** Creates a client of the agent server at a URL to which the key may be sent. */
  agentServer: (baseUrl: string) => Promise<AgentServer>;
  /** Creates a client of an agent server's stored data at a URL to which the key may be sent. */
  agentData: (baseUrl: string) => Promise<AgentData>;
  /** Creates a client of the API for datasets and experiments at a URL to which the key may be sent. */
  evaluationApi: (baseUrl: string) => Promise<EvaluationApi>;
  close(): Promise<void>;
}

interface ConnectOptions {
  settings: CommonSettings;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  redact: (text: string) => string;
  log: (line: string) => void;
  readDeadline: () => number | undefined;
}
export type Connect = (options: ConnectOptions) => Promise<Connection>;

/** Connects to the services over HTTP. Loads the HTTP client and its schemas on the first call. */
export const connectHttp: Connect = async (options) => {
  const { settings, env, clock, redact, log, readDeadline } = options;
  const [{ createTransport }, { createControlPlane }] = await Promise.all([
    loadTransport(),
    import('../clients/control-plane.ts'),
  ]);
  const transport = createTransport({
    env,
    clock,
    redact,
    attemptTimeoutMs: settings.requestTimeoutMs,
    log,
  });
  const controlPlane = createControlPlane({
    transport,
    baseUrl: settings.endpoint.baseUrl,
    dialect: settings.endpoint.dialect,
    apiKey: settings.apiKey,
    workspaceId: settings.workspaceId,
    readDeadline,
    now: () => clock.now(),
  });
  return {
    controlPlane,
    github: memoizeAsync(() => openGitHub({ token: settings.github.token, env, transport, redact })),
    probeStatus: createProbeStatus(transport),
    agentServer: async (baseUrl) => {
      const { createAgentServer } = await import('../clients/agent-server.ts');
      const { apiKey, workspaceId, requestTimeoutMs } = settings;
      return createAgentServer({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
    },
    agentData: async (baseUrl) => {
      const { createAgentData } = await import('../clients/agent-data.ts');
      const { apiKey, workspaceId, requestTimeoutMs } = settings;
      return createAgentData({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
    },
    evaluationApi: async (baseUrl) => {
      const { createEvaluationApi } = await import('../clients/evaluation.ts');
      const { apiKey, workspaceId, requestTimeoutMs } = settings;
      return createEvaluationApi({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
    },
    close: () => transport.close(),
  };
};

/**
 * Requests a URL once with GET and without credentials. Resolves to the HTTP status, or to `undefined` if no response
 * arrives.
 */
export type ProbeStatus = (url: string, signal: AbortSignal) => Promise<number | undefined>;

const LIMIT_MS = 5000;

function createProbeStatus(transport: Pick<Transport, 'call'>): ProbeStatus {
  return async (url, signal) => {
    try {
      const answer = await transport.call({
        method: 'GET',
        url: new URL(url),
        repeatable: false,
        attemptTimeoutMs: LIMIT_MS,
        signal,
      });
      return answer.status;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.status;
    }
  };
}
