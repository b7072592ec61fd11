import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { AgentRun } from '../../../src/contract/agent-responses.ts';
import { agentError, FEEDBACK_URL, RUN_ID } from '../support/agent.ts';
import {
  AGENT_URL,
  API_KEY,
  COMMIT,
  createVerifyWorld,
  createWorld,
  OLD_COMMIT,
  type TestWorld,
} from '../support/world.ts';

const GREETS = 'name: greets\ninput: {messages: []}\nexpect: {last-message: hello}';

/** A deploy over an earlier revision, with these checks of the live agent. */
function deploying(verify = GREETS, inputs: Record<string, string> = {}): TestWorld {
  const world = createWorld({ verify, ...inputs });
  world.plane.add({ name: 'my-agent' }, OLD_COMMIT);
  return world;
}
const goodbye = (world: TestWorld) => {
  world.agent.values = { messages: [{ type: 'ai', content: 'goodbye' }] };
};
const revisionsOf = (world: TestWorld) => [...world.plane.revisions.values()].flat();
const sent = (world: TestWorld) =>
  world.plane.count('patchDeployment') + world.plane.count('redeployRevision');

describe('a verification after a deploy', () => {
  test('runs the live agent at its address, and is green when it does what is expected', async () => {
    const world = deploying();
    const { code, host, result } = await world.run();
    expect([code, result['outcome'], host.outputs['verified']]).toEqual([0, 'deployed', 'true']);
    expect(result['message']).toMatch(/is deployed and active after .*\. 1 of 1 check passed\.$/);
    expect(world.agent.urls).toEqual([AGENT_URL]);
    expect(world.agent.bodies).toMatchObject([
      {
        assistant_id: 'agent',
        input: { messages: [] },
        // Its own thread: whatever arrives late makes no second run.
        multitask_strategy: 'reject',
        feedback_keys: ['ci'],
      },
    ]);
    expect(result['verification']).toMatchObject({
      verified: true,
      cases: [{ name: 'greets', result: 'passed', run_id: RUN_ID }],
    });
    expect(host.summaries.join()).toMatch(/\| greets \| ✅ passed \|/);
  });

  test('tells steps by name, and nothing of what they made or of the state', async () => {
    const world = deploying();
    world.agent.nodes = [
      'plan',
      '__interrupt__',
      'act\u001b[31m\n::error::x',
      ...Array.from({ length: 100 }, (_, at) => `n${at}`),
    ];
    const { host } = await world.run();
    const told = host.everything();
    expect(host.lines).toContainEqual(expect.stringMatching(/^ +0\.0s {2}plan$/));
    expect(host.lines).toContainEqual(expect.stringMatching(/ stops to be resumed$/));
    expect(told).not.toContain('never to be seen');
    expect(told).not.toContain('hello from the agent');
    expect(told).toContain('further steps are not shown');
    expect(host.lines.filter((line) => / n\d+$/.test(line)).length).toBeLessThan(40);
    expect(host.lines.filter((line) => line.startsWith('::error'))).toEqual([]);
  });

  test('is red with what is wrong on the page, and rolls back when asked, once', async () => {
    const world = deploying(GREETS, { 'rollback-on-failure': 'true' });
    goodbye(world);
    const { code, host, result } = await world.run();
    expect([code, result['outcome'], host.outputs['verified']]).toEqual([1, 'rolled-back', 'false']);
    expect(result).toMatchObject({
      rollback: { after: 'verification-failed' },
      verification: { verified: false },
    });
    expect(host.annotations).toHaveLength(1);
    expect(host.annotations[0]?.message).toContain('greets: last-message: /hello/ is not found in "goodbye"');
    // What was brought back is not verified: at most once.
    expect(world.agent.bodies).toHaveLength(1);
    expect(sent(world)).toBe(2);
    expect(host.outputs['rollback-revision-id']).toBe(revisionsOf(world)[0]?.id);
  });

  test('is red without a rollback when none is asked for, or nothing was before', async () => {
    const world = deploying();
    goodbye(world);
    expect((await world.run()).result).toMatchObject({
      outcome: 'failed',
      reason_code: 'verification-failed',
      rollback: null,
    });
    expect(sent(world)).toBe(1);
    const first = createWorld({ verify: GREETS, 'rollback-on-failure': 'true' });
    goodbye(first);
    const { result } = await first.run();
    expect(result).toMatchObject({ reason_code: 'verification-failed', rollback: null });
    expect(result['message']).toContain('There is nothing to roll back to');
  });

  test('of an agent that cannot be asked is red and rolls nothing back: it says nothing about it', async () => {
    for (const [change, why] of [
      [(w: TestWorld) => w.agent.fail('revision', agentError('network')), 'a network fault'],
      [
        (w: TestWorld) => w.agent.fail('startRun', agentError('http', 409, 'busy')),
        'another multitask-strategy',
      ],
      [
        (w: TestWorld) => w.agent.fail('startRun', agentError('http', 422, 'Thread is already running')),
        'another multitask-strategy',
      ],
      [(w: TestWorld) => w.agent.fail('assistants', agentError('http', 401, 'no')), 'Check the API key'],
      [(w: TestWorld) => w.agent.fail('createThread', agentError('http', 302)), 'answered 302'],
    ] as const) {
      const world = deploying(GREETS, { 'rollback-on-failure': 'true' });
      change(world);
      const { code, host, result } = await world.run();
      expect([code, result['reason_code'], sent(world)]).toEqual([1, 'verification-impossible', 1]);
      expect(result['message']).toContain('Not rolled back: it is not known to be bad.');
      expect(host.annotations[0]?.message).toContain(why);
    }
  });

  test('of an agent whose server fails is a failure of the agent', async () => {
    for (const error of [
      agentError('http', 500, 'boom'),
      agentError('ambiguous', 502),
      agentError('malformed'),
    ]) {
      const world = deploying(GREETS, { 'rollback-on-failure': 'true' });
      world.agent.fail('createThread', error);
      expect((await world.run()).result).toMatchObject({ outcome: 'rolled-back' });
    }
  });

  test('comes again with a re-run that has nothing to deploy: what was red does not turn green', async () => {
    const world = deploying();
    goodbye(world);
    await world.run();
    world.env['GITHUB_RUN_ATTEMPT'] = '2';
    world.inputs['rollback-on-failure'] = 'true';
    const again = await world.run();
    expect([again.code, again.result['reason_code'], sent(world)]).toEqual([1, 'verification-failed', 1]);
    expect(again.result['message']).toContain('this run made no revision');
    world.agent.values = { messages: [{ content: 'hello' }] };
    expect((await world.run()).result).toMatchObject({
      outcome: 'unchanged',
      verification: { verified: true },
    });
  });

  test('is left out where nothing serves, or nothing is sent', async () => {
    const failed = deploying();
    failed.plane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    const dry = deploying(GREETS, { 'dry-run': 'true' });
    const plan = deploying(GREETS, { action: 'plan' });
    for (const world of [failed, dry, plan]) {
      const { host, result } = await world.run();
      expect([host.outputs['verified'], result['verification'], world.agent.calls]).toEqual(['', null, []]);
    }
  });

  test('wants our revision to answer, and waits a while for it', async () => {
    const world = deploying();
    let looks = 0;
    world.agent.revision = () => {
      looks += 1;
      return looks < 3 ? 'the-earlier-one' : revisionsOf(world)[0]?.id;
    };
    expect((await world.run()).result).toMatchObject({
      outcome: 'deployed',
      verification: { verified: true },
    });
    const never = deploying();
    never.agent.revision = () => 'the-earlier-one';
    const { result } = await never.run();
    expect(result).toMatchObject({
      reason_code: 'verification-impossible',
      verification: { revision_id: 'the-earlier-one' },
    });
    expect(never.agent.bodies).toEqual([]);
    const switched = deploying();
    switched.agent.revision = () =>
      switched.agent.bodies.length > 0 ? 'another' : revisionsOf(switched)[0]?.id;
    const told = (await switched.run()).host.annotations[0]?.message;
    expect(told).toContain('The answer may not be ours: revision another answers here now');
  });

  test('says so where the service names no address, and looks for it once more', async () => {
    const world = createWorld({ verify: GREETS });
    const there = world.plane.add(
      { name: 'my-agent', url: null, source_config: { repo_url: 'https://github.com/acme/agents' } },
      OLD_COMMIT,
    );
    const { host, result } = await world.run();
    expect(result['reason_code']).toBe('verification-impossible');
    expect(host.annotations[0]?.message).toContain('does not say at which address');
    there.url = 'http://agent.example.org';
    expect((await world.run()).host.annotations[0]?.message).toContain('must use https');
    expect(world.agent.urls).toEqual([]);
  });
});

