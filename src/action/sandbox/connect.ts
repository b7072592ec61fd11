import { loadTransport } from '../../clients/load-transport.ts';
import type { OpenService } from './world.ts';

/** Opens the sandbox service over HTTP. The client is loaded here, when there is something to ask. */
export const connectSandboxService: OpenService = async (access, { env, clock, redact, log }) => {
  const [{ createTransport }, { createSandboxService: createSandboxes }] = await Promise.all([
    loadTransport(),
    import('../../clients/sandboxes.ts'),
  ]);
  const transport = createTransport({
    env,
    ...(clock && { clock }),
    redact,
    attemptTimeoutMs: access.requestTimeoutMs,
    observe: ({ method, path, outcome, retryInMs }) => {
      if (retryInMs === undefined) return;
      log(`${method} ${path}: ${outcome}; trying again in ${(retryInMs / 1000).toFixed(1)}s`);
    },
  });
  const { baseUrl, apiKey, workspaceId, requestTimeoutMs } = access;
  const service = createSandboxes({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
  return { service, close: () => transport.close() };
};
