import { describe, expect, test } from '@jest/globals';
import { runMain, DEPLOY_ACTION } from '../../src/action/main.ts';
import { OUTPUTS } from '../../src/action/report/outputs.ts';
import { createFakeClock } from './support/clock.ts';
import { createFakeHost } from './support/host.ts';
import { apiError } from './support/control-plane.ts';
import { API_KEY, createScenario } from './support/scenario.ts';

describe('a program that crashes', () => {
  test('in unawaited code fails the run, writes the outputs, and reports that the deployment continues', async () => {
    const scenario = createScenario({ secrets: 'A=the-secret-value' });
    scenario.controlPlane.nextRollout = ['BUILDING'];
    scenario.clock.at(60_000, () => scenario.crash.abort(new TypeError('no the-secret-value here')));
    const { host } = await scenario.run();
    expect(Object.keys(host.outputs)).toEqual([...OUTPUTS]);
    expect(host.outputs).toMatchObject({
      outcome: 'failed',
      'reason-code': 'internal-error',
      created: 'true',
    });
    expect(host.annotations[0]?.message).toMatch(
      /TypeError: no \*\*\* here.*Revision .* continues without this run/s,
    );
    expect(host.everything()).not.toContain('the-secret-value');
    expect(host.lines).toContain('::group::Where it failed');
  });

  test('while it reads its inputs fails the run', async () => {
    const scenario = createScenario({
      'image-uri': 'r.example.org/a:1',
      'resource-spec': '['.repeat(100_000),
    });
    const { host } = await scenario.run();
    expect(Object.keys(host.outputs)).toEqual([...OUTPUTS]);
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.annotations[0]?.message).toContain('resource-spec: ');
  });

  test('before it connects to the control plane fails the run', async () => {
    const clock = createFakeClock();
    const host = createFakeHost({ 'INPUT_API-KEY': API_KEY, 'INPUT_DEPLOYMENT-NAME': 'my-agent' });
    const broken = new Proxy(host, {
      get: (target, key, receiver) => {
        if (key === 'annotate') throw new Error('the runner is gone');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const world = {
      definition: DEPLOY_ACTION,
      clock,
      signal: new AbortController().signal,
      crash: new AbortController().signal,
      connect: () => Promise.reject(new Error('no chunk 7')),
      resolveRef: () => Promise.resolve(undefined),
      packSource: () => Promise.reject(new Error('nothing to pack')),
      loadMachine: () => Promise.reject(new Error('no command to run')),
    };
    await expect(runMain({ ...world, host: broken })).rejects.toThrow('the runner is gone');
    expect(host.outputs['outcome']).toBe('failed');
  });
});

describe('a runner whose files cannot be written', () => {
  test("does not fail a deploy, although the action's state cannot be saved", async () => {
    const clock = createFakeClock();
    const scenario = createScenario();
    const { host } = await scenario.run();
    const env = { ...host.env };
    const again = createFakeHost(env, { '/event.json': JSON.stringify(scenario.event.payload) });
    const code = await runMain({
      definition: DEPLOY_ACTION,
      host: {
        ...again,
        saveState: async () => {
          throw new Error('disk full');
        },
      },
      clock,
      signal: new AbortController().signal,
      crash: new AbortController().signal,
      connect: async () => ({
        controlPlane: createScenario().controlPlane.client,
        github: async () => undefined,
        probeStatus: async () => undefined,
        agentServer: () => Promise.reject(new Error('it is never asked')),
        agentData: () => Promise.reject(new Error('it is never asked')),
        evaluationApi: () => Promise.reject(new Error('it is never asked')),
        close: async () => {},
      }),
      resolveRef: async () => undefined,
      packSource: () => Promise.reject(new Error('nothing to pack')),
      loadMachine: () => Promise.reject(new Error('no command to run')),
    });
    expect(again.outputs['reason-code']).toBe('rolled-out');
    expect(code).toBe(0);
    expect(again.lines.filter((line) => line.includes('disk full'))).not.toEqual([]);
  });
});

describe('an error while a revision is in progress', () => {
  test('is reported together with the revision that continues', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('getRevision', apiError('http', 403));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('forbidden');
    expect(host.annotations[0]?.message).toMatch(/Revision .* continues without this run/);
  });

  test('is reported without a continuing revision if no change was sent', async () => {
    const scenario = createScenario();
    scenario.controlPlane.fail('findDeployments', apiError('http', 403));
    expect((await scenario.run()).host.annotations[0]?.message).not.toContain('without us');
  });
});