describe('the cases', () => {
  test('run one after the other, each told with its own result', async () => {
    const world = deploying(
      '- {name: a, input: 1, expect: {last-message: hello}}\n- {name: b, input: 2, expect: {state: {n: 1}}}\n- {name: c, input: 3}',
    );
    const { host, result } = await world.run();
    expect(result['verification']).toMatchObject({
      cases: [
        { name: 'a', result: 'passed' },
        { name: 'b', result: 'failed', why: ['$.n: expected 1, got nothing'] },
        { name: 'c', result: 'passed' },
      ],
    });
    expect(result['message']).toContain('2 of 3 checks passed. Failed: b.');
    expect(world.agent.bodies.map(({ input }) => input)).toEqual([1, 2, 3]);
    expect(host.lines.filter((line) => line.startsWith('::group::Check'))).toHaveLength(3);
  });

  test('end with the first that cannot be tried: the others could not be either', async () => {
    const world = deploying('- {name: a, input: 1}\n- {name: b, input: 2}');
    world.agent.fail('createThread', agentError('network'), 2);
    expect((await world.run()).result['verification']).toMatchObject({
      cases: [{ result: 'impossible' }, { name: 'b', result: 'skipped' }],
    });
  });

  test('leave no thread whose run cannot be cancelled, as one that ended meanwhile', async () => {
    for (const method of ['cancelRun', 'listRuns'] as const) {
      const world = deploying(`${GREETS}\ntime-limit: 100ms`);
      world.agent.hangs = true;
      if (method === 'listRuns') {
        // Nobody says which run it is.
        world.agent.server.startRun = async (_thread, _body, _watch, signal) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          return { kind: 'failed', opened: false, error: agentError('aborted'), retryAfterMs: undefined };
        };
      }
      world.agent.fail(method, agentError('http', 409, 'it has ended'));
      const { host, result } = await world.run();
      expect(result).toMatchObject({ reason_code: 'verification-timed-out' });
      expect([method, ...world.agent.threads]).toEqual([method]);
      expect(host.everything()).toContain('Clearing up failed: ');
    }
  });

  test('have their run cancelled when nobody said which one it is', async () => {
    const threadId = '90000000-0000-4000-8000-000000000009';
    const world = deploying(`${GREETS}\ntime-limit: 100ms\nthread-id: ${threadId}`);
    const { server } = world.agent;
    const runs: AgentRun[] = [{ run_id: 'another', status: 'running', metadata: { by: 'others' } }];
    server.startRun = async (_thread, { metadata }, _watch, signal) => {
      runs.unshift({ run_id: 'ours', status: 'running', metadata });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      return { kind: 'failed', opened: false, error: agentError('aborted'), retryAfterMs: undefined };
    };
    server.listRuns = async () => runs;
    const cancelled: string[] = [];
    server.cancelRun = async (...[, id]) => void cancelled.push(id);
    expect((await world.run()).result).toMatchObject({ reason_code: 'verification-timed-out' });
    expect(cancelled).toEqual(['ours']);
  });

  test('leave no thread whose making was not answered', async () => {
    const world = deploying(`${GREETS}\ntime-limit: 100ms`);
    world.agent.server.createThread = async (id, _metadata, signal) => {
      world.agent.threads.add(id);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      throw agentError('aborted');
    };
    // No run was asked for, so that none can have taken too long.
    expect((await world.run()).result).toMatchObject({ reason_code: 'verification-impossible' });
    expect([...world.agent.threads]).toEqual([]);
  });

  test('that take too long have their run cancelled, and their thread removed', async () => {
    const world = deploying(`${GREETS}\ntime-limit: 100ms`);
    world.agent.hangs = true;
    const { result } = await world.run();
    expect(result).toMatchObject({
      reason_code: 'verification-timed-out',
      verification: { cases: [{ result: 'timed-out' }] },
    });
    expect(world.agent.calls).toContain('cancelRun');
    expect([...world.agent.threads]).toEqual([]);
    expect(world.agent.submitted).toMatchObject([{ feedback: { score: 0 } }]);
  });

  test('leave no thread of their own, and every thread of others', async () => {
    const threadId = '90000000-0000-4000-8000-000000000009';
    const world = deploying(`- {name: a, input: 1}\n- {name: b, input: 2, thread-id: ${threadId}}`);
    await world.run();
    expect(world.agent.bodies.map((body) => body.multitask_strategy)).toEqual(['reject', 'rollback']);
    expect([...world.agent.threads]).toEqual([threadId]);
    for (const [keep, left] of [
      ['never', 0],
      ['failed', 1],
      ['always', 1],
    ] as const) {
      const red = createVerifyWorld({ 'keep-threads': keep, 'last-message': 'nothing like it' });
      await red.run();
      expect(red.agent.threads.size).toBe(left);
    }
  });

  test('on a thread that somebody else used meanwhile say nothing: the state may be theirs', async () => {
    const threadId = '90000000-0000-4000-8000-000000000009';
    const other = { run_id: 'other', status: 'success', metadata: {} };
    const at = (created_at: string) => ({ ...other, created_at });
    const earlier = '2026-01-01T00:00:00.999999Z';
    for (const [others, code] of [
      [[at(earlier)], 0],
      [[{ ...at(earlier), status: 'error' }], 0],
      [[{ ...at('2026-01-01T00:00:05Z'), status: 'pending' }], 0],
      [[at('2026-01-01T00:00:01.000002Z')], 1],
      [[{ ...at('2026-01-01T00:00:05Z'), status: 'error' }], 1],
      [[{ ...at(earlier), status: 'running' }], 1],
      [[other], 0],
    ] as const) {
      const world = deploying(`${GREETS}\nthread-id: ${threadId}`, { 'rollback-on-failure': 'true' });
      world.agent.others = () => [...others];
      const { result, ...ran } = await world.run();
      expect([others, ran.code]).toEqual([others, code]);
      if (code === 0) continue;
      expect([result['reason_code'], sent(world)]).toEqual(['verification-impossible', 1]);
      expect(ran.host.annotations[0]?.message).toContain('another run used the thread');
    }
    const gone = deploying(`${GREETS}\nthread-id: ${threadId}`, { 'rollback-on-failure': 'true' });
    gone.agent.server.getRun = async () => undefined;
    expect((await gone.run()).result['reason_code']).toBe('verification-impossible');
    const lost = deploying(GREETS);
    lost.agent.server.getRun = async () => undefined;
    expect((await lost.run()).result['reason_code']).toBe('verification-failed');
  });

  test('may stand in a file of the checkout', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-cases-'));
    const outside = await mkdtemp(path.join(tmpdir(), 'agent-deploy-outside-'));
    try {
      await mkdir(path.join(folder, 'ci'));
      await writeFile(path.join(folder, 'ci/checks.yml'), GREETS);
      await writeFile(path.join(folder, 'wrong.yml'), '- input: {}\n  expcet: 1\n');
      await writeFile(path.join(outside, 'secret.yml'), GREETS);
      await symlink(path.join(outside, 'secret.yml'), path.join(folder, 'link.yml'));
      const run = async (file: string) => {
        const world = deploying(file);
        world.workspace = folder;
        return { ...(await world.run()), calls: world.plane.calls };
      };
      expect((await run('ci/checks.yml')).result).toMatchObject({
        verification: { cases: [{ name: 'greets' }] },
      });
      for (const [file, why] of [
        ['nowhere.yml', 'nowhere.yml is not in the workspace'],
        ['link.yml', 'link.yml leads out of the checkout'],
        ['wrong.yml', 'wrong.yml: line 2: case 1: expcet: there is no such field. Did you mean expect?'],
      ] as const) {
        const { result, calls } = await run(file);
        expect([result['reason_code'], calls]).toEqual(['invalid-input', []]);
        expect(result['message']).toContain(`verify: ${why}`);
      }
    } finally {
      await Promise.all([folder, outside].map((one) => rm(one, { recursive: true })));
    }
  });
});

