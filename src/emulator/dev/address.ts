import path from 'node:path';
import * as z from 'zod';
import { WRITTEN_MAX_BYTES, readPlainText } from '../../os/plain-file.ts';
import type { Transport } from '../../clients/transport.ts';
import { parseGraphConfig } from '../../graph-config/parse.ts';
import type { AgentFolder } from './agent-folder.ts';
import { exampleInput } from './example-input.ts';
import { type AgentAddress, shellWord } from './terminal.ts';

const Assistants = z.array(z.looseObject({ assistant_id: z.string() }));

/**
 * Resolves, without ever rejecting, with the URL and key of an agent, and a shell command that runs the agent's first
 * graph.
 */
export async function describeAddress(
  transport: Transport,
  { root, configPath }: AgentFolder,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<AgentAddress> {
  const text = await readPlainText(path.join(root, configPath), {
    maxBytes: WRITTEN_MAX_BYTES,
    within: root,
  }).catch(() => '');
  const parsed = parseGraphConfig(text);
  const graph = parsed.ok ? parsed.config.graphs[0]?.id : undefined;
  const auth = parsed.ok ? parsed.config.sections.auth : undefined;
  // An agent with its own authentication accepts the API key only with the studio's scheme.
  const scheme = auth?.path === undefined ? {} : { 'X-Auth-Scheme': 'langsmith' };
  const headers = { 'X-Api-Key': apiKey, ...scheme };
  const curl = (parts: readonly string[]) => ['curl', '-s', ...parts.map(shellWord)].join(' ');
  const key = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  // A custom program has its own routes, so the command only checks its health.
  if (graph === undefined) return { url, apiKey, command: curl([`${url}/ok`, ...key]) };
  const schemas = await readSchemas(transport, { url, headers, graph }).catch(() => undefined);
  const body = JSON.stringify({ assistant_id: graph, input: exampleInput(schemas) });
  const type = ['-H', 'Content-Type: application/json'];
  return { url, apiKey, command: curl([`${url}/runs/wait`, ...key, ...type, '-d', body]) };
}

/** Reads the schemas of a graph. An agent server returns schemas only for an assistant's ID. */
async function readSchemas(
  transport: Transport,
  { url, headers, graph }: { url: string; headers: Record<string, string>; graph: string },
): Promise<unknown> {
  const call = { headers, deadlineAt: 0 } as const;
  const search = { method: 'POST', url: new URL(`${url}/assistants/search`), repeatable: true } as const;
  const found = await transport.call({ ...call, ...search, json: { graph_id: graph, limit: 1 } });
  const [assistant] = Assistants.parse(found.json);
  if (assistant === undefined) return undefined;
  const schemas = new URL(`${url}/assistants/${encodeURIComponent(assistant.assistant_id)}/schemas`);
  return (await transport.call({ ...call, method: 'GET', url: schemas })).json;
}
