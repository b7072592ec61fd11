import type { RunCreate } from '../../../src/contract/run.ts';

/** Settings of a run other than its input. */
export type RunOptions = Partial<
  Pick<
    RunCreate,
    | 'stream_mode'
    | 'stream_subgraphs'
    | 'multitask_strategy'
    | 'interrupt_before'
    | 'interrupt_after'
    | 'after_seconds'
    | 'feedback_keys'
    | 'checkpoint'
    | 'config'
    | 'context'
    | 'webhook'
  >
>;

/** Stream modes that a user can choose. */
export const STREAM_MODES = [
  'values',
  'updates',
  'tasks',
  'messages-tuple',
  'messages',
  'custom',
  'events',
  'checkpoints',
  'debug',
] as const satisfies readonly NonNullable<RunCreate['stream_mode']>[];
export type StreamModeName = (typeof STREAM_MODES)[number];

/** Stream modes that the screens need: the state, starts and ends of nodes, and generated text. */
export const USUAL_MODES: readonly StreamModeName[] = ['values', 'updates', 'tasks', 'messages-tuple'];

/**
 * Strategy of a run that answers a question. If another run of the thread is active, the question has already been
 * answered, and the answer must not reach the thread's next question.
 */
export const ANSWER_STRATEGY = 'reject';

/**
 * Returns the request body of a run. The stream of the run can be joined again, and the run continues if the page is
 * closed.
 */
export function runBody(
  assistant: string,
  what: { input: unknown } | { command: unknown },
  options: RunOptions,
): Record<string, unknown> {
  return {
    assistant_id: assistant,
    ...what,
    ...('command' in what ? { multitask_strategy: ANSWER_STRATEGY } : {}),
    stream_mode: USUAL_MODES,
    stream_subgraphs: true,
    stream_resumable: true,
    on_disconnect: 'continue',
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
}

/** Matches question IDs that the agent's library accepts as keys of responses. */
const QUESTION_ID = /^[0-9a-f]{32}$/;

/**
 * Returns the command that resumes a thread. The command contains the responses keyed by the IDs of their questions, so
 * that a response never answers another question. The response to the single question of an old library, whose ID
 * cannot be a key, has no key.
 */
export function resumeCommand(
  interrupts: readonly unknown[],
  answers: readonly unknown[],
): { resume: unknown } {
  const ids = interrupts.map((one) =>
    typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : '',
  );
  const [only] = ids;
  if (ids.length <= 1 && (only === undefined || !QUESTION_ID.test(only))) return { resume: answers[0] };
  return { resume: Object.fromEntries(ids.map((id, index) => [id, answers[index]])) };
}

/** Parses a comma-separated list of names. `*` means all names. Returns `undefined` if the text contains no name. */
export function namesOf(text: string): '*' | string[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.includes('*') ? '*' : names;
}