describe('what is told in part', () => {
  test('is free of secrets before it is cut: half of one is never shown', async () => {
    for (let before = 85; before < 125; before += 3) {
      const text = `${'x'.repeat(before)}${API_KEY}`;
      const world = deploying(GREETS);
      world.agent.values = { messages: [{ content: text }] };
      world.agent.nodes = [text];
      const red = deploying(GREETS);
      red.agent.status = 'error';
      red.agent.error = { error: 'Error', message: text };
      const warned = deploying('input: 1');
      warned.agent.fail('submitFeedback', new Error(text));
      const refused = deploying(GREETS);
      refused.agent.graphs = [text, 'other'];
      for (const one of [world, red, warned, refused]) {
        const told = (await one.run()).host.everything();
        expect(told).not.toContain(API_KEY.slice(0, 8));
      }
    }
  });
});

describe('feedback', () => {
  test('tells verdict, commit and run, once for each case', async () => {
    const world = deploying('- {name: a, input: 1}\n- {name: b, input: 2, expect: {state: {n: 1}}}', {
      'feedback-key': 'smoke',
    });
    world.env = { GITHUB_RUN_ID: '42' };
    await world.run();
    expect(world.agent.bodies.map((body) => body.feedback_keys)).toEqual([['smoke'], ['smoke']]);
    const link = 'https://github.com/acme/agents/actions/runs/42/attempts/1';
    expect(world.agent.submitted).toEqual([
      { url: FEEDBACK_URL, feedback: { score: 1, comment: `a: passed. Commit ${COMMIT}. ${link}` } },
      { url: FEEDBACK_URL, feedback: { score: 0, comment: `b: failed. Commit ${COMMIT}. ${link}` } },
    ]);
  });

  test('holds no secret, were it in the name of a check', async () => {
    const world = deploying(`{name: with ${API_KEY}, input: 1}`);
    await world.run();
    expect(JSON.stringify(world.agent.submitted)).toContain('with ***: passed.');
    expect(JSON.stringify(world.agent.submitted)).not.toContain(API_KEY);
  });

  test('is one warning when it cannot be given, and fails no check', async () => {
    const world = deploying('- {name: a, input: 1}\n- {name: b, input: 2}');
    world.agent.fail('submitFeedback', new Error(`no answer from ${FEEDBACK_URL}`), 2);
    const { code, host } = await world.run();
    expect([code, host.outputs['verified']]).toEqual([0, 'true']);
    expect(host.annotations.map(({ level }) => level)).toEqual(['warning']);
    expect(host.everything()).not.toContain(FEEDBACK_URL);
  });

  test('has an address that is masked before anything is said of it, and shown nowhere', async () => {
    const world = deploying();
    const token = FEEDBACK_URL.split('/').at(-1) ?? '';
    world.agent.values = { messages: [{ content: `rate me at ${FEEDBACK_URL} or ${token}` }] };
    const { host } = await world.run();
    expect(host.masks).toEqual(expect.arrayContaining([FEEDBACK_URL, token]));
    expect(host.everything()).not.toContain(token);
    expect(host.everything()).toContain('rate me at ***');
  });

  test('is not asked for with `none`', async () => {
    const world = deploying(GREETS, { 'feedback-key': 'none' });
    await world.run();
    expect([world.agent.bodies[0]?.feedback_keys, world.agent.submitted]).toEqual([undefined, []]);
  });
});

