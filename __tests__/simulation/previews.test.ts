import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBeingDeleted } from '../../src/contract/statuses.ts';
import { createPreviewScenario, markerOf, type PreviewScenario } from '../action/preview/support.ts';
import { apiError } from '../action/support/control-plane.ts';
import { OLD_COMMIT, pushPayload } from '../action/support/scenario.ts';

/** How many schedules npm test draws; a sweep by hand sets more. */
const SCHEDULES = Number(process.env['PREVIEW_SCHEDULES'] ?? 80);
const NUMBERS = [1, 2, 3] as const;
type Number_ = (typeof NUMBERS)[number];

/** What goes wrong in a run: the answer to its first such call is lost, or the call fails before it does anything. */
interface Fault {
  at:
    | 'createDeployment'
    | 'patchDeployment'
    | 'deleteDeployment'
    | 'listDeployments'
    | 'getRevision'
    | 'github';
  afterDoing: boolean;
}
interface Run {
  verb: 'preview' | 'teardown' | 'sweep';
  of: Number_;
  fault: Fault | undefined;
  /** The pull request is closed (and nothing runs on it) before this look at a revision. */
  closesAt: number | undefined;
  /** The step is cancelled before this call of the control plane. */
  cancelledAt: number | undefined;
  fails: boolean;
}
type Step =
  | { kind: 'opened' | 'pushed' | 'closed'; of: Number_ }
  | { kind: 'run'; run: Run }
  | { kind: 'together'; runs: [Run, Run] }
  | { kind: 'production'; verb: 'deploy' | 'rollback'; healthy: boolean; lost: boolean };

const of = fc.constantFrom(...NUMBERS);
const sometimes = <T>(what: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: what });
const fault = fc.record({
  at: fc.constantFrom<Fault['at'][]>(
    'createDeployment',
    'patchDeployment',
    'deleteDeployment',
    'listDeployments',
    'getRevision',
    'github',
  ),
  afterDoing: fc.boolean(),
});
const run: fc.Arbitrary<Run> = fc.record({
  verb: fc.constantFrom<Run['verb'][]>('preview', 'preview', 'teardown', 'sweep'),
  of,
  fault: sometimes(fault),
  closesAt: sometimes(fc.integer({ min: 1, max: 6 })),
  cancelledAt: sometimes(fc.integer({ min: 1, max: 9 })),
  fails: fc.constantFrom(true, false, false, false),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom<('opened' | 'pushed' | 'closed')[]>('opened', 'pushed', 'closed'), of }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), run }) },
  fc.record({ kind: fc.constant('together' as const), runs: fc.tuple(run, run) }),
  fc.record({
    kind: fc.constant('production' as const),
    verb: fc.constantFrom<('deploy' | 'rollback')[]>('deploy', 'rollback'),
    healthy: fc.boolean(),
    lost: fc.boolean(),
  }),
);
const schedule = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
  dyingLooks: fc.integer({ min: 0, max: 3 }),
});

