import { errorMessage } from '../error-message.ts';
import type { CheckResult } from './result.ts';
import type { VerificationContext } from './tools.ts';

/** Real milliseconds. */
const LIMIT_MS = 15_000;

/** The feedback of one case. */
export interface CheckFeedback {
  /** Takes the URLs that the run was given: secrets, hidden before anything can print them. */
  learn(urls: Readonly<Record<string, string>>): void;
  /** Submits the verdict, once; what goes wrong is told, and never fails a case. */
  give(name: string, result: CheckResult['result']): Promise<void>;
}

/** Gives the verdict to the trace of the run (spec §4.11): score 1 or 0, and where it comes from. */
export function createFeedback(
  context: Pick<
    VerificationContext,
    'server' | 'verification' | 'origin' | 'maskSecret' | 'signal' | 'log' | 'warn' | 'shown'
  >,
): CheckFeedback {
  const { server, verification, origin, maskSecret: hideSecret, signal, log, warn, shown } = context;
  const key = verification.feedbackKey;
  let url: string | undefined;
  return {
    learn(urls) {
      for (const [of, address] of Object.entries(urls)) {
        hideSecret(address);
        // Whoever knows the token alone can write as well.
        const token = URL.parse(address)?.pathname.split('/').at(-1);
        if (token !== undefined && token.length >= 8) hideSecret(token);
        if (of === key) url = address;
      }
    },
    async give(name, result) {
      const judged = result === 'passed' || result === 'failed' || result === 'timed-out';
      if (key === undefined || !judged) return;
      if (url === undefined) {
        log.line(`         The server gave no feedback URL for \`${key}\`.`);
        return;
      }
      const comment = `${shown.text(name)}: ${result}. ${origin}`;
      try {
        const stop = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
        await server.submitFeedback(url, { score: result === 'passed' ? 1 : 0, comment }, stop);
        log.line(`         Feedback \`${key}\` is given: ${result === 'passed' ? 1 : 0}.`);
      } catch (error) {
        signal.throwIfAborted();
        warn(
          'feedback',
          `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text(errorMessage(error))}`,
        );
      }
    },
  };
}