describe('the action that only verifies', () => {
  test('asks no control plane when it is given an address', async () => {
    const world = createVerifyWorld({
      'last-message': 'hello',
      'thread-id': '90000000-0000-4000-8000-000000000009',
    });
    const { code, host } = await world.run();
    expect(code).toBe(0);
    expect(host.outputs).toMatchObject({
      verified: 'true',
      outcome: 'verified',
      'reason-code': 'all-passed',
      cases: '1',
      passed: '1',
      'thread-id': '90000000-0000-4000-8000-000000000009',
      'run-id': RUN_ID,
      'deployment-id': '',
      'deployment-url': AGENT_URL,
    });
    expect(world.plane.calls).toEqual([]);
    expect(host.summaries.join()).toContain(`Agent: <${AGENT_URL}`);
  });

  test('finds the agent by name or ID, and wants its active revision to answer', async () => {
    for (const by of ['name', 'id'] as const) {
      const world = createVerifyWorld({ 'deployment-url': '' });
      const there = world.plane.add({ name: 'my-agent' }, COMMIT);
      world.inputs[`deployment-${by}`] = there[by];
      world.agent.revision = () => there.active_revision_id ?? undefined;
      const { code, host } = await world.run();
      expect([code, host.outputs['deployment-id'], host.outputs['revision-id']]).toEqual([
        0,
        there.id,
        there.active_revision_id,
      ]);
      expect(world.agent.urls).toEqual([AGENT_URL]);
      world.agent.revision = () => 'another';
      expect((await world.run()).host.outputs).toMatchObject({
        verified: 'false',
        'reason-code': 'verification-impossible',
      });
    }
  });

  test('is not verified when it is skipped, cancelled or told wrong', async () => {
    const wrong = await createVerifyWorld({ input: '' }).run();
    const nobody = await createVerifyWorld({ 'deployment-url': '', 'deployment-name': 'nobody' }).run();
    for (const { code, host } of [wrong, nobody]) {
      expect([code, host.outputs['verified']]).toEqual([1, 'false']);
    }
    const cancelled = createVerifyWorld();
    cancelled.agent.hangs = true;
    const work = cancelled.run();
    while (cancelled.agent.bodies.length === 0) await new Promise((resolve) => setImmediate(resolve));
    cancelled.cancel.abort(new Error('received SIGINT'));
    const { host } = await work;
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', verified: 'false' });
    // Nothing goes on without us.
    expect(cancelled.agent.calls).toEqual(expect.arrayContaining(['cancelRun', 'deleteThread']));
  });

  test('chooses the only assistant, or wants one to be named', async () => {
    const world = createVerifyWorld();
    world.agent.graphs = ['one', 'one'];
    await world.run();
    expect(world.agent.bodies[0]?.assistant_id).toBe('one');
    world.agent.graphs = ['one', 'two'];
    const { host } = await world.run();
    expect(host.annotations[0]?.message).toContain(
      'The deployment has 2 assistants: one, two. Name one with `assistant`.',
    );
    world.inputs['assistant'] = 'two';
    expect((await world.run()).code).toBe(0);
    expect(world.agent.bodies.at(-1)?.assistant_id).toBe('two');
  });
});
