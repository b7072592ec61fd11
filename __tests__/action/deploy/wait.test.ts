import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pastRollouts, predictRollout } from '../../../src/action/deploy/polling.ts';
import { waitForRevision } from '../../../src/action/deploy/wait.ts';
import { toRevisionView } from '../../../src/action/plan/current.ts';
import type { Revision } from '../../../src/contract/revision.ts';
import { createFakeClock } from '../support/clock.ts';
import { createFakeControlPlane } from '../support/control-plane.ts';

const MINUTE = 60_000;
/** Service that reports `status` for a revision until `endsMs`, and a failure afterwards. */
interface Service {
  status: string;
  endsMs: number;
  image?: string;
  /** Returns the times that the service reports for the revision in a poll. */
  times: (nowMs: number) => Pick<Revision, 'created_at' | 'updated_at'>;
}
interface Wait {
  timeoutMs?: number;
  isOwn?: boolean;
  /** Durations of earlier rollouts in seconds. */
  history?: number[];
  readBuildEnd?: (limit: AbortSignal) => Promise<number | undefined>;
}

/** Waits for a revision, and returns the result, the times of all polls since the start, and the number of log reads. */
async function wait({ status, endsMs, image, times }: Service, options: Wait = {}) {
  const { timeoutMs = 30 * MINUTE, isOwn = true, history = [] } = options;
  const clock = createFakeClock();
  const startedAt = clock.now();
  const polls: number[] = [];
  let logReads = 0;
  const controlPlane = {
    ...createFakeControlPlane(clock).client,
    getRevision: async (): Promise<Revision> => {
      const now = clock.now() - startedAt;
      polls.push(now);
      return {
        id: 'ours',
        status: now < endsMs ? status : 'DEPLOY_FAILED',
        ...times(clock.now()),
        source_revision_config: image === undefined ? {} : { image_uri: image },
      };
    },
  };
  const earlier = history.map((seconds, index) => ({
    ...toRevisionView({ id: `earlier-${index}`, status: 'DEPLOYED' }),
    createdAt: startedAt - 60 * MINUTE,
    updatedAt: startedAt - 60 * MINUTE + seconds * 1000,
  }));
  const result = await waitForRevision(
    { controlPlane, clock, signal: new AbortController().signal },
    {
      deploymentId: 'd',
      ours: { revisionId: 'ours', commit: undefined, imageUri: undefined, before: new Set() },
      isOwn,
      startedAt,
      deadlineAt: startedAt + timeoutMs,
      pollIntervalMs: MINUTE,
      prediction: predictRollout(earlier),
      earlier: pastRollouts(earlier),
      readBuildEnd: async (_, limit) => {
        logReads += 1;
        return options.readBuildEnd?.(limit);
      },
    },
    { polled: () => {}, pollFailed: () => {} },
  );
  return { result, polls, logReads };
}

const noTimes = () => ({});

describe('the wait for a revision', () => {
  test('continues after one second if the service does not respond to the request for an earlier log', async () => {
    const readBuildEnd = (limit: AbortSignal) =>
      new Promise<undefined>((resolve) => {
        limit.addEventListener('abort', () => resolve(undefined));
      });
    const service = { status: 'BUILDING', endsMs: MINUTE, times: noTimes };
    const { result, logReads } = await wait(service, { history: [300, 300], readBuildEnd });
    expect(result).toMatchObject({ kind: 'verdict', verdict: { kind: 'failed' } });
    expect(logReads).toBe(1);
  });

  test('reads no log in the last second before the deadline', async () => {
    const service = { status: 'BUILDING', endsMs: Infinity, times: noTimes };
    const { result, polls, logReads } = await wait(service, { history: [300], timeoutMs: 999 });
    expect([result.kind, polls, logReads]).toEqual(['deadline', [0, 999], 0]);
  });

  test('detects the end of our revision early even if the clock of the service is an hour behind', async () => {
    const behind = new Date(createFakeClock().now() - 60 * MINUTE).toISOString();
    const service = {
      status: 'DEPLOYING',
      endsMs: 300_000,
      image: 'registry/agent',
      times: () => ({ created_at: behind, updated_at: behind }),
    };
    const { polls } = await wait(service, { history: [300, 301, 299] });
    expect((polls.at(-1) ?? 0) - 300_000).toBeLessThan(5000);
  });

  test('polls at least every minute, not too often, and at the deadline, whatever times the service reports', async () => {
    const time = fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom('9999-12-31T23:59:59Z', '-271821-04-20T00:00:00Z', '1e400', '', 'soon', null),
      fc.string(),
    );
    const reported = fc.array(fc.record({ created_at: time, updated_at: time }), { minLength: 1 });
    const status = fc.constantFrom('CREATING', 'BUILDING', 'DEPLOYING', 'A_NEW_ONE');
    await fc.assert(
      fc.asyncProperty(reported, status, fc.boolean(), fc.boolean(), async (list, name, isImage, isOwn) => {
        let count = 0;
        const times = () => list[(count += 1) % list.length] ?? {};
        const service = {
          status: name,
          endsMs: Infinity,
          times,
          ...(isImage && { image: 'registry/agent' }),
        };
        const { result, polls } = await wait(service, { history: [120, 130], timeoutMs: 10 * MINUTE, isOwn });
        expect(result.kind).toBe('deadline');
        expect(polls.at(-1)).toBe(10 * MINUTE);
        const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
        expect(Math.max(...gaps)).toBeLessThan(MINUTE + 1000);
        expect(polls.length).toBeLessThanOrEqual(10 * 4 + 42);
      }),
    );
  });
});
