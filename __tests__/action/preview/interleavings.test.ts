import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { containsNumber } from '../../../src/action/preview/preview-name.ts';
import { readMarker } from '../../../src/action/preview/ownership.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { apiError, createFakeControlPlane, type FakeControlPlane } from '../support/control-plane.ts';
import { createFakePulls, type FakePulls } from '../support/pulls.ts';
import { createScenario } from '../support/scenario.ts';
import { eventOf } from './support.ts';

const REPOSITORY = 'acme/agents';
const NUMBERS = [1, 11] as const;

/** An action in a story, this many seconds after the start. */
type Step = { atS: number; number: (typeof NUMBERS)[number] } & (
  | { kind: 'push' | 'label-off' | 'close' | 'close-unnoticed' | 'reopen'; cancelAfterS: number | undefined }
  | { kind: 'sweep'; limit: string; cancelAfterS: number | undefined }
  /**
   * Another user creates a deployment with the name of a preview, possibly during a run (`beforeFind`), when the run
   * searches for the deployment.
   */
  | { kind: 'stranger'; marked: 'not' | 'other-number' | 'other-repository'; beforeFind: number | undefined }
  /** Another user deletes the preview while a run searches for it. */
  | { kind: 'vanish'; beforeFind: number }
  | { kind: 'lost'; method: 'createDeployment' | 'deleteDeployment'; afterDoing: boolean }
  | { kind: 'github-ill'; status: 403 | 502; times: number }
);

const moment = fc.record({
  atS: fc.integer({ min: 0, max: 90 }),
  number: fc.constantFrom(...NUMBERS),
});
const cancelAfterS = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined, freq: 5 });
const step: fc.Arbitrary<Step> = fc
  .tuple(
    moment,
    fc.oneof(
      {
        weight: 10,
        arbitrary: fc.record({
          kind: fc.constantFrom('push', 'push', 'close', 'close', 'close-unnoticed', 'reopen', 'label-off'),
          cancelAfterS,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('sweep' as const),
          limit: fc.constantFrom('1', '100'),
          cancelAfterS,
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('stranger' as const),
          marked: fc.constantFrom('not', 'not', 'other-number', 'other-repository'),
          beforeFind: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('vanish' as const),
          beforeFind: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('lost' as const),
          method: fc.constantFrom('createDeployment', 'deleteDeployment'),
          afterDoing: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('github-ill' as const),
          status: fc.constantFrom(403, 502),
          times: fc.integer({ min: 1, max: 4 }),
        }),
      },
    ),
  )
  .map(([at, what]): Step => ({ ...at, ...what }));
const story = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 9 }),
  deletingPolls: fc.integer({ min: 0, max: 4 }),
  hidden: fc.constantFrom(false, false, false, true),
  /** Value of `preview-keep`, or `undefined` for one preview for each pull request. */
  keep: fc.constantFrom(undefined, undefined, '1', '2'),
});

interface Stage {
  clock: FakeClock;
  plane: FakeControlPlane;
  gh: FakePulls;
  wrongs: string[];
  hidden: boolean;
  keep: string | undefined;
}

/** Returns the name of the preview that a run for the head of the pull request deploys. */
const nameOf = ({ gh, keep }: Stage, number: number) =>
  `agents-pr-${number}${keep === undefined ? '' : `-${gh.pulls.get(number)?.commit.slice(0, 7)}`}`;

/** Returns the pull request of a preview of this repository, according to the true state of the deployment. */
function whose(deployment: Deployment | undefined): number | undefined {
  const mark = deployment === undefined ? undefined : readMarker(deployment);
  if (deployment === undefined || mark?.kind !== 'of' || mark.of.repository !== REPOSITORY) return undefined;
  return containsNumber(deployment.name, mark.of.number) ? mark.of.number : undefined;
}

/** Creates a control plane that records every write to a deployment that is not a preview. */
function watchedPlane(clock: FakeClock, wrongs: string[]): FakeControlPlane {
  const controlPlane = createFakeControlPlane(clock);
  const note = (what: string, id: string) => {
    const found = controlPlane.deployments.get(id);
    if (found !== undefined && whose(found) === undefined) wrongs.push(`${what} ${found.name}`);
  };
  const { deleteDeployment, patchDeployment, createDeployment } = controlPlane.client;
  controlPlane.client.deleteDeployment = async (id, ...more) => {
    note('deleted', id);
    return deleteDeployment(id, ...more);
  };
  controlPlane.client.patchDeployment = async (id, ...more) => {
    note('changed', id);
    return patchDeployment(id, ...more);
  };
  controlPlane.client.createDeployment = async (body, ...more) => {
    if (whose({ id: 'new', status: 'READY', ...body }) === undefined) wrongs.push(`unmarked ${body.name}`);
    return createDeployment(body, ...more);
  };
  return controlPlane;
}

/** Runs the action once, and returns its reason code. */
async function act(
  stage: Stage,
  event: { name: string; payload: Record<string, unknown> },
  inputs: Record<string, string>,
  cancelAfterS?: number,
): Promise<string | undefined> {
  const { clock, plane: controlPlane, gh } = stage;
  const hidden: Record<string, string> = stage.hidden ? { force: 'true' } : {};
  const perCommit: Record<string, string> =
    stage.keep === undefined ? {} : { 'preview-per': 'commit', 'preview-keep': stage.keep };
  const scenario = createScenario(
    { 'preview-labels': 'preview', ...perCommit, ...hidden, ...inputs },
    { clock, plane: controlPlane },
  );
  delete scenario.inputs['deployment-name'];
  scenario.github = gh.connection;
  scenario.event = event;
  const running = scenario.run();
  if (cancelAfterS !== undefined) {
    void clock.sleep(cancelAfterS * 1000).then(() => scenario.cancel.abort(new Error('received SIGINT')));
  }
  const reason = (await running).host.outputs['reason-code'];
  if (reason === 'internal-error') stage.wrongs.push(`${JSON.stringify(inputs)} broke`);
  return reason;
}

