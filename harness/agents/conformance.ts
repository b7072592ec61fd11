import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FileTree } from '../git/repository.ts';

/** The graphs of the conformance agent, each an export of its one module. */
export const CONFORMANCE_GRAPHS = [
  'echo',
  'steps',
  'slow',
  'deaf',
  'asking',
  'nested',
  'nestedAsking',
  'nestedDeep',
  'chatty',
  'writing',
  'failing',
  'configured',
  'remembering',
  'factory',
] as const;
export type ConformanceGraph = (typeof CONFORMANCE_GRAPHS)[number];

/** The agent that every conformance case runs against; `packageJson` says what its install installs. */
export function conformanceAgent(packageJson: Record<string, unknown> = {}): FileTree {
  const graphs: Record<string, string> = Object.fromEntries(
    CONFORMANCE_GRAPHS.map((name) => [name, `./agent.ts:${name}`]),
  );
  return {
    'package.json': `${JSON.stringify({ name: 'conformance-agent', private: true, type: 'module', ...packageJson })}\n`,
    'langgraph.json': `${JSON.stringify({ node_version: '22', graphs })}\n`,
    'agent.ts': readFileSync(path.join(import.meta.dirname, 'conformance-agent.ts'), 'utf8'),
  };
}
