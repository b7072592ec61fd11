import type { GateInputs } from '../inputs/settings.ts';
import { scoreByReference } from './reference-scores.ts';
import type { ScoreCommandContext, ScoringResult } from './score-command.ts';

/** A response of a deployment, as input of the scorers and the score command. */
export interface ScoredAnswer {
  input: unknown;
  /** Final state of the run, or a string that describes why the run failed. */
  output: unknown;
  /**
   * True if the run failed and `output` describes the error. The response of a failed run never equals the reference,
   * even if the description contains the expected number.
   */
  isFailed: boolean;
  /** Expected response to the case, or `undefined` if the case has no expected response. */
  reference: unknown;
  /**
   * Response of the other deployment to the same case as this response, or `undefined` if no deployment is compared.
   */
  other: unknown;
}

/** Computes the scores of responses. Several responses can be scored at the same time. */
export interface Scorers {
  /** Returns only the scores that compare the response with the reference, without starting a process. */
  compare(answer: Pick<ScoredAnswer, 'output' | 'isFailed' | 'reference'>): Map<string, number>;
  /** Throws only the reason of the signal, and ends the process that scores the response if the signal is aborted. */
  score(answer: ScoredAnswer, signal: AbortSignal): Promise<ScoringResult>;
  /** Stops all processes, the box and the credential proxy; further calls have no effect. */
  close(): Promise<void>;
}

/**
 * Prepares the scores of a gate. If the settings contain a command, starts the command's box and credential proxy.
 *
 * @throws ActionError if the machine cannot isolate the command (`isolation-missing`), if a variable that the proxy's
 * rules refer to is missing (`invalid-input`), or if the proxy does not start (`proxy-failed`).
 */
export async function createScorers(
  { scores: definitions, command }: Pick<GateInputs, 'scores' | 'command'>,
  context: ScoreCommandContext,
): Promise<Scorers> {
  const compare: Scorers['compare'] = ({ output, isFailed, reference }) =>
    scoreByReference(definitions, { output: isFailed ? undefined : output, reference });
  if (command === undefined) {
    return {
      compare,
      score: async (answer) => ({ kind: 'scored', scores: compare(answer), comments: new Map() }),
      close: async () => {},
    };
  }
  const { startScoreCommand } = await import('./score-command.ts');
  const running = await startScoreCommand(command, definitions, context);
  return {
    compare,
    async score(answer, signal) {
      const result = await running.score(answer, signal);
      if (result.kind === 'errored') return result;
      return { ...result, scores: new Map([...compare(answer), ...result.scores]) };
    },
    close: () => running.close(),
  };
}
