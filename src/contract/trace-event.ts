import { toLine } from './bounded-text.ts';

/** Name of the event that reports the steps of a run from a worker. Clients of the run never receive the event. */
export const TRACE_EVENT = 'trace';

/** Maximum length of the shortened input and output of a step, in characters, without the markers of omissions. */
export const MAX_STEP_VALUE = 20_000;

/**
 * Errors that the graph library throws to pause or redirect a graph. The value is the state of a step that ends with
 * the error.
 */
export const CONTROL_FAILURES: Readonly<Record<string, 'ok' | 'waiting'>> = {
  GraphInterrupt: 'waiting',
  NodeInterrupt: 'waiting',
  ParentCommand: 'ok',
  GraphBubbleUp: 'ok',
};

/** Maximum length of the name of a step, and of the type of its failure, in characters. */
export const MAX_STEP_NAME = 200;
/** Maximum length of the message of a step's failure, in characters. */
const MAX_STEP_MESSAGE = 10_000;

/**
 * Returns the state, the note and the failure of a step that ended with an error. Long strings are truncated.
 *
 * @param where Frames in the agent developer's own files, innermost first, and the number of frames in other files.
 */
export function failedStep<Frame>(
  type: string,
  message: string,
  where: { frames: Frame[]; folded: number },
): {
  state: 'error';
  note: string;
  error: { type: string; message: string; frames: Frame[]; folded: number };
} {
  return {
    state: 'error',
    note: toLine(message),
    error: { type: toLine(type, MAX_STEP_NAME), message: message.slice(0, MAX_STEP_MESSAGE), ...where },
  };
}

/** Greatest number of a step that a worker reports. Spans that an agent sends have greater numbers. */
export const MAX_WORKER_STEP = 1_000_000;
export const MAX_SPANS = 5_000;
