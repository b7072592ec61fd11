import type { RunBody } from '../../clients/agent-server.ts';
import type { Check } from './check.ts';

/** What is asked of the agent server for one case: a run that outlives its stream, and can be found again by its mark. Pure. */
export function toRunBody(
  one: Check,
  assistant: string,
  mark: { key: string; value: string },
  feedbackKey: string | undefined,
): RunBody {
  return {
    assistant_id: assistant,
    ...(one.command === undefined ? { input: one.input } : { command: one.command }),
    ...(one.config !== undefined && { config: one.config }),
    ...(one.context !== undefined && { context: one.context }),
    metadata: { ...one.metadata, [mark.key]: mark.value },
    stream_mode: 'updates',
    stream_resumable: true,
    on_disconnect: 'continue',
    multitask_strategy: one.strategy,
    ...(feedbackKey !== undefined && { feedback_keys: [feedbackKey] }),
  };
}
