import path from 'node:path';
import type { FileTree } from '../git/repository.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The graph configuration of a fixture agent with one graph, `agent`. */
export function graphConfig(graph = './src/agent.ts:graph', more: Record<string, unknown> = {}): string {
  return `${JSON.stringify({ node_version: '22', graphs: { agent: graph }, ...more }, null, 2)}\n`;
}

export interface PlainAgentOptions {
  /** Stands in every answer, so that a test sees which revision answered. */
  version?: string;
  /** TypeScript put at the top of the module. */
  preamble?: string;
  /** Where the agent lives in the repository. Default: its root. */
  folder?: string;
}

/**
 * An agent without any dependency: an object with `invoke`, in TypeScript. It answers the last message with the version
 * and says which of a few environment variables are set (never what they hold).
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

/** An install command that borrows the packages of this repository: a real graph library without the network. */
export function rootModulesInstall(): string {
  const script = `require('node:fs').symlinkSync(${JSON.stringify(path.join(ROOT, 'node_modules'))},'node_modules','junction')`;
  return `node -e ${JSON.stringify(script)}`;
}

/** A real LangGraph agent; deploy it with `install_command: rootModulesInstall()`. */
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
