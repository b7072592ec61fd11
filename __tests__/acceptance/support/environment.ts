import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { preloadArguments, type VirtualRun } from '../../../harness/clock/handle.ts';
import type { RemoteParticipant } from '../../../harness/clock/participant.ts';
import { ensureDist } from '../../../harness/dist.ts';
import {
  startEmulator,
  type EmulatorHandle,
  type EmulatorOptions,
  type JournalEntry,
} from '../../../harness/emulator.ts';
import { pushEvent, type RunnerEvent } from '../../../harness/events.ts';
import { createRepository, type FileTree, type FixtureRepository } from '../../../harness/git.ts';
import { findLeaks, searchText } from '../../../harness/runner/leaks.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
import { renderMarkdown } from '../../../harness/start/terminal.ts';
import { someImage } from './images.ts';

export const ACTION_YML = path.resolve(import.meta.dirname, '../../../action.yml');

/** Outputs that a deploy writes for every outcome. */
export const OUTPUTS = [
  'outcome',
  'reason-code',
  'deployment-id',
  'deployment-url',
  'revision-id',
  'previous-revision-id',
  'revision-status',
  'commit-sha',
  'created',
  'changed',
  'duration-seconds',
  'result',
];

export interface Deploy extends Partial<Omit<RunActionOptions, 'actionYml'>> {
  /**
   * Actions of another client during the run, with the runtime `stub`. The client joins virtual time before the action
   * starts, and leaves virtual time at the end. `over` settles when the run has ended.
   */
  meanwhile?: (clock: RemoteParticipant, over: Promise<unknown>) => Promise<void>;
  /** Values that no output may contain; the API key is always included. */
  secrets?: readonly string[];
}

/** One emulator for the tests of a file, which is cleaned up together with all objects that the tests create. */
export interface TestEnvironment {
  readonly emulator: EmulatorHandle;
  /** Returns a deployment name for this test only. */
  name(prefix?: string): string;
  repository(files: FileTree): Promise<FixtureRepository>;
  /** Runs the built action against the emulator and checks the invariants of every run: outputs, masks and leaks. */
  deploy(request: Deploy): Promise<ActionRun>;
  /** Deploys a new image by default, and returns the requests to the control plane during the run. */
  deployImage(
    name: string,
    inputs?: Record<string, string>,
    more?: Deploy,
  ): Promise<{ run: ActionRun; requests: JournalEntry[]; writes: JournalEntry[] }>;
  /** Enables one fault for a stage of a deployment's rollouts. */
  fault(deployment: string, stage: string, effect: Record<string, unknown>): Promise<void>;
  /**
   * Deploys, and cancels the run after `when`, as the runner does. Checks that the action exits within the runner's
   * grace period.
   */
  deployCancelled(
    request: Deploy & { when: (clock: RemoteParticipant) => Promise<unknown>; withinMs?: number },
  ): Promise<ActionRun>;
  /** Runs the action with only the given inputs. */
  run(request: Deploy): Promise<ActionRun>;
  /** Pushes the repository's head to its current branch, and returns the event. */
  push(repository: FixtureRepository, before?: string): Promise<RunnerEvent>;
  /** Returns the control plane's journal entries that the work caused. */
  watch<T>(work: () => Promise<T>): Promise<{ result: T; requests: JournalEntry[]; writes: JournalEntry[] }>;
}

/**
 * Starts an emulator before the tests of the file, and stops it after them; fault rules are removed after each test.
 * With the runtime `stub`, everything runs in virtual time; with other runtimes, the action's own time is accelerated.
 * `start` replaces the default emulator.
 */
