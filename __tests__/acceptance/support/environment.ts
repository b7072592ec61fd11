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

/** The outputs that are written in every outcome (issue: the action, deploy verb). */
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
   * What another client does meanwhile, under runtime `stub`: with a place of its own in virtual time, taken before the
   * action starts and given back when this is done. `over` settles when the run has ended.
   */
  meanwhile?: (clock: RemoteParticipant, over: Promise<unknown>) => Promise<void>;
  /** Values that no trace may show. The API key is always among them. */
  secrets?: readonly string[];
}

/** One emulator for the tests of a file, and everything they make, cleaned up. */
export interface TestEnvironment {
  readonly emulator: EmulatorHandle;
  /** A deployment name of this test only. */
  name(prefix?: string): string;
  repository(files: FileTree): Promise<FixtureRepository>;
  /** Runs the built action against the emulator and proves what holds for every run: outputs, masks, no leak. */
  deploy(request: Deploy): Promise<ActionRun>;
  /** Deploys an image of its own, unless given one, and tells what was asked of the control plane meanwhile. */
  deployImage(
    name: string,
    inputs?: Record<string, string>,
    more?: Deploy,
  ): Promise<{ run: ActionRun; requests: JournalEntry[]; writes: JournalEntry[] }>;
  /** Puts one fault in force: for a stage of a deployment's rollouts. */
  fault(deployment: string, stage: string, effect: Record<string, unknown>): Promise<void>;
  /**
   * Deploys and cancels that as the runner does, when `when` has passed. Proves that the action ended by itself within
   * the time that a runner leaves it.
   */
  deployCancelled(
    request: Deploy & { when: (clock: RemoteParticipant) => Promise<unknown>; withinMs?: number },
  ): Promise<ActionRun>;
  /** Runs it with nothing but what is given. */
  run(request: Deploy): Promise<ActionRun>;
  /** A push of the repository's head, for the branch it is on. */
  push(repository: FixtureRepository, before?: string): Promise<RunnerEvent>;
  /** Journal entries of the control plane made by the work. */
  watch<T>(work: () => Promise<T>): Promise<{ result: T; requests: JournalEntry[]; writes: JournalEntry[] }>;
}

/**
 * Starts an emulator before the tests of the file and ends it after them; faults are cleared after each test. Under
 * runtime `stub` all live in virtual time; where code is really built, the action's own time is accelerated. `start`: what is
 * started instead of one emulator.
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
      // It ended by itself on SIGINT: the runner had to send nothing harder.
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

/** A run in virtual time, and what another client does meanwhile: no time passes before both take part. */
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
      // It is waited for when the run is over.
      beside?.catch(() => undefined);
      return run;
    });
  } finally {
    await beside;
  }
}

export const somePush = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });

/** What holds for every run, with any outcome. */
function proveInvariants(run: ActionRun, secrets: readonly string[]): void {
  expect(findLeaks(run, secrets)).toEqual([]);
  expect(run.maskViolations).toEqual([]);
  expect(run.deprecatedCommands).toEqual([]);
  expect(run.main?.leftRunning).toBe(false);
  expect(run.main?.summaryRefused).toBe(false);
  // The runner says something only about inputs it does not know, and that it was cancelled.
  const said = run.annotations.filter((item) => item.from === 'runner' && item.level === 'error');
  expect(said.map(({ message }) => message)).toEqual(
    run.outcome === 'cancelled' ? ['The operation was canceled.'] : [],
  );
  // Post has something to say only when main was killed; it never fails the job.
  expect(run.post).toMatchObject({ outcome: 'success', exitCode: 0, leftRunning: false });
  // A killed process writes nothing; every other one does.
  if (run.main?.endedBy === null) {
    expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining(OUTPUTS));
    const result: unknown = JSON.parse(run.outputs['result'] ?? '');
    expect(result).toMatchObject({ outcome: run.outputs['outcome'] });
  }
}

/** Errors the action itself put on the run's page. */
export function errorsOf(run: ActionRun): string[] {
  return run.annotations.filter((item) => item.level === 'error').map((item) => item.message);
}

/** Everything the action put on the run's page: there are few such lines, so a failure is reported in exactly one. */
export function annotationsOf(run: ActionRun): string[] {
  return run.annotations.filter((item) => item.from === 'action').map((item) => item.level);
}

/** Proves that none of the secrets stands in a text, without ever printing one. */
export function expectClean(text: string, secrets: readonly string[], where: string): void {
  expect(searchText(text, secrets, where)).toEqual([]);
}

/** The job summary as its reader sees it: without marks and entities. */
export function summaryOf(run: ActionRun): string {
  return renderMarkdown(run.summary).join('\n');
}
