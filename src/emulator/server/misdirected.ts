import type { IncomingMessage } from 'node:http';
import type { Authenticator } from './authenticate.ts';
import { HttpError } from './http-error.ts';
import type { RequestTarget } from './router.ts';

/** Name of a deployed agent and URL of its agent server. */
interface AgentAddress {
  name: string;
  url: string;
}

/** URLs of the control plane and of agents. */
export interface Addresses {
  controlPlane: string;
  /** Returns the agents of a workspace that have a URL. */
  agentsOf: (workspaceId: string) => Promise<readonly AgentAddress[]>;
}

const AGENT_PATH = /^\/(?:threads|runs|assistants|store|mcp|metrics|docs)(?:\/|$)/;
const CONTROL_PLANE_PATH = /^\/(?:v[12]|api-host)\//;
const MAX_NAMED = 5;

/**
 * Returns a 404 with the correct URL if a client sends a request for an agent to the control plane, or a control plane
 * request to an agent. The names of agents are only shown to callers with a key of the agents' workspace. Returns
 * `undefined` for all other requests.
 */
export async function misdirectedRequest(
  request: IncomingMessage,
  { surface, path }: RequestTarget,
  authenticator: Pick<Authenticator, 'authenticateWorkspace'>,
  { controlPlane, agentsOf }: Addresses,
): Promise<HttpError | undefined> {
  if (surface === 'agent-server') {
    if (!CONTROL_PLANE_PATH.test(path)) return undefined;
    return new HttpError(
      404,
      `Not Found: this is the agent server of a deployment. The control plane is at ${controlPlane}.`,
    );
  }
  if (surface !== 'control-plane' || !AGENT_PATH.test(path)) return undefined;
  const agents = await authenticator
    .authenticateWorkspace(request.headers, 'read')
    .then(agentsOf, () => undefined);
  const start = 'Not Found: this is the control plane, and each agent has its own URL.';
  if (agents === undefined) return new HttpError(404, `${start} GET /v2/deployments lists them as url.`);
  if (agents.length === 0) return new HttpError(404, `${start} No agent is deployed yet.`);
  const named = agents.slice(0, MAX_NAMED).map(({ name, url }) => `${name} at ${url}`);
  const more = agents.length - named.length;
  return new HttpError(
    404,
    `${start} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}: use this address as the URL of the client.`,
  );
}