const schedule = { name: 'schedule', payload: { repository: { full_name: REPOSITORY } } };

async function play(stage: Stage, step: Step): Promise<void> {
  const { clock, plane: controlPlane, gh } = stage;
  await clock.sleep(step.atS * 1000);
  const { number } = step;
  const pull = gh.pulls.get(number);
  if (pull === undefined) return;
  const run = (action: string) =>
    act(stage, eventOf(gh, number, action), {}, 'cancelAfterS' in step ? step.cancelAfterS : undefined);
  switch (step.kind) {
    case 'push':
      if (pull.state === 'closed') return;
      pull.commit = `${step.atS % 10}${pull.commit.slice(1)}`;
      controlPlane.heads.set(pull.branch, pull.commit);
      return void (await run('synchronize'));
    case 'label-off':
      pull.labels = [];
      return void (await run('unlabeled'));
    case 'close':
      pull.state = 'closed';
      return void (await run('closed'));
    case 'close-unnoticed':
      pull.state = 'closed';
      return;
    case 'reopen':
      pull.state = 'open';
      pull.labels = ['preview'];
      return void (await run('reopened'));
    case 'sweep':
      return void (await act(
        stage,
        schedule,
        { action: 'sweep', 'sweep-limit': step.limit },
        step.cancelAfterS,
      ));
    case 'stranger':
      // If values are hidden, `force` trusts names, so no other client may use these names.
      if (stage.hidden && step.marked !== 'not') return;
      if (step.beforeFind === undefined) addStranger(stage, number, step.marked);
      else
        controlPlane.before('findDeployments', step.beforeFind, () =>
          addStranger(stage, number, step.marked),
        );
      return;
    case 'vanish':
      return controlPlane.before('findDeployments', step.beforeFind, () => {
        for (const [id, item] of controlPlane.deployments) {
          if (whose(item) !== number) continue;
          controlPlane.deployments.delete(id);
          controlPlane.projects.delete(item.name);
        }
      });
    case 'lost':
      return controlPlane.fail(step.method, apiError('ambiguous'), { afterDoing: step.afterDoing });
    case 'github-ill':
      return gh.fail(step.status, step.times);
  }
}

function addStranger(
  stage: Stage,
  number: number,
  marked: Extract<Step, { kind: 'stranger' }>['marked'],
): void {
  const { plane: controlPlane } = stage;
  const name = nameOf(stage, number);
  if ([...controlPlane.deployments.values()].some((item) => item.name === name)) return;
  const value = marked === 'other-number' ? `${REPOSITORY}#${number + 100}` : `acme/others#${number}`;
  controlPlane.add({ name, secrets: marked === 'not' ? [] : [{ name: 'AGENT_DEPLOY_PREVIEW', value }] });
}

describe('previews, teardowns and sweeps that run concurrently', () => {
  test('change only previews, and a last sweep leaves no preview of a closed pull request', async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(story, async ({ steps, deletingPolls, hidden, keep }) => {
        const wrongs: string[] = [];
        const clock = createFakeClock();
        const stage: Stage = {
          clock,
          plane: watchedPlane(clock, wrongs),
          gh: createFakePulls(),
          wrongs,
          hidden,
          keep,
        };
        const { plane: controlPlane, gh } = stage;
        controlPlane.deletingPolls = deletingPolls;
        controlPlane.hideSecrets = hidden;
        controlPlane.integrations = [];
        for (const number of NUMBERS) {
          gh.open(number, { labels: ['preview'] });
          controlPlane.heads.set(`topic-${number}`, gh.pulls.get(number)?.commit ?? '');
        }
        const production = controlPlane.add({
          name: 'my-agent',
          secrets: [{ name: 'A', value: 'of-production' }],
        });
        const shown = JSON.stringify(production);
        await Promise.all([...steps].map((one) => play(stage, one)));
        controlPlane.hideSecrets = false;
        gh.fail(502, 0);
        stage.hidden = false;
        // Requests that are lost occasionally may also be lost in this run.
        for (let round = 0; round < 3; round += 1) {
          const last = await act(stage, schedule, { action: 'sweep', 'sweep-limit': '100' });
          reached.set(last ?? '', (reached.get(last ?? '') ?? 0) + 1);
        }
        const left = [...controlPlane.deployments.values()].filter(
          (item) => item.status === 'READY' && gh.pulls.get(whose(item) ?? 0)?.state === 'closed',
        );
        expect(wrongs).toEqual([]);
        expect(left.map(({ name }) => name)).toEqual([]);
        expect(JSON.stringify(controlPlane.deployments.get(production.id))).toBe(shown);
        for (const name of controlPlane.projects) {
          expect([...controlPlane.deployments.values()].map((item) => item.name)).toContain(name);
        }
      }),
      { numRuns: 150 },
    );
    // Some stories contain previews that a sweep must delete.
    expect([...reached.keys()]).toEqual(expect.arrayContaining(['nothing-to-sweep', 'swept']));
  });
});
