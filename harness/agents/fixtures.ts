import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FileTree } from '../git.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the graph configuration of an agent with a single graph, `agent`. */
export function graphConfig(graph = './src/agent.ts:graph', more: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ node_version: '22', graphs: { agent: graph }, ...more }, null, 2)}\n`;
}

interface PlainAgentOptions {
  /** Word that every reply contains, from which a test recognizes the revision that replied. */
  version?: string;
  /** TypeScript code for the beginning of the agent's module. */
  preamble?: string;
  /** Folder of the agent in the repository; the default is the root. */
  folder?: string;
}

/**
 * Returns an agent without dependencies: an object with `invoke`, in TypeScript. The agent's reply contains the last
 * message, the agent's version, and the names of a few environment variables that are set.
 */
export function plainAgent(options: PlainAgentOptions = {}): FileTree {
  const folder = options.folder === undefined ? '' : `${options.folder}/`;
  return {
    [`${folder}langgraph.json`]: graphConfig(),
    [`${folder}src/agent.ts`]: `${options.preamble ?? ''}
const VERSION: string = ${JSON.stringify(options.version ?? 'v1')};
interface Message { type: string; content: string }

export const graph = {
  invoke(input: { messages?: { content: string }[] }): { messages: Message[] } {
    const said = input.messages?.at(-1)?.content ?? 'nothing yet';
    const greeting = process.env.GREETING === undefined ? 'not set' : 'set';
    return {
      messages: [
        { type: 'human', content: said },
        { type: 'ai', content: \`echo \${VERSION}: \${said} (GREETING is \${greeting})\` },
      ],
    };
  },
};
`,
  };
}

/**
 * Returns an install command that links the packages of this repository, including a graph library, and therefore
 * needs no network.
 */
export function rootModulesInstall(): string {
  const script = `require('node:fs').symlinkSync(${JSON.stringify(path.join(ROOT, 'node_modules'))},'node_modules','junction')`;
  return `node -e ${JSON.stringify(script)}`;
}

/** Returns an agent that uses the graph library. Deploy this agent with `install_command: rootModulesInstall()`. */
export function langGraphAgent(options: { version?: string } = {}): FileTree {
  return {
    'package.json': `${JSON.stringify({ name: 'graph-agent', private: true, type: 'module' })}\n`,
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

function answer(state: typeof MessagesAnnotation.State) {
  return { messages: [new AIMessage(\`graph ${options.version ?? 'v1'}: \${state.messages.at(-1)?.text}\`)] };
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', answer)
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();
`,
  };
}

/** A repository without a graph configuration. */
export const missingConfig: FileTree = {
  'langgraph.json': null,
  'README.md': 'An agent without its configuration.\n',
};

/** A repository whose graph configuration is not JSON. */
export const malformedConfig: FileTree = { 'langgraph.json': '{ "graphs": { "agent": \n' };

/** A repository whose configuration is JSON, but whose `graphs` is not a map. */
export const wrongConfig: FileTree = {
  'langgraph.json': JSON.stringify({ graphs: ['./src/agent.ts:graph'] }),
};

/** A repository whose configuration refers to an export that the module lacks. */
export const missingExport: FileTree = { 'langgraph.json': graphConfig('./src/agent.ts:grpah') };

/** A repository whose configuration refers to a file that does not exist. */
export const missingModule: FileTree = { 'langgraph.json': graphConfig('./src/nowhere.ts:graph') };

/** A repository whose module is not valid TypeScript. */
export const syntaxError: FileTree = { 'src/agent.ts': 'export const graph = {{{;\n' };

/** Returns a repository whose module prints one line to standard error and throws while it is imported. */
export function crashAtImport(line = 'model registry unreachable'): FileTree {
  return plainAgent({
    preamble: `console.error(${JSON.stringify(line)});\nthrow new Error('cannot start: ${line}');`,
  });
}

/** Returns a repository whose module never finishes loading, so the agent never responds to health checks. */
export function neverHealthy(line = 'warming up the model'): FileTree {
  return plainAgent({
    preamble: `console.log(${JSON.stringify(line)});\nsetInterval(() => {}, 1_000);\nawait new Promise(() => {});`,
  });
}

/** Returns a repository whose agent prints a deployment secret while it starts. */
export function printsSecret(name: string): FileTree {
  return plainAgent({ preamble: `console.log('config:', process.env[${JSON.stringify(name)}]);` });
}

/** Names of the conformance agent's graphs, which are exports of its module. */
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

/**
 * Returns the agent of a shop, with the graphs `shop` and `mirrored`. Deploy this agent with the install command
 * `rootModulesInstall()`.
 */
export function shopAgent(): FileTree {
  const graphs = { shop: './agent.ts:shop', mirrored: './agent.ts:mirrored' };
  return {
    'package.json': `${JSON.stringify({ name: 'shop-assistant', private: true, type: 'module' })}\n`,
    'langgraph.json': `${JSON.stringify({ node_version: '22', graphs })}\n`,
    'agent.ts': readFileSync(path.join(import.meta.dirname, 'shop-agent.ts'), 'utf8'),
  };
}

/**
 * Returns the agent against which all conformance cases run. The agent's install command installs the packages in
 * `packageJson`.
 */
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

/** Returns the conformance agent in Python. The build installs the requirements. */
export function pythonConformanceAgent(requirements: readonly string[] = ['langgraph']): FileTree {
  const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const graphs: Record<string, string> = Object.fromEntries(
    CONFORMANCE_GRAPHS.map((name) => [name, `./agent.py:${snakeCase(name)}`]),
  );
  return {
    'requirements.txt': requirements.map((one) => `${one}\n`).join(''),
    'langgraph.json': `${JSON.stringify({ dependencies: ['.'], graphs })}\n`,
    'agent.py': readFileSync(path.join(import.meta.dirname, 'conformance_agent.py'), 'utf8'),
  };
}
