import type { RunCreate } from '../../../src/contract/run.ts';

/** What a user may set about a run besides its input. */
export type RunOptions = Partial<
  Pick<
    RunCreate,
    | 'stream_mode'
    | 'multitask_strategy'
    | 'interrupt_before'
    | 'interrupt_after'
    | 'after_seconds'
    | 'feedback_keys'
    | 'checkpoint'
  >
>;

/** The stream modes that a screen needs: state, nodes as they start and end, and texts as they are written. */
const MODES = ['values', 'updates', 'tasks', 'messages-tuple'] as const;

/** The body of a run. It can be joined again, and continues when the page is closed. */
export function runBody(
  assistant: string,
  what: { input: unknown } | { command: unknown },
  options: RunOptions,
): Record<string, unknown> {
  return {
    assistant_id: assistant,
    ...what,
    stream_mode: MODES,
    stream_resumable: true,
    on_disconnect: 'continue',
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  };
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
