import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { McpMessage, McpRefusal, McpRequest, McpResponse } from '../../../contract/mcp.ts';
import { DetailError } from '../../../contract/error-bodies.ts';
import { sendResponse } from '../../server/respond.ts';
import type { Route, RouteResponse } from '../../server/route.ts';
import type { AssistantService } from '../assistants.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createMcpServer } from '../mcp/answer-request.ts';
import type { RunService } from '../run-service.ts';
import { agentRoutes, errorResponses } from './responses.ts';

const NO_MESSAGE =
  'Invalid message format. A message is to be either a JSON-RPC request, response, or notification.Please see the Messages section of the Streamable HTTP RFC for more information.';

/** Creates the route of the Model Context Protocol over streamable HTTP without sessions. Each assistant is a tool. */
export function mcpRoutes(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
  runs: RunService,
): Route[] {
  const answer = createMcpServer(dependencies, assistants, runs);
  return [
    agentRoutes.post('/mcp', {
      summary: 'Send a message of the Model Context Protocol, in which each assistant is a tool',
      body: z.unknown(),
      responses: {
        200: { description: 'The response to a request', schema: McpResponse },
        202: { description: 'The notification or response was received' },
        ...errorResponses(404, 503),
        400: {
          description: 'The message is not valid JSON-RPC, or the client does not accept JSON',
          schema: z.union([McpRefusal, DetailError]),
        },
      },
      handler({ deploymentId, agentCaller, headers, body, signal }): RouteResponse {
        const refused = refusalOf(body, headers);
        if (refused !== undefined) return { status: 400, body: { error: refused } };
        const request = McpRequest.safeParse(body);
        if (!request.success) {
          return McpMessage.safeParse(body).success
            ? { status: 202 }
            : { status: 400, body: { error: NO_MESSAGE } };
        }
        const { data: message } = request;
        return {
          // The response is a stream, because a tool's run can wait for virtual time, which advances only during
          // streams.
          stream: async (response) => {
            const outcome = await answer({ deploymentId, agentCaller, message, headers, signal });
            const { id } = message;
            await sendResponse(response, { status: 200, body: { jsonrpc: '2.0', id, ...outcome } });
          },
        };
      },
    }),
    agentRoutes.get('/mcp', {
      summary: 'Refused: the server sends no messages on its own',
      unsafeGet: true,
      responses: { 405: { description: 'No stream exists' } },
      handler: () => ({ status: 405, headers: { allow: 'DELETE, POST' } }),
    }),
    agentRoutes.delete('/mcp', {
      summary: 'Refused: the server has no sessions',
      responses: errorResponses(404),
      handler: () => ({ status: 404, body: { detail: 'The server has no sessions to end.' } }),
    }),
  ];
}

/** Returns the reason to refuse an unparsed message, or `undefined` if the message is accepted. */
function refusalOf(body: unknown, { accept = '' }: IncomingHttpHeaders): string | undefined {
  if (body === undefined) return 'Invalid JSON';
  if (!accept.includes('application/json') && !accept.includes('text/event-stream')) {
    return 'Accept header must include application/json or text/event-stream';
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'Invalid message format.';
  if (!('jsonrpc' in body) || body.jsonrpc !== '2.0') {
    return 'Invalid JSON-RPC message. Missing or invalid jsonrpc version.';
  }
  return undefined;
}