export function useTestEnvironment(
  given: EmulatorOptions = {},
  start: (options: EmulatorOptions) => Promise<EmulatorHandle> = startEmulator,
): TestEnvironment {
  const options: EmulatorOptions = { clock: given.runtime === 'stub' ? 'virtual' : 'real', ...given };
  let emulator: EmulatorHandle | undefined;
  const repositories: FixtureRepository[] = [];
  const started = (): EmulatorHandle => {
    if (emulator === undefined) throw new Error('the emulator is started before the tests, not before that');
    return emulator;
  };
  beforeAll(async () => {
    await ensureDist();
    emulator = await start(options);
  });
  afterEach(async () => {
    await Promise.all(repositories.splice(0).map((repository) => repository.remove()));
    await emulator?.clearFaults();
  });
  afterAll(async () => {
    await emulator?.stop();
  });
  const world: TestEnvironment = {
    get emulator() {
      return started();
    },
    name: (prefix = 'agent') => `${prefix}-${randomBytes(4).toString('hex')}`,
    async repository(files) {
      const repository = await createRepository(files);
      repositories.push(repository);
      return repository;
    },
    async deploy({ inputs = {}, ...request }) {
      const { apiKey, workspaceId, urls } = started();
      const run = await world.run({
        ...request,
        inputs: {
          'api-key': apiKey,
          'workspace-id': workspaceId,
          'control-plane-url': urls.controlPlane,
          'poll-interval': '1s',
          ...inputs,
        },
      });
      return run;
    },
    async deployImage(name, inputs = {}, more = {}) {
      const given = { 'deployment-name': name, 'image-uri': someImage(), ...inputs };
      const { result, ...asked } = await world.watch(() => world.deploy({ ...more, inputs: given }));
      return { run: result, ...asked };
    },
    fault: (deployment, stage, effect) => started().setFaults([{ match: { deployment, stage }, effect }]),
    async deployCancelled({ when, withinMs = 7_000, ...request }) {
      const controller = new AbortController();
      let cancelledAt = 0;
      const run = await world.deploy({
        ...request,
        signal: controller.signal,
        meanwhile: async (clock, over) => {
          await when(clock);
          cancelledAt = performance.now();
          controller.abort();
          await over;
        },
      });
      expect(performance.now() - cancelledAt).toBeLessThan(withinMs);
      // The action exited after SIGINT, so the runner sent no stronger signal.
      expect([run.outcome, run.main?.endedBy]).toEqual(['cancelled', null]);
      return run;
    },
    async run({ event = somePush, secrets = [], meanwhile, ...request }) {
      const { clock } = started();
      const start = ({ nodeArguments, env }: VirtualRun) =>
        runAction({
          actionYml: ACTION_YML,
          event,
          ...request,
          nodeArguments: [...nodeArguments, ...(request.nodeArguments ?? [])],
          env: { ...env, ...request.env },
        });
      const run =
        options.clock === 'virtual'
          ? await inVirtualTime(clock, meanwhile, start)
          : await start({ nodeArguments: await preloadArguments('accelerated'), env: {} });
      proveInvariants(run, [started().apiKey, ...secrets]);
      return run;
    },
    push: async (repository, before) =>
      pushEvent({
        branch: await repository.git('symbolic-ref', '--short', 'HEAD'),
        after: await repository.head(),
        ...(before === undefined ? {} : { before }),
      }),
    async watch(work) {
      const mark = await started().journalMark();
      const result = await work();
      const requests = (await started().journal(mark)).filter((entry) => entry.surface === 'control-plane');
      return { result, requests, writes: requests.filter((entry) => entry.method !== 'GET') };
    },
  };
  return world;
}

/** Runs the action in virtual time together with another client. No time passes before both have joined. */
async function inVirtualTime(
  clock: EmulatorHandle['clock'],
  meanwhile: Deploy['meanwhile'],
  start: (run: VirtualRun) => Promise<ActionRun>,
): Promise<ActionRun> {
  let beside: Promise<void> | undefined;
  const work = async (other: RemoteParticipant, over: Promise<unknown>) => {
    try {
      await meanwhile?.(other, over);
    } finally {
      await other.leave();
    }
  };
  try {
    return await clock.during(async (given) => {
      const other = meanwhile && (await clock.join());
      const run = start(given);
      beside =
        other &&
        work(
          other,
          run.catch(() => undefined),
        );
      // The client's promise is awaited after the run.
      beside?.catch(() => undefined);
      return run;
    });
  } finally {
    await beside;
  }
}

export const somePush = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });

/** Checks the invariants of every run, whatever its outcome. */
function proveInvariants(run: ActionRun, secrets: readonly string[]): void {
  expect(findLeaks(run, secrets)).toEqual([]);
  expect(run.maskViolations).toEqual([]);
  expect(run.deprecatedCommands).toEqual([]);
  expect(run.main?.leftRunning).toBe(false);
  expect(run.main?.summaryRefused).toBe(false);
  // The runner itself reports only unknown inputs, and that the run was canceled.
  const runnerErrors = run.annotations.filter((item) => item.from === 'runner' && item.level === 'error');
  expect(runnerErrors.map(({ message }) => message)).toEqual(
    run.outcome === 'cancelled' ? ['The operation was canceled.'] : [],
  );
  // The post step reports problems only after a killed main step, and never fails the job.
  expect(run.post).toMatchObject({ outcome: 'success', exitCode: 0, leftRunning: false });
  // Only a killed process writes no outputs.
  if (run.main?.endedBy === null) {
    expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining(OUTPUTS));
    const result: unknown = JSON.parse(run.outputs['result'] ?? '');
    expect(result).toMatchObject({ outcome: run.outputs['outcome'] });
  }
}

/** Returns the errors that the action itself reported on the run's page. */
export function errorsOf(run: ActionRun): string[] {
  return run.annotations.filter((item) => item.level === 'error').map((item) => item.message);
}

/**
 * Returns everything that the action reported on the run's page. The number of such lines is limited, so a failure
 * must be reported exactly once.
 */
export function annotationsOf(run: ActionRun): string[] {
  return run.annotations.filter((item) => item.from === 'action').map((item) => item.level);
}

/** Checks that a string contains none of the secrets, without printing a secret. */
export function expectClean(text: string, secrets: readonly string[], where: string): void {
  expect(searchText(text, secrets, where)).toEqual([]);
}

/** Returns the job summary as its reader sees it, without markup and entities. */
export function summaryOf(run: ActionRun): string {
  return renderMarkdown(run.summary).join('\n');
}
