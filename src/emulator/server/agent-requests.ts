import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentRequest, AnswerAgent } from '../ports/agent-http.ts';
import { createInProcessRequests } from './in-process.ts';

/** Marks a request that an agent's own code sent. */
export interface FromAgent {
  deploymentId: string;
  purpose: AgentRequest['purpose'];
}

/**
 * Creates the function that handles requests of agents' code to the APIs of their own deployments. `listener` responds
 * to the agents' requests in the same way as to clients' requests.
 */
export function createAgentRequests(
  listener: (request: IncomingMessage, response: ServerResponse, from: FromAgent) => void,
): AnswerAgent {
  const send = createInProcessRequests(listener);
  return (deploymentId, { purpose, ...request }) => send({ deploymentId, purpose }, request);
}
