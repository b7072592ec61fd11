import { isJsonObject } from '../../../contract/json-safety.ts';
import type { IncomingHttpHeaders } from 'node:http';
import {
  MCP_LATEST,
  MCP_VERSIONS,
  McpCallParams,
  type McpOutcome,
  type McpRequest,
  type McpTool,
  RPC_INVALID_PARAMS,
  RPC_METHOD_NOT_FOUND,
} from '../../../contract/mcp.ts';
import { RunCreate } from '../../../contract/run.ts';
import type { AssistantRow } from '../../ports/store.ts';
import { whenAborted } from '../../server/client-connection.ts';
import { HttpError } from '../../server/http-error.ts';
import { type AccessRequest, authorizeAssistant } from '../access/authorize.ts';
import { type AssistantService, searchAssistants } from '../assistants.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createQueryGraph } from '../query-graph.ts';
import { listVisible } from '../routes/assistants.ts';
import type { RunResult } from '../run-outcome.ts';
import { toRunRequest } from '../run-row.ts';
import type { RunService } from '../run-service.ts';
import { toPythonLiteral } from './python-literal.ts';
import { toTool, toToolName } from './tool-definition.ts';

export interface McpCall extends AccessRequest {
  message: McpRequest;
  headers: IncomingHttpHeaders;
  /** Signal that is aborted when the client disconnects or the emulator closes. */
  signal: AbortSignal;
}

/** Maximum number of tools on one page of `tools/list`. */
const PAGE_SIZE = 100;
/** Maximum number of assistants among which `tools/call` searches for a tool. */
const MAX_ASSISTANTS = 1_000;

/**
 * Responds to requests of the Model Context Protocol. Each assistant that the caller may see is a tool, and each tool
 * call is a run on a new thread.
 * @throws HttpError like the routes of assistants and runs.
 */
export function createMcpServer(
  dependencies: AgentServerDependencies,
  assistants: AssistantService,
  runs: RunService,
): (call: McpCall) => Promise<McpOutcome> {
  const tools = createTools(dependencies, assistants);

  const callTool = async (call: McpCall): Promise<McpOutcome> => {
    const params = McpCallParams.safeParse(call.message.params ?? {});
    if (!params.success) {
      const names = params.error.issues.map(({ path }) => path.join('.'));
      return invalidParams(`Invalid params: ${names.join(', ')}. Expected name, arguments and context.`);
    }
    const { name, arguments: input = {}, context } = params.data;
    const all = await tools.find(call, { offset: 0, limit: MAX_ASSISTANTS });
    const [assistant, ...others] = all.filter((one) => toToolName(one.name) === name);
    if (!assistant) return invalidParams(`Unknown tool: ${name}`);
    if (others.length > 0) return invalidParams('Multiple tools found with the same name.');
    return toOutcome(await run(call, { assistant_id: assistant.id, input, context }));
  };

  const run = async (
    call: McpCall,
    body: { assistant_id: string; input: unknown; context: unknown },
  ): Promise<RunResult> => {
    const runId = dependencies.newId();
    // The watch starts before the run exists, because the run might end immediately.
    const watch = dependencies.executor.watch(runId);
    try {
      await runs.create(toRunRequest(call, RunCreate.parse(body), { runId }));
      const result = await Promise.race([watch.result, whenAborted(call.signal)]);
      if (result) return result;
      throw new HttpError(503, 'The emulator is closing or the client disconnected before the run ended');
    } finally {
      watch.stop();
    }
  };

  return async (call) => {
    const { method, params } = call.message;
    switch (method) {
      case 'initialize':
        return {
          result: {
            protocolVersion: negotiateVersion(params?.['protocolVersion']),
            capabilities: { tools: { listChanged: false } },
            serverInfo: { name: 'LangGraph', version: dependencies.version },
          },
        };
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return tools.list(call);
      case 'tools/call':
        return callTool(call);
      default:
        return { error: { code: RPC_METHOD_NOT_FOUND, message: `Method not found: ${method}` } };
    }
  };
}

/** Lists and finds the assistants that a caller may see as tools. */
function createTools(dependencies: AgentServerDependencies, assistants: AssistantService) {
  const queryGraph = createQueryGraph(dependencies);

  const find = async (call: McpCall, page: { offset: number; limit: number }) => {
    const [visible] = await listVisible(assistants, call, {}, page);
    const { assistants: found } = await searchAssistants(visible, page, call.signal);
    const byId = new Map(visible.map((row) => [row.id, row]));
    return found.flatMap(({ assistant_id: id = '' }) => byId.get(id) ?? []);
  };

  /**
   * Converts an assistant to a tool, or returns `undefined` if the caller may not read the assistant or the assistant's
   * schema cannot be created.
   */
  const describe = async (call: McpCall, assistant: AssistantRow): Promise<McpTool | undefined> => {
    const { deploymentId } = call;
    try {
      await authorizeAssistant(call, assistant);
      const question = { kind: 'schemas', config: assistant.config } as const;
      const { input_schema: schema } = await queryGraph(deploymentId, assistant.graphId, question);
      if (schema === null && assistants.languageOf(deploymentId) === 'python') return undefined;
      return toTool(assistant, schema ?? {});
    } catch (failure) {
      if (failure instanceof HttpError && failure.status < 500) return undefined;
      throw failure;
    }
  };

  const list = async (call: McpCall): Promise<McpOutcome> => {
    const offset = toOffset(call.message.params?.['cursor']);
    const page = await find(call, { offset, limit: PAGE_SIZE });
    const named = new Map<string, AssistantRow>();
    for (const assistant of page) {
      const name = toToolName(assistant.name);
      if (!named.has(name)) named.set(name, assistant);
    }
    const tools: McpTool[] = [];
    for (const assistant of named.values()) {
      const tool = await describe(call, assistant);
      if (tool) tools.push(tool);
    }
    const isFull = page.length === PAGE_SIZE;
    return { result: { tools, ...(isFull && { nextCursor: offset + PAGE_SIZE }) } };
  };

  return { find, list };
}

const invalidParams = (message: string): McpOutcome => ({ error: { code: RPC_INVALID_PARAMS, message } });

/** Returns the client's protocol version if the server supports it, or else the latest version. */
function negotiateVersion(requested: unknown): (typeof MCP_VERSIONS)[number] {
  return MCP_VERSIONS.find((version) => version === requested) ?? MCP_LATEST;
}

/** Parses a cursor as an offset. An invalid cursor means the first page. */
function toOffset(cursor: unknown): number {
  const offset = typeof cursor === 'string' || typeof cursor === 'number' ? Number(cursor) : 0;
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

/** Converts a run's result to a tool result. A failed run is a failed tool call, not a protocol error. */
function toOutcome(ended: RunResult): McpOutcome {
  switch (ended.kind) {
    case 'values': {
      const { values, interrupts } = ended;
      const shown =
        interrupts && isJsonObject(values) ? { ...values, __interrupt__: interrupts } : (values ?? {});
      return { result: { content: [{ type: 'text', text: toPythonLiteral(shown) }] } };
    }
    case 'failed':
      return { result: { isError: true, content: [{ type: 'text', text: ended.error }] } };
    case 'deleted':
      return { result: { isError: true, content: [{ type: 'text', text: 'RunDeletedError' }] } };
  }
}
