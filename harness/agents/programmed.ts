import type { FileTree } from '../git.ts';
import { graphConfig } from './fixtures.ts';

/** Reply of a programmed agent to all questions that match a pattern. */
export interface ProgrammedReply {
  /** Regular expression for the question. The agent uses the first reply whose expression matches. */
  to: string;
  /** Text of the answer, where `{question}` is replaced with the question. */
  says: string;
  /**
   * Share of answers with the text `says`; all other answers have the text `otherwise`. The choice depends only on the
   * question, on `seed`, and on how many times the worker has already received the question.
   */
  rate?: number;
  otherwise?: string;
  seed?: string;
  /** Delay of the answer, in milliseconds. */
  delayMs?: number;
  /** Message of an error that ends the run without an answer. */
  throws?: string;
  /** Tool calls of the answer. */
  calls?: readonly { name: string; args: Readonly<Record<string, unknown>> }[];
  /** Number of tokens that the answer reports. */
  tokens?: number;
  /** Name of an attachment in the run's configuration, whose text replaces `{attachment}` in the answer. */
  reads?: string;
  /**
   * Value of an interrupt before the answer. The interrupt requires LangGraph: use the install command
   * `rootModulesInstall()`.
   */
  interrupts?: string;
}

/**
 * Returns whether an answer has the text `says` (see `rate`). The result looks random, but depends only on the
 * arguments.
 * @param before Number of times that the worker has already received the question.
 */
export function isUsualAnswer(
  reply: Pick<ProgrammedReply, 'rate' | 'seed'>,
  question: string,
  before: number,
): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${reply.seed} ${question} ${before}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 < (reply.rate ?? 1);
}

/** Code of the agent, where the constant REPLIES contains the replies. */
const AGENT = `
interface Reply {
  to: string; says: string; rate?: number; otherwise?: string; seed?: string; delayMs?: number;
  throws?: string; calls?: { name: string; args: object }[]; tokens?: number; reads?: string; interrupts?: string;
}
interface Config { configurable?: { attachments?: Record<string, { presigned_url: string }> } }
interface Input { messages?: { content: string }[]; question?: string }

/** Number of times that each question was asked. */
const asked = new Map<string, number>();

async function answer(input: Input, config?: Config, interrupt?: (value: string) => unknown) {
  const question = input.question ?? input.messages?.at(-1)?.content ?? '';
  const reply = REPLIES.find(({ to }) => new RegExp(to).test(question));
  if (reply === undefined) throw new Error('no reply is programmed for ' + JSON.stringify(question));
  const before = asked.get(question) ?? 0;
  asked.set(question, before + 1);
  if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
  if (reply.throws !== undefined) throw new Error(reply.throws);
  if (reply.interrupts !== undefined) interrupt?.(reply.interrupts);
  const url = config?.configurable?.attachments?.[reply.reads ?? '']?.presigned_url;
  const attachment = url === undefined ? 'nothing' : await (await fetch(url)).text();
  const content = (isUsualAnswer(reply, question, before) ? reply.says : (reply.otherwise ?? ''))
    .replaceAll('{question}', question).replaceAll('{attachment}', attachment);
  return {
    content,
    ...(reply.calls && { tool_calls: reply.calls.map((call, index) => ({ ...call, id: 'call-' + index, type: 'tool_call' })) }),
    ...(reply.tokens !== undefined && {
      usage_metadata: { input_tokens: 0, output_tokens: reply.tokens, total_tokens: reply.tokens },
    }),
  };
}
`;

const PLAIN = `
export const graph = {
  async invoke(input: Input, config?: Config) {
    return { messages: [...(input.messages ?? []), { type: 'ai', ...(await answer(input, config)) }] };
  },
};
`;

const LANGGRAPH = `
import { AIMessage } from '@langchain/core/messages';
import { END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async (state: Input, config: Config) => ({ messages: [new AIMessage(await answer(state, config, interrupt))] }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();
`;

/**
 * Returns an agent whose answers are programmed, so that two commits can answer equally or differently. The question
 * is the last message, or the field `question` of the input.
 */
export function programmedAgent(replies: readonly ProgrammedReply[]): FileTree {
  const isGraph = replies.some(({ interrupts }) => interrupts !== undefined);
  return {
    'package.json': `${JSON.stringify({ name: 'programmed-agent', private: true, type: 'module' })}\n`,
    'langgraph.json': graphConfig(),
    'src/agent.ts': `const REPLIES: Reply[] = ${JSON.stringify(replies, null, 2)};\n${isUsualAnswer.toString()}\n${AGENT}${isGraph ? LANGGRAPH : PLAIN}`,
  };
}
