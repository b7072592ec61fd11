import type { ProcessEnd } from '../../ports/processes.ts';

/**
 * A step of a revision failed for a reason its author can act on. The message says what happened, what was expected and
 * what to do; it becomes the revision's status message and the last line of its log. It never carries a secret.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** The step was given up, not failed: the revision is no longer ours to advance. */
export class StepAborted extends Error {
  override readonly name = 'StepAborted';
}

/** Passes when the program ended well; else tells why not. `what`: `"npm ci"`. */
export function expectSuccess(end: ProcessEnd, what: string, cure = 'See its output above'): void {
  switch (end.kind) {
    case 'exit':
      if (end.code === 0) return;
      throw new StepFailure(`${what} ended with exit code ${end.code}. ${cure}.`);
    case 'signal':
      throw new StepFailure(`${what} was ended by ${end.signal}. ${cure}.`);
    case 'timeout':
      throw new StepFailure(
        `${what} took longer than ${Math.round(end.afterMs / 1000)} s and was ended. ${cure}.`,
      );
    case 'output-limit':
      throw new StepFailure(
        `${what} printed more than ${end.bytes} bytes and was ended. Make it print less.`,
      );
    case 'not-started':
      throw new StepFailure(`${what} could not be started: ${end.reason}. ${cure}.`);
    case 'aborted':
      throw new StepAborted(`${what} was aborted`);
  }
}
