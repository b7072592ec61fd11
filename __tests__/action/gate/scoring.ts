import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { createScorers, type Scorers, type ScoredAnswer } from '../../../src/action/gate/scorers.ts';
import type { ScoreCommandContext } from '../../../src/action/gate/score-command.ts';
import type { ScoreCommand, ScoreDefinition } from '../../../src/action/inputs/settings.ts';
import type { Machine } from '../../../src/action/sandbox/context.ts';
import { createMachine } from '../../../src/action/sandbox/machine.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import { PROGRAMS } from '../../../src/cli/installation.ts';

/** A checkout, a temporary folder of the runner, and the context of a step that scores responses. */
export interface ScoringFixture extends AsyncDisposable {
  readonly workspace: string;
  readonly temporary: string;
  readonly env: Record<string, string>;
  readonly lines: string[];
  readonly warnings: string[];
  readonly masked: string[];
  readonly cancel: AbortController;
  /** Functions that are called when the step is cancelled. */
  readonly cancelHooks: Set<(stop: AbortSignal) => Promise<void>>;
  context: ScoreCommandContext;
  /** Writes a file into the checkout. */
  write(name: string, text: string): Promise<void>;
  /** Prepares scorers with a command, which are closed when the test ends. */
  open(
    command: Partial<ScoreCommand> & { script: string },
    scores?: Record<string, ScoreDefinition['compare']>,
  ): Promise<Scorers>;
}

export interface FixtureOptions {
  /** Changes the machine on which the command runs. */
  wrap?: (machine: Machine) => Machine;
}

/** Creates a fixture whose machine has these functions. */
export async function createScoring({
  wrap = (machine) => machine,
}: FixtureOptions = {}): Promise<ScoringFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'scoring-'));
  const [workspace, temporary] = [path.join(folder, 'work'), path.join(folder, 'temp')];
  await mkdir(workspace, { mode: 0o755 });
  await mkdir(temporary, { mode: 0o755 });
  const env: Record<string, string> = { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temporary };
  const [lines, warnings, masked]: [string[], string[], string[]] = [[], [], []];
  const redactor = createRedactor();
  const cancel = new AbortController();
  const cancelHooks: ScoringFixture['cancelHooks'] = new Set();
  const opened: Scorers[] = [];
  const fixture: ScoringFixture = {
    workspace,
    temporary,
    env,
    lines,
    warnings,
    masked,
    cancel,
    cancelHooks,
    context: {
      env,
      log: {
        line: (text) => void lines.push(text),
        warn: (about, text) => void warnings.push(`${about}: ${text}`),
        group: async (_title, work) => work(),
      },
      signal: cancel.signal,
      masker: {
        maskSecret: (value) => {
          masked.push(value);
          redactor.addSecret(value);
        },
      },
      redactor,
      addCancelHook: (work) => {
        cancelHooks.add(work);
        return () => cancelHooks.delete(work);
      },
      loadMachine: async () => wrap(createMachine(env, PROGRAMS)),
    },
    write: (name, text) => writeFile(path.join(workspace, name), text),
    async open(command, scores = {}) {
      const definitions = Object.entries(scores).map(
        ([key, compare]) => [key, { compare, judging: {} }] as const,
      );
      const scorers = await createScorers(
        {
          scores: new Map(definitions),
          command: { timeLimitMs: WAIT_LIMIT_MS, proxyConfig: undefined, ...command },
        },
        fixture.context,
      );
      opened.push(scorers);
      return scorers;
    },
    async [Symbol.asyncDispose]() {
      for (const scorers of opened) await scorers.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

/** Returns an answer to a case. */
export function scoredAnswer(changes: Partial<ScoredAnswer> = {}): ScoredAnswer {
  return {
    input: { question: 'What is the capital of France?' },
    output: { messages: [{ type: 'ai', content: 'Paris' }] },
    isFailed: false,
    reference: { answer: 'Paris' },
    other: undefined,
    ...changes,
  };
}

/** Scores an answer, without a cancellation. */
export const scoreAnswer = (scorers: Scorers, changes: Partial<ScoredAnswer> = {}) =>
  scorers.score(scoredAnswer(changes), new AbortController().signal);
