import type { RunView } from './run-view.ts';
import { nodeName, type State, STATES } from './words.ts';

/**
 * Returns the state of a thread after its last run. The status of a run is not enough: the API reports a run that waits
 * for a person as `success`, and a thread can stop before a node. Returns `undefined` for a thread without runs.
 */
export function threadVerdict(
  view: Pick<RunView, 'error' | 'interrupts' | 'next' | 'values'>,
  stream: 'idle' | 'streaming' | 'lost',
): State | undefined {
  if (stream === 'streaming') return STATES.running;
  if (stream === 'lost') return { ...STATES.unknown, word: 'Connection cut' };
  if (view.interrupts.length > 0) return STATES.waiting;
  if (view.error !== null) return STATES.failed;
  if (view.next.length > 0) {
    return { ...STATES.stopped, word: `Stopped before ${view.next.map(nodeName).join(', ')}` };
  }
  const { values } = view;
  return typeof values === 'object' && values !== null && Object.keys(values).length > 0
    ? STATES.finished
    : undefined;
}

/** States that lists can filter threads by. */
export const SUMMARY_STATES = {
  waiting: STATES.waiting,
  failed: STATES.failed,
  running: STATES.running,
  finished: STATES.finished,
} as const;
