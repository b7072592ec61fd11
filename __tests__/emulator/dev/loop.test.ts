import { describe, expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/emulator/dev/deployment.ts';
import { runLoop } from '../../../src/emulator/dev/loop.ts';
import { SnapshotFailure } from '../../../src/emulator/dev/working-tree.ts';

const DEPLOYED: Outcome = { kind: 'deployed', revisionId: 'r' };
const broken = (message: string): Outcome => ({ kind: 'failed', status: 'BUILD_FAILED', message });

/** A working tree, an emulator and a user for a test. */
class Scene {
  readonly report: string[] = [];
  /** Saved text. An error means that the file cannot be read. */
  saved: string | Error = 'one';
  served: string | undefined;
  deploys = 0;
  readonly #ending = new AbortController();
  #changes = Promise.withResolvers<void>();
  #files: string[] = [];
  readonly #outcomes: readonly (Outcome | ((signal: AbortSignal) => Promise<Outcome>))[];

  /**
   * `outcomes` are the outcomes of the deployments, in order. A function is called when its deployment has begun, and
   * returns the outcome.
   */
  constructor(outcomes: readonly (Outcome | ((signal: AbortSignal) => Promise<Outcome>))[]) {
    this.#outcomes = outcomes;
  }

  save(text: string | Error, file = '/agent/agent.ts'): void {
    this.saved = text;
    this.#files.push(file);
    this.#changes.resolve();
  }

  /** Resolves when all saved texts have been handled. Every step takes at most a microtask. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  end(): void {
    this.#ending.abort();
  }

  run(): Promise<void> {
    const { report } = this;
    return runLoop({
      signal: this.#ending.signal,
      snapshots: {
        take: async () => {
          if (this.saved instanceof Error) throw this.saved;
          const has = (file: string) => file === '/agent/agent.ts';
          return { commit: this.saved, has, notices: [] };
        },
        relevant: async (files) => files.filter((file) => !file.endsWith('.log')),
      },
      watcher: {
        changed: () => this.#changes.promise,
        next: async () => {
          await this.#changes.promise;
          this.#changes = Promise.withResolvers();
          return this.#files.splice(0);
        },
      },
      deployment: {
        serves: async () => this.served,
        untilReady: async () => undefined,
        deploy: async (commit, signal) => {
          const next = this.#outcomes[this.deploys];
          this.deploys += 1;
          if (next === undefined) throw new Error('the emulator is gone');
          const outcome = typeof next === 'function' ? await next(signal) : next;
          if (outcome.kind === 'deployed') this.served = commit;
          return outcome;
        },
      },
      report: {
        deploying: (changed) => void report.push(`deploying ${changed.join(' ')}`.trim()),
        deployed: async () => void report.push('deployed'),
        waiting: (changed) => void report.push(`waiting ${changed.join(' ')}`),
        failed: async ({ message }, serves) =>
          void report.push(`failed: ${message}, ${serves ? 'served' : 'unserved'}`),
        problem: (message) => void report.push(`problem: ${message}`),
        upToDate: async () => void report.push('up to date'),
        notice: (line) => void report.push(line),
      },
    });
  }
}

/** Returns the reports while a user saves these texts one after another. */
async function play(scene: Scene, ...texts: readonly (string | Error)[]): Promise<string[]> {
  const ended = scene.run();
  await scene.idle();
  for (const text of texts) {
    scene.save(text);
    await scene.idle();
  }
  scene.end();
  await ended;
  return scene.report;
}

describe('the loop of `dev`', () => {
  // docs/dev.md#broken-edit
  test('deploys each save, reports a save with an error, and deploys the next valid save', async () => {
    const scene = new Scene([DEPLOYED, broken('agent.ts:3:1: Unexpected "}"'), DEPLOYED]);
    expect(await play(scene, 'two', 'three')).toEqual([
      'deploying',
      'deployed',
      'deploying /agent/agent.ts',
      'failed: agent.ts:3:1: Unexpected "}", served',
      'deploying /agent/agent.ts',
      'deployed',
    ]);
  });

  test('deploys nothing for a save without changes or an undone edit', async () => {
    const scene = new Scene([DEPLOYED, broken('no')]);
    const report = await play(scene, 'one', 'broken', 'one', 'one');
    expect(scene.deploys).toBe(2);
    expect(report.slice(-2)).toEqual(['failed: no, served', 'up to date']);
  });

  test('deploys nothing at the start if the saved files are still deployed from the previous session', async () => {
    const scene = new Scene([]);
    scene.served = 'one';
    expect(await play(scene)).toEqual(['up to date']);
  });

  test('reports that no revision is active if the first revision is broken', async () => {
    expect(await play(new Scene([broken('no')]))).toEqual(['deploying', 'failed: no, unserved']);
  });

  // docs/dev.md#newer-save
  test('finishes a deployment before it deploys a later save', async () => {
    const began = Promise.withResolvers<AbortSignal>();
    const end = Promise.withResolvers<Outcome>();
    const scene = new Scene([
      (signal) => {
        began.resolve(signal);
        return end.promise;
      },
      DEPLOYED,
    ]);
    const ended = scene.run();
    const signal = await began.promise;
    scene.save('two');
    await scene.idle();
    expect(signal.aborted).toBe(false);
    end.resolve(DEPLOYED);
    await scene.idle();
    scene.end();
    await ended;
    expect(scene.report).toEqual([
      'deploying',
      'waiting /agent/agent.ts',
      'deployed',
      'deploying /agent/agent.ts',
      'deployed',
    ]);
  });

  test('does not deploy again and again while a log file grows', async () => {
    const scene: Scene = new Scene([
      async () => {
        scene.save('one and a line', '/agent/dev.log');
        await scene.idle();
        return DEPLOYED;
      },
    ]);
    const ended = scene.run();
    await scene.idle();
    scene.save('one and two lines', '/agent/dev.log');
    await scene.idle();
    scene.end();
    await ended;
    expect(scene.report).toEqual(['deploying', 'deployed']);
  });

  test('deploys the snapshot that it took, even if another save happens during the deployment', async () => {
    const scene: Scene = new Scene([
      async () => {
        scene.saved = 'two';
        return DEPLOYED;
      },
    ]);
    await play(scene);
    expect(scene.served).toBe('one');
  });

  test('deploys nothing more for an edit that is undone during its deployment', async () => {
    const scene: Scene = new Scene([
      async () => {
        scene.save('two');
        await scene.idle();
        scene.save('one');
        await scene.idle();
        return DEPLOYED;
      },
    ]);
    await play(scene);
    expect([scene.deploys, scene.report.at(-1)]).toEqual([1, 'deployed']);
  });

  test('deploys again after another client cancelled the revision', async () => {
    const scene = new Scene([{ kind: 'cancelled' }, DEPLOYED]);
    expect(await play(scene, 'two')).toEqual(['deploying', 'deploying /agent/agent.ts', 'deployed']);
  });

  // docs/dev.md#save-again
  test('deploys again when a file is saved unchanged after any failure', async () => {
    const lost = async (): Promise<Outcome> => {
      throw new Error('the emulator did not answer');
    };
    const scene = new Scene([lost, broken('the registry did not answer'), DEPLOYED]);
    const ended = scene.run();
    await scene.idle();
    for (const file of ['/agent/agent.ts', '/agent/a.log', '/agent/agent.ts', '/agent/agent.ts']) {
      scene.save('one', file);
      await scene.idle();
    }
    scene.end();
    await ended;
    expect(scene.report).toEqual([
      'deploying',
      'problem: the emulator did not answer',
      'deploying /agent/agent.ts',
      'failed: the registry did not answer, unserved',
      'deploying /agent/agent.ts',
      'deployed',
    ]);
  });

  test('continues after an unreadable folder and after a failure of the emulator', async () => {
    const scene = new Scene([DEPLOYED]);
    scene.saved = new SnapshotFailure('the tree is damaged');
    expect(await play(scene, 'one', 'two')).toEqual([
      'problem: the tree is damaged',
      'deploying /agent/agent.ts',
      'deployed',
      'deploying /agent/agent.ts',
      'problem: the emulator is gone',
    ]);
  });
});
