import { describe, expect, test } from '@jest/globals';
import type { StoredRevision, StoredState } from '../../harness/crash/data-dir.ts';
import {
  checkDeployments,
  checkRevisionHistories,
  checkRuns,
  type DeploymentHistory,
} from '../../harness/crash/invariants.ts';
import { createDeploymentLedger, type ObservedThread, type RunIntent } from '../../harness/crash/ledger.ts';
import type { ObservedDeployment } from '../../harness/crash/observe.ts';

const nothing: StoredState = { deployments: [], revisions: [], processes: [], damage: [] };

/** Returns a revision with this history. */
function kept(marker: string, seq: number, history: string[], built = false): StoredRevision {
  const status = history.at(-1) ?? '';
  return { id: `r-${marker}`, deploymentId: 'd1', seq, status, marker, history, built };
}

/** Returns a valid deployment with two acknowledged, stored and deployed revisions. */
function inOrder() {
  const ledger = createDeploymentLedger();
  ledger.deployments.push({
    key: 'one',
    name: 'one',
    source: 'external_docker',
    answered: 'kept',
    id: 'd1',
    deleted: undefined,
  });
  for (const marker of ['v1', 'v2']) {
    ledger.revisions.push({
      deployment: 'one',
      marker,
      expect: 'deploys',
      answered: 'kept',
      revisionId: `r-${marker}`,
      secret: `s-${marker}`,
      interrupted: undefined,
    });
  }
  ledger.seen.finals.set('r-v1', 'DEPLOYED');
  ledger.seen.urls.set('d1', 'http://127.0.0.1:20001');
  const deployment: ObservedDeployment = {
    id: 'd1',
    name: 'one',
    source: 'external_docker',
    status: 'READY',
    active: 'r-v2',
    latest: 'r-v2',
    url: 'http://127.0.0.1:20001',
    secret: 's-v2',
    revisions: [
      { id: 'r-v2', status: 'DEPLOYED', message: null, marker: 'v2' },
      { id: 'r-v1', status: 'DEPLOYED', message: null, marker: 'v1' },
    ],
  };
  const crash: StoredState = {
    ...nothing,
    deployments: [{ id: 'd1', name: 'one', status: 'READY', active_revision_id: 'r-v1', port: 20_001 }],
    revisions: ['v1', 'v2'].map((marker, index) => kept(marker, index + 1, ['CREATING'])),
  };
  const it: DeploymentHistory = { ledger, crashes: [crash], seen: [deployment] };
  return { it, ledger, deployment, crash, intent: ledger.revisions.at(-1)! };
}

type History = ReturnType<typeof inOrder>;
type Change = (world: History) => void;

describe('the check of deployments after a simulated crash', () => {
  test('finds no problem in a valid history', () => {
    expect(checkDeployments(inOrder().it)).toEqual([]);
  });

  test.each<[string, Change, RegExp]>([
    [
      'a deployment that disappeared',
      ({ it }) => Object.assign(it, { seen: [] }),
      /acknowledged but no longer exists/,
    ],
    [
      'a deployment that no client requested',
      ({ it, deployment }) => Object.assign(it, { seen: [deployment, { ...deployment, id: 'd2' }] }),
      /was never requested/,
    ],
    [
      'a deployment that was deleted but still exists',
      ({ ledger }) => Object.assign(ledger.deployments[0]!, { deleted: 'kept' }),
      /was deleted but still exists/,
    ],
    [
      'a deployment whose deletion never ends',
      ({ deployment }) => (deployment.status = 'AWAITING_DELETE'),
      /stuck in/,
    ],
    [
      'a revision that disappeared',
      ({ deployment }) => deployment.revisions.shift(),
      /v2 was acknowledged but no longer exists/,
    ],
    [
      'a revision that was created twice',
      ({ deployment }) => deployment.revisions.unshift({ ...deployment.revisions[0]!, id: 'r-v2b' }),
      /created 2 times/,
    ],
    [
      'a revision that was rejected but exists',
      ({ intent }) => Object.assign(intent, { answered: 'refused', revisionId: undefined }),
      /refused but exists/,
    ],
    [
      'a revision that never ends',
      ({ deployment }) => (deployment.revisions[0]!.status = 'BUILDING'),
      /v2 is BUILDING/,
    ],
    [
      'a newest revision that was skipped',
      ({ deployment }) => (deployment.revisions[0]!.status = 'SKIPPED'),
      /v2 is SKIPPED/,
    ],
    [
      'a revision that continued after its interruption was acknowledged',
      ({ intent }) => (intent.interrupted = 'kept'),
      /v2 is DEPLOYED/,
    ],
    [
      'an active revision that is not the newest',
      ({ deployment }) => (deployment.active = 'r-v1'),
      /active is v1/,
    ],
    [
      'a latest_revision_id of another revision',
      ({ deployment }) => (deployment.latest = 'r-v1'),
      /latest_revision_id/,
    ],
    [
      'the secrets of an older request',
      ({ deployment }) => (deployment.secret = 's-v1'),
      /does not have the secrets of the newest revision/,
    ],
    [
      'a changed URL',
      ({ deployment }) => (deployment.url = 'http://127.0.0.1:20002'),
      /the URL changed from/,
    ],
    [
      'a final status that was changed',
      ({ deployment }) => (deployment.revisions[1]!.status = 'SKIPPED'),
      /revision v1 was DEPLOYED before and is now SKIPPED/,
    ],
    [
      'a revision that failed although only one crash interrupted it',
      ({ deployment, crash }) => {
        deployment.revisions[0]!.status = 'BUILD_FAILED';
        crash.revisions[1] = kept('v2', 2, ['CREATING', 'BUILDING']);
      },
      /v2 is BUILD_FAILED/,
    ],
    [
      'an acknowledged deployment that was not on disk',
      ({ crash }) => (crash.deployments = []),
      /not on disk when the emulator was killed/,
    ],
    [
      'an acknowledged revision that was not on disk',
      ({ crash }) => crash.revisions.pop(),
      /v2 was acknowledged but not on disk/,
    ],
  ])('finds a problem in an invalid history: %s', (_, change, finding) => {
    const world = inOrder();
    change(world);
    expect(checkDeployments(world.it).join('\n')).toMatch(finding);
  });
});