/** What the runs of all schedules came to: a machine that only ever fails proves nothing. */
const seen = new Map<string, number>();
function see(verb: string, outputs: Record<string, string>): void {
  const what = `${verb}: ${outputs['outcome']} (${outputs['reason-code']})`;
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

/**
 * A workspace with production, and what only looks like a preview of ours: one of another repository, one by its name
 * alone (of a closed pull request, and of one that is played with), one by its marker alone.
 */
function createScene() {
  const scenario = createPreviewScenario();
  scenario.gh.pulls.clear();
  const production = scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
  const theirs = scenario.controlPlane.add(
    { name: 'others-pr-1', secrets: [markerOf(1, 'acme/others')] },
    OLD_COMMIT,
  );
  const named = ['agents-pr-9', 'agents-pr-3'].map((name) => scenario.controlPlane.add({ name }, OLD_COMMIT));
  const marked = scenario.controlPlane.add({ name: 'my-agent-copied', secrets: [markerOf(1)] }, OLD_COMMIT);
  scenario.gh.open(9, { state: 'closed' });
  return { world: scenario, production, untouchable: [production, theirs, ...named, marked] };
}
type Scene = ReturnType<typeof createScene>;

const WRITES: readonly string[] = [
  'createDeployment',
  'patchDeployment',
  'deleteDeployment',
  'redeployRevision',
  'interruptRevision',
];
const writesSince = ({ world: scenario }: Scene, mark: number) =>
  scenario.controlPlane.calls.slice(mark).filter(({ method }) => WRITES.includes(method));

/** Living previews of a pull request. */
function previewsOf({ world: scenario, untouchable }: Scene, number: number): string[] {
  const marker = JSON.stringify(markerOf(number));
  return [...scenario.controlPlane.deployments.values()]
    .filter((one) => !isBeingDeleted(one.status) && !untouchable.some(({ id }) => id === one.id))
    .filter(({ secrets }) => JSON.stringify(secrets).includes(marker))
    .map(({ name }) => name);
}

function inputsOf({ verb }: Run): Record<string, string> {
  const common = { action: verb, 'wait-timeout': '5m' };
  return verb === 'preview' ? { ...common, 'preview-from': 'my-agent' } : common;
}

function arm({ world: scenario }: Scene, { fault: wrong, closesAt, of: number }: Run): void {
  const { controlPlane, gh } = scenario;
  if (wrong?.at === 'github') gh.fail(wrong.afterDoing ? 404 : 502, wrong.afterDoing ? 1 : 3);
  else if (wrong !== undefined) {
    const write = WRITES.includes(wrong.at);
    const error = write && wrong.afterDoing ? apiError('ambiguous') : apiError('http', 503);
    controlPlane.fail(wrong.at, error, { afterDoing: write && wrong.afterDoing });
  }
  if (closesAt === undefined) return;
  controlPlane.before('getRevision', controlPlane.count('getRevision') + closesAt, () =>
    close(scenario, number),
  );
}

function close({ gh }: PreviewScenario, number: number): void {
  const pull = gh.pulls.get(number);
  if (pull !== undefined) pull.state = 'closed';
}

interface End {
  code: number;
  outcome: string;
}

/** Starts one run; what the world is set to afterwards is no longer its business. */
function start(scene: Scene, asked: Run): Promise<End> {
  const { world: scenario } = scene;
  const cancel = new AbortController();
  scenario.cancel = cancel;
  if (asked.cancelledAt !== undefined) {
    const at = scenario.controlPlane.calls.length + asked.cancelledAt;
    scenario.controlPlane.onCall = (count) => {
      if (count === at) cancel.abort(new Error('received SIGINT'));
    };
  }
  if (asked.verb === 'sweep') {
    scenario.event = { name: 'schedule', payload: { repository: { full_name: 'acme/agents' } } };
  } else scenario.pullRequest(asked.of, asked.verb === 'teardown' ? 'closed' : 'synchronize');
  if (asked.verb === 'teardown') close(scenario, asked.of);
  delete scenario.inputs['preview-from'];
  delete scenario.inputs['deployment-name'];
  delete scenario.inputs['rollback-on-failure'];
  Object.assign(scenario.inputs, inputsOf(asked));
  return scenario.run().then(({ code, host }) => {
    see(asked.verb, host.outputs);
    return { code, outcome: host.outputs['outcome'] ?? '' };
  });
}

async function play(scene: Scene, next: Step): Promise<void> {
  const { world: scenario, untouchable } = scene;
  const mark = scenario.controlPlane.calls.length;
  switch (next.kind) {
    case 'opened':
      if (scenario.gh.pulls.get(next.of)?.state !== 'open') scenario.gh.open(next.of);
      return;
    case 'pushed': {
      const pull = scenario.gh.pulls.get(next.of);
      if (pull !== undefined) pull.commit = `${mark % 10}${next.of}`.repeat(20);
      return;
    }
    case 'closed':
      return close(scenario, next.of);
    case 'production':
      return playProduction(scene, next, mark);
    case 'run':
    case 'together': {
      const runs = next.kind === 'run' ? [next.run] : next.runs;
      for (const each of runs) arm(scene, each);
      const open = runs.map(({ of: number }) => scenario.gh.pulls.get(number)?.state !== 'closed');
      scenario.controlPlane.nextRollout = runs.some(({ fails }) => fails)
        ? ['BUILDING', 'BUILD_FAILED']
        : ['QUEUED', 'BUILDING', 'DEPLOYING', 'DEPLOYED'];
      const ends = await Promise.all(runs.map((each) => start(scene, each)));
      const touched = writesSince(scene, mark).flatMap(({ args }) =>
        untouchable.filter(({ id }) => id === args[0]),
      );
      expect(touched.map(({ name }) => name)).toEqual([]);
      if (next.kind === 'run') judgeAlone(scene, next.run, ends[0], open[0] === true);
      return;
    }
  }
}

/** What holds when no other run was at work. `open`: the pull request was when the run began. */
function judgeAlone(scene: Scene, asked: Run, end: End | undefined, open: boolean): void {
  const { verb, of: number, fault: wrong, cancelledAt } = asked;
  const left = previewsOf(scene, number);
  expect(left.length).toBeLessThan(2);
  if (verb === 'teardown' && end?.code === 0) expect(left).toEqual([]);
  if (end?.outcome === 'torn-down' && verb !== 'sweep') expect(left).toEqual([]);
  if (verb !== 'preview' || wrong !== undefined || cancelledAt !== undefined) return;
  // It was closed by the run's own looks at its revision: no other run would tear it down in time.
  const meanwhile = open && scene.world.gh.pulls.get(number)?.state === 'closed';
  if (meanwhile && end?.outcome !== 'unchanged') expect(left).toEqual([]);
}

async function playProduction(
  scene: Scene,
  next: Extract<Step, { kind: 'production' }>,
  mark: number,
): Promise<void> {
  const { world: scenario, production } = scene;
  const commit = String((mark % 9) + 1).repeat(40);
  scenario.event = { name: 'push', payload: pushPayload({ after: commit, head_commit: { id: commit } }) };
  scenario.controlPlane.heads.set('main', commit);
  scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
  scenario.cancel = new AbortController();
  delete scenario.inputs['preview-from'];
  Object.assign(scenario.inputs, { action: next.verb, 'deployment-name': 'my-agent' });
  if (next.verb === 'deploy') scenario.inputs['rollback-on-failure'] = 'true';
  else delete scenario.inputs['rollback-on-failure'];
  scenario.health = () => (next.healthy ? 200 : 503);
  if (next.lost) scenario.controlPlane.fail('redeployRevision', apiError('ambiguous'), { afterDoing: true });
  const { host } = await scenario.run();
  see(next.verb, host.outputs);
  const writes = writesSince(scene, mark);
  expect(new Set(writes.map(({ args }) => args[0]))).toEqual(
    new Set(writes.length > 0 ? [production.id] : []),
  );
  const back = writes.filter(({ method }) => method === 'redeployRevision').length;
  expect(back).toBeLessThan(2);
  expect(writes.length).toBeLessThanOrEqual(next.verb === 'deploy' ? 2 : 1);
  if (host.outputs['outcome'] === 'rolled-back') expect(writes).toHaveLength(2);
}

/** The night after: one undisturbed sweep leaves what it has to leave, and nothing else. */
async function sweepAtLast(scene: Scene): Promise<void> {
  const { world: scenario, untouchable } = scene;
  const open = NUMBERS.filter((number) => scenario.gh.pulls.get(number)?.state === 'open');
  const needed = open.map((number) => previewsOf(scene, number));
  scenario.inputs['sweep-limit'] = '100';
  const end = await start(scene, {
    verb: 'sweep',
    of: 1,
    fault: undefined,
    closesAt: undefined,
    cancelledAt: undefined,
    fails: false,
  });
  for (const number of NUMBERS.filter((each) => !open.includes(each)))
    expect(previewsOf(scene, number)).toEqual([]);
  expect(open.map((number) => previewsOf(scene, number))).toEqual(needed);
  expect(untouchable.every(({ id }) => scenario.controlPlane.deployments.has(id))).toBe(true);
  expect(end.code).toBe(0);
}

test('previews, teardowns, sweeps and rollbacks in any order leave no preview and touch nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async ({ steps, dyingLooks }) => {
      const scene = createScene();
      scene.world.controlPlane.dyingLooks = dyingLooks;
      for (const next of steps) {
        await play(scene, next);
        scene.world.controlPlane.quiet();
        scene.world.gh.fail(502, 0);
      }
      await sweepAtLast(scene);
    }),
    { numRuns: SCHEDULES },
  );
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'preview: deployed (rolled-out)',
      'preview: torn-down (closed-meanwhile)',
      'preview: failed (not-a-preview)',
      'teardown: torn-down (deleted)',
      'sweep: torn-down (swept)',
      'deploy: rolled-back (after-failure)',
      'rollback: deployed (rolled-back-to)',
    ]),
  );
}, 600_000);
