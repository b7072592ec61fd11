import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  admit,
  failureStatusOf,
  usesSlot,
  planDeployment,
  planRecovery,
} from '../../../../src/emulator/data-plane/reconcile/plan.ts';
import { isFinal } from '../../../../src/contract/statuses.ts';

const revision = (seq: number, status: string, source: 'git_host' | 'internal_source' = 'git_host') => ({
  id: `r${seq}`,
  seq,
  status,
  source,
  config: {},
});
const READY = { status: 'READY' };

describe("the planner of a deployment's next step", () => {
  test('prepares a deployment that awaits its database, and removes a deployment that awaits deletion', () => {
    const own = [revision(1, 'BUILDING'), revision(2, 'CREATING')];
    expect(planDeployment({ status: 'AWAITING_DATABASE' }, own)).toEqual([{ kind: 'prepare' }]);
    expect(planDeployment({ status: 'AWAITING_DELETE' }, own)).toEqual([{ kind: 'remove' }]);
  });

  test('continues the current revision and accepts new revisions', () => {
    expect(
      planDeployment(READY, [revision(3, 'CREATING'), revision(1, 'BUILDING'), revision(2, 'QUEUED')]),
    ).toEqual([
      { kind: 'run', revisionId: 'r1' },
      { kind: 'create', revisionId: 'r3' },
    ]);
  });

  test('runs the newest queued revision when no revision is in progress', () => {
    expect(
      planDeployment(READY, [revision(1, 'QUEUED'), revision(3, 'QUEUED'), revision(2, 'QUEUED')]),
    ).toEqual([{ kind: 'run', revisionId: 'r3' }]);
  });

  test('skips a revision that still waits for its source', () => {
    expect(planDeployment(READY, [revision(1, 'CREATING', 'internal_source')])).toEqual([]);
  });
});

// docs/departures.md#revision-status-older-revision
test('waiting revisions start one at a time, and never an older revision after a newer one', () => {
  const step = fc.record({ act: fc.constantFrom('create', 'ask', 'finish'), pick: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const all: ReturnType<typeof revision>[] = [];
      const order: number[] = [];
      const histories = new Map<string, { status: string }[]>();
      const become = (one: (typeof all)[number], status: string) => {
        one.status = status;
        histories.set(one.id, [...(histories.get(one.id) ?? []), { status }]);
      };
      for (const { act, pick } of steps) {
        if (act === 'create') all.push(revision(all.length + 1, 'CREATING'));
        const open = all.filter(({ status }) => !isFinal(status));
        const asking = open.filter((one) => !usesSlot(one));
        const one = asking[pick % Math.max(asking.length, 1)];
        if (act === 'ask' && one) {
          const admission = admit(
            one,
            open.filter((other) => other !== one),
            all
              .filter(({ seq }) => seq > one.seq)
              .map(({ id }) => ({
                history: (histories.get(id) ?? []).map(({ status }) => ({ status, at: 0 })),
              })),
          );
          if (admission.kind === 'wait') become(one, 'QUEUED');
          if (admission.kind === 'skip') become(one, 'SKIPPED');
          if (admission.kind === 'run') {
            become(one, 'AWAITING_BUILD');
            order.push(one.seq);
            for (const other of all) if (admission.skip.includes(other.id)) become(other, 'SKIPPED');
            const queued = all.filter(({ status }) => status === 'QUEUED');
            expect(queued).toEqual([]);
          }
        }
        const atWork = all.filter((other) => !isFinal(other.status) && usesSlot(other));
        expect(atWork.length).toBeLessThanOrEqual(1);
        if (act === 'finish' && atWork[0]) become(atWork[0], 'DEPLOYED');
      }
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
  );
});

describe('a revision that a killed emulator left in progress', () => {
  const found = (...statuses: string[]) => ({
    status: statuses.at(-1) ?? '',
    source: 'git_host' as const,
    history: statuses.map((status) => ({ status })),
  });

  test('is built again from the start, or only deployed if it is already built', () => {
    expect(planRecovery(found('CREATING', 'AWAITING_BUILD', 'BUILDING'), false)).toEqual({
      kind: 'resume',
      at: 'AWAITING_BUILD',
    });
    expect(planRecovery(found('BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'), true)).toEqual({
      kind: 'resume',
      at: 'AWAITING_DEPLOY',
    });
    expect(planRecovery(found('BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'), false)).toEqual({
      kind: 'resume',
      at: 'AWAITING_BUILD',
    });
    expect(planRecovery(found('AWAITING_BUILD', 'BUILDING'), true)).toEqual({
      kind: 'resume',
      at: 'AWAITING_DEPLOY',
    });
    expect(planRecovery(found('ANY_TEXT'), false)).toEqual({ kind: 'resume', at: 'AWAITING_BUILD' });
    expect(planRecovery({ ...found('DEPLOYING'), source: 'external_docker' }, false)).toEqual({
      kind: 'resume',
      at: 'AWAITING_DEPLOY',
    });
  });

  test('resumes a build that runs outside of the emulator, however often the emulator ended', () => {
    expect(
      planRecovery(found('BUILDING', 'AWAITING_BUILD', 'BUILDING'), false, { buildsApart: true }),
    ).toEqual({ kind: 'resume', at: 'AWAITING_BUILD' });
  });

  test('fails if an emulator was killed during the same stage before, but not after normal shutdowns', () => {
    expect(planRecovery(found('BUILDING', 'AWAITING_BUILD', 'BUILDING'), false)).toEqual({
      kind: 'give-up',
      stage: 'BUILDING',
    });
    expect(planRecovery(found('DEPLOYING', 'AWAITING_DEPLOY', 'DEPLOYING'), true)).toEqual({
      kind: 'give-up',
      stage: 'DEPLOYING',
    });
    expect(planRecovery(found('BUILDING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING'), false).kind).toBe(
      'resume',
    );
  });
});

test('each stage of a revision has a separate failure status', () => {
  expect(failureStatusOf('CREATING')).toBe('CREATE_FAILED');
  expect(failureStatusOf('QUEUED')).toBe('BUILD_FAILED');
  expect(failureStatusOf('DEPLOYED')).toBe('DEPLOY_FAILED');
});
