import * as z from 'zod';
import { jsonObject } from './primitives.ts';

// A deployment's `/mcp` supports the Model Context Protocol: JSON-RPC over streamable HTTP, without sessions.

export const MCP_LATEST = '2025-11-25';
/** Supported versions of the Model Context Protocol. */
export const MCP_VERSIONS = ['2024-11-05', '2025-03-26', '2025-06-18', MCP_LATEST] as const;

export const RPC_INVALID_PARAMS = -32602;
export const RPC_METHOD_NOT_FOUND = -32601;

/** A JSON-RPC request, which has an ID and a method. */
export const McpRequest = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.unknown().refine((id) => id !== undefined && id !== null, 'must be set'),
  method: z.string().min(1),
  params: jsonObject.nullish(),
});
export type McpRequest = z.infer<typeof McpRequest>;

/**
 * A JSON-RPC notification (with a method) or response (with an ID). The server returns no body for a notification or a
 * response.
 */
export const McpMessage = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().min(1) }),
  z.looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().refine((id) => id !== undefined && id !== null, 'must be set'),
  }),
]);

/** Parameters of `tools/call`. `context` is an extension of the protocol that the agent server passes to the run. */
export const McpCallParams = z.looseObject({
  name: z.string().min(1),
  arguments: z.unknown().optional(),
  context: jsonObject.nullish(),
});

/** A tool that represents an assistant. */
export const McpTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: jsonObject,
  annotations: z.object({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
});
export type McpTool = z.infer<typeof McpTool>;

const McpInitializeResult = z.object({
  protocolVersion: z.enum(MCP_VERSIONS),
  capabilities: z.object({ tools: z.object({ listChanged: z.boolean() }) }),
  serverInfo: z.object({ name: z.string(), version: z.string() }),
});
/** Result of `tools/list`. `nextCursor` is the offset of the next page. */
const McpToolList = z.object({ tools: z.array(McpTool), nextCursor: z.int().optional() });
/** Result of `tools/call`. If `isError` is true, the run failed and the text is the kind of the run's error. */
const McpCallResult = z.object({
  isError: z.literal(true).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

/** Result or JSON-RPC error of a request. */
export const McpOutcome = z.union([
  z.object({ result: z.union([McpInitializeResult, McpToolList, McpCallResult, z.strictObject({})]) }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
]);
export type McpOutcome = z.infer<typeof McpOutcome>;

/** Response to a JSON-RPC request. */
export const McpResponse = z.intersection(
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown() }),
  McpOutcome,
);

/** Body of a 400 response of `/mcp`, for a message that is not JSON-RPC or a client that does not accept JSON. */
export const McpRefusal = z.object({ error: z.string() });