describe('the check of revision histories after a simulated crash', () => {
  const BEFORE = ['CREATING', 'AWAITING_BUILD', 'BUILDING'];
  const AFTER = ['AWAITING_DEPLOY', 'DEPLOYING', 'DEPLOYED'];
  const histories = (before: string[], after: string[], built = false) =>
    checkRevisionHistories([{ ...nothing, revisions: [kept('v1', 1, before, built)] }], {
      ...nothing,
      revisions: [kept('v1', 1, after)],
    }).join('\n');

  test('finds a stage that was done twice after a return to the queue', () => {
    const given = [...BEFORE, 'QUEUED'];
    expect(histories(given, [...given, 'BUILDING', 'BUILDING', ...AFTER])).toContain('built again');
    expect(histories(given, [...given, 'BUILDING', ...AFTER], true)).toContain('built again');
    // The next emulator was killed before it resumed the revision, but only one build was lost.
    const revision = (history: string[]) => ({ ...nothing, revisions: [kept('v1', 1, history)] });
    const after = revision([...given, 'BUILDING', 'BUILDING', ...AFTER]);
    expect(checkRevisionHistories([revision(BEFORE), revision(given)], after).join()).toContain(
      'built again',
    );
  });

  test.each([
    [
      BEFORE,
      [...BEFORE, 'BUILDING', 'BUILDING', ...AFTER],
      false,
      'built again although its build was complete',
    ],
    // The artifact of the revision was complete.
    [
      BEFORE,
      [...BEFORE, 'AWAITING_BUILD', 'BUILDING', ...AFTER],
      true,
      'built again although its build was complete',
    ],
    [
      [...BEFORE, 'AWAITING_DEPLOY'],
      [...BEFORE, 'AWAITING_DEPLOY', 'BUILDING', ...AFTER],
      false,
      'built again',
    ],
    [BEFORE, [...BEFORE, ...AFTER, 'DEPLOYED'], false, 'deployed twice'],
    [
      [...BEFORE, ...AFTER],
      [...BEFORE, ...AFTER, 'SKIPPED'],
      false,
      'changed its status after a final status',
    ],
    [BEFORE, ['CREATING', 'QUEUED', 'BUILDING'], false, 'a different history'],
  ])('finds a status %j that became %j', (before, after, built, finding) => {
    expect(histories(before, after, built)).toContain(finding);
  });
});

describe('the check of runs after a simulated crash', () => {
  const aRun = (say: string, more: Partial<RunIntent> = {}): RunIntent => ({
    thread: 't',
    say,
    graph: 'gate',
    strategy: 'enqueue',
    answered: 'kept',
    id: say,
    cancelled: undefined,
    deleted: undefined,
    joined: false,
    ...more,
  });
  const checkThreads = (
    runs: RunIntent[],
    found: Record<string, string>,
    thread: Partial<ObservedThread> = {},
  ) => {
    const last = Object.entries(found).findLast(([, status]) => status === 'success')?.[0];
    const seen: ObservedThread = {
      id: 'id',
      status: 'idle',
      said: last,
      runs: Object.entries(found).map(([say, status]) => ({ id: say, say, status })),
      ...thread,
    };
    const threads = [{ key: 't', id: 'id', answered: 'kept', deleted: undefined } as const];
    return checkRuns({ threads: [...threads], runs }, [seen]).join('\n');
  };

  test.each<[string, RunIntent[], Record<string, string>, RegExp]>([
    ['a run that disappeared', [aRun('a')], {}, /a is gone; expected success/],
    ['a run that never ends', [aRun('a')], { a: 'running' }, /a is running/],
    ['a run that failed', [aRun('a')], { a: 'error' }, /a is error/],
    [
      'a run that was rolled back but still exists',
      [aRun('a'), aRun('b', { strategy: 'rollback' })],
      { a: 'success', b: 'success' },
      /a is success; expected gone/,
    ],
    [
      'a run that was ended for a run that was never stored',
      [aRun('a'), aRun('b', { strategy: 'rollback', answered: 'lost', id: undefined })],
      {},
      /a is gone; expected success/,
    ],
    [
      'a run that continues although its end was acknowledged',
      [aRun('a', { cancelled: { action: 'interrupt', answered: 'kept' } })],
      { a: 'success' },
      /a is success; expected interrupted/,
    ],
    [
      'a run that was deleted but still exists',
      [aRun('a', { deleted: 'kept' })],
      { a: 'success' },
      /; expected gone/,
    ],
    ['a run that no client requested', [], { x: 'success' }, /run x .* was never requested/],
  ])('finds this problem: %s', (_, runs, found, finding) => {
    expect(checkThreads(runs, found)).toMatch(finding);
  });

  test.each<[Partial<ObservedThread>, RegExp]>([
    [{ id: 'other' }, /t was acknowledged but no longer exists/],
    [{ id: 'other' }, /an unknown thread with .* remains/],
    [{ status: 'busy' }, /busy although no run is active/],
    [{ said: 'z' }, /contains z/],
  ])('finds a thread with %j', (thread, finding) => {
    expect(checkThreads([aRun('a')], { a: 'success' }, thread)).toMatch(finding);
  });
});
