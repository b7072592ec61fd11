import type { FileTree } from '../git/repository.ts';
import { graphConfig, plainAgent } from './working.ts';

/** There is no graph configuration at all. */
export const missingConfig: FileTree = {
  'langgraph.json': null,
  'README.md': 'An agent without its configuration.\n',
};

/** The graph configuration is not JSON. */
export const malformedConfig: FileTree = { 'langgraph.json': '{ "graphs": { "agent": \n' };

/** The configuration is JSON, but `graphs` is no map of graphs. */
export const wrongConfig: FileTree = {
  'langgraph.json': JSON.stringify({ graphs: ['./src/agent.ts:graph'] }),
};

/** The configuration names an export that the module does not have. */
export const missingExport: FileTree = { 'langgraph.json': graphConfig('./src/agent.ts:grpah') };

/** The configuration names a file that is not there. */
export const missingModule: FileTree = { 'langgraph.json': graphConfig('./src/nowhere.ts:graph') };

/** The module is not TypeScript. */
export const syntaxError: FileTree = { 'src/agent.ts': 'export const graph = {{{;\n' };

/** The module throws while it is imported, after one telling line on standard error. */
export function crashAtImport(line = 'model registry unreachable'): FileTree {
  return plainAgent({
    preamble: `console.error(${JSON.stringify(line)});\nthrow new Error('cannot start: ${line}');`,
  });
}

/** The module never finishes loading, so the agent never answers its health check. */
export function neverHealthy(line = 'warming up the model'): FileTree {
  return plainAgent({
    preamble: `console.log(${JSON.stringify(line)});\nsetInterval(() => {}, 1_000);\nawait new Promise(() => {});`,
  });
}

/** Prints a deployment secret while it starts, as careless agents do. */
export function printsSecret(name: string): FileTree {
  return plainAgent({ preamble: `console.log('config:', process.env[${JSON.stringify(name)}]);` });
}
