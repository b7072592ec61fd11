import type { RunCreate } from '../../../src/contract/run.ts';

/** What a user may set about a run besides its input. */
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

/** Those that a run may stream. */
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

/** The stream modes that a screen needs: state, nodes as they start and end, and texts as they are written. */
export const USUAL_MODES: readonly StreamModeName[] = ['values', 'updates', 'tasks', 'messages-tuple'];

/** The body of a run. It can be joined again, and continues when the page is closed. */
export function runBody(
  assistant: string,
  what: { input: unknown } | { command: unknown },
  options: RunOptions,
): Record<string, unknown> {
  return {
    assistant_id: assistant,
    ...what,
    stream_mode: USUAL_MODES,
    stream_subgraphs: true,
    stream_resumable: true,
    on_disconnect: 'continue',
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
}

/** What resumes a thread: the answer itself to a single question, else the answers by the IDs of the questions. */
export function resumeCommand(
  interrupts: readonly unknown[],
  answers: readonly unknown[],
): { resume: unknown } {
  if (interrupts.length <= 1) return { resume: answers[0] };
  const ids = interrupts.map((one) =>
    typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : '',
  );
  return { resume: Object.fromEntries(ids.map((id, index) => [id, answers[index]])) };
}

/** Names that a user wrote, separated by commas; `*` means all. */
export function namesOf(text: string): '*' | string[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.includes('*') ? '*' : names;
}
