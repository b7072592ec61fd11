import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentRequest, AnswerAgent } from '../ports/agent-http.ts';
import { createInProcessRequests } from './in-process.ts';

/** A request of an agent's own code, as passed to the listener. */
export interface FromAgent {
  deploymentId: string;
  purpose: AgentRequest['purpose'];
}

/**
 * Handles requests of agents' code to the API of their own deployment. `listener` responds to them like to other
 * clients.
 */
export function createAgentRequests(
  listener: (request: IncomingMessage, response: ServerResponse, from: FromAgent) => void,
): AnswerAgent {
  const send = createInProcessRequests(listener);
  return (deploymentId, { purpose, ...request }) => send({ deploymentId, purpose }, request);
}
