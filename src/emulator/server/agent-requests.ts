import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentRequest, AnswerAgent } from '../ports/agent-http.ts';
import { createInProcessRequests } from './in-process.ts';

/** A request of an agent's own code, as the listener gets it. */
export interface FromAgent {
  deploymentId: string;
  purpose: AgentRequest['purpose'];
}

/** Answers what the code of agents asks of the API of its own deployment. `listener` answers as it does for other clients. */
export function createAgentRequests(
  listener: (request: IncomingMessage, response: ServerResponse, from: FromAgent) => void,
): AnswerAgent {
  const send = createInProcessRequests(listener);
  return (deploymentId, { purpose, ...request }) => send({ deploymentId, purpose }, request);
}
