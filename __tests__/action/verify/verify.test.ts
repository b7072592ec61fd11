import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { AgentRun } from '../../../src/contract/agent-responses.ts';
import { agentError, FEEDBACK_URL, RUN_ID, untilAborted } from '../support/agent.ts';
import {
  AGENT_URL,
  API_KEY,
  COMMIT,
  createScenario,
  createVerifyScenario,
  deployedScenario,
  OLD_COMMIT,
  type Scenario,
} from '../support/scenario.ts';

const GREETS = 'name: greets\ninput: {messages: []}\nexpect: {last-message: hello}';

/** Creates a deploy after an earlier revision, with these checks of the live agent. */
function deploying(verify = GREETS, inputs: Record<string, string> = {}): Scenario {
  const { scenario } = deployedScenario({ verify, ...inputs });
  return scenario;
}
const goodbye = (scenario: Scenario) => {
  scenario.agent.values = { messages: [{ type: 'ai', content: 'goodbye' }] };
};
const revisionsOf = (scenario: Scenario) => [...scenario.controlPlane.revisions.values()].flat();
const sent = (scenario: Scenario) =>
  scenario.controlPlane.count('patchDeployment') + scenario.controlPlane.count('redeployRevision');

describe('a verification after a deploy', () => {
  test('calls the live agent at its address, and passes if the agent behaves as expected', async () => {
    const scenario = deploying();
    const { code, host, result } = await scenario.run();
    expect([code, result['outcome'], host.outputs['verified']]).toEqual([0, 'deployed', 'true']);
    expect(result['message']).toMatch(/was deployed and active after .*\. 1 of 1 check passed\.$/);
    expect(scenario.agent.urls).toEqual([AGENT_URL]);
    expect(scenario.agent.bodies).toMatchObject([
      {
        assistant_id: 'agent',
        input: { messages: [] },
        // The run has its own thread, so a late request does not create a second run.
        multitask_strategy: 'reject',
        feedback_keys: ['ci'],
      },
    ]);
    expect(result['verification']).toMatchObject({
      verified: true,
      cases: [{ name: 'greets', result: 'passed', run_id: RUN_ID }],
    });
    expect(host.summaries.join()).toMatch(/\| ✅ passed \| greets \|/);
  });

  // docs/security/secrets.md#checks-live-agent-print
  test("reports the agent's steps by name, without their results or the state", async () => {
    const scenario = deploying();
    scenario.agent.nodes = [
      'plan',
      '__interrupt__',
      'act\u001b[31m\n::error::x',
      ...Array.from({ length: 100 }, (_, at) => `n${at}`),
    ];
    const { host } = await scenario.run();
    const reported = host.everything();
    expect(host.lines).toContainEqual(expect.stringMatching(/^ +0\.0s {2}plan$/));
    expect(host.lines).toContainEqual(expect.stringMatching(/ interrupted$/));
    expect(reported).not.toContain('never to be seen');
    expect(reported).not.toContain('hello from the agent');
    expect(reported).toContain('further steps are not shown');
    expect(host.lines.filter((line) => / n\d+$/.test(line)).length).toBeLessThan(40);
    expect(host.lines.filter((line) => line.startsWith('::error'))).toEqual([]);
  });

  test('shows mismatches in the summary and fails, and rolls back once if requested', async () => {
    const scenario = deploying(GREETS, { 'rollback-on-failure': 'true' });
    goodbye(scenario);
    const { code, host, result } = await scenario.run();
    expect([code, result['outcome'], host.outputs['verified']]).toEqual([1, 'rolled-back', 'false']);
    expect(result).toMatchObject({
      rollback: { after: 'verification-failed' },
      verification: { verified: false },
    });
    expect(host.annotations).toHaveLength(1);
    expect(host.annotations[0]?.message).toContain('greets: last-message: /hello/ does not match "goodbye"');
    // The restored revision is not verified, because a rollback happens at most once.
    expect(scenario.agent.bodies).toHaveLength(1);
    expect(sent(scenario)).toBe(2);
    expect(host.outputs['rollback-revision-id']).toBe(revisionsOf(scenario)[0]?.id);
  });

  test('fails without a rollback if no rollback is requested or no earlier revision exists', async () => {
    const scenario = deploying();
    goodbye(scenario);
    expect((await scenario.run()).result).toMatchObject({
      outcome: 'failed',
      reason_code: 'verification-failed',
      rollback: null,
    });
    expect(sent(scenario)).toBe(1);
    const first = createScenario({ verify: GREETS, 'rollback-on-failure': 'true' });
    goodbye(first);
    const { result } = await first.run();
    expect(result).toMatchObject({ reason_code: 'verification-failed', rollback: null });
    expect(result['message']).toContain('No rollback is possible');
  });

  test('fails without a rollback if the agent cannot be reached, because that proves nothing about the agent', async () => {
    for (const [change, why] of [
      [(w: Scenario) => w.agent.fail('revision', agentError('network')), 'a network fault'],
      [
        (w: Scenario) => w.agent.fail('startRun', agentError('http', 409, 'busy')),
        'another multitask-strategy',
      ],
      [
        (w: Scenario) => w.agent.fail('startRun', agentError('http', 422, 'Thread is already running')),
        'another multitask-strategy',
      ],
      [(w: Scenario) => w.agent.fail('assistants', agentError('http', 401, 'no')), 'Check the API key'],
      [(w: Scenario) => w.agent.fail('createThread', agentError('http', 302)), 'with status 302'],
    ] as const) {
      const scenario = deploying(GREETS, { 'rollback-on-failure': 'true' });
      change(scenario);
      const { code, host, result } = await scenario.run();
      expect([code, result['reason_code'], sent(scenario)]).toEqual([1, 'verification-impossible', 1]);
      expect(result['message']).toContain('Not rolled back: the revision may work.');
      expect(host.annotations[0]?.message).toContain(why);
    }
  });

  test('counts a failing server as a failure of the agent', async () => {
    for (const error of [
      agentError('http', 500, 'boom'),
      agentError('ambiguous', 502),
      agentError('malformed'),
    ]) {
      const scenario = deploying(GREETS, { 'rollback-on-failure': 'true' });
      scenario.agent.fail('createThread', error);
      expect((await scenario.run()).result).toMatchObject({ outcome: 'rolled-back' });
    }
  });

  test('is repeated in a re-run that deploys nothing, so a failure does not become a success', async () => {
    const scenario = deploying();
    goodbye(scenario);
    await scenario.run();
    scenario.env['GITHUB_RUN_ATTEMPT'] = '2';
    scenario.inputs['rollback-on-failure'] = 'true';
    const again = await scenario.run();
    expect([again.code, again.result['reason_code'], sent(scenario)]).toEqual([1, 'verification-failed', 1]);
    expect(again.result['message']).toContain('this run did not create a revision');
    scenario.agent.values = { messages: [{ content: 'hello' }] };
    expect((await scenario.run()).result).toMatchObject({
      outcome: 'unchanged',
      verification: { verified: true },
    });
  });

  test('does not run if no revision is active or no change is sent', async () => {
    const failed = deploying();
    failed.controlPlane.nextRollout = ['BUILDING', 'BUILD_FAILED'];
    const dry = deploying(GREETS, { 'dry-run': 'true' });
    const plan = deploying(GREETS, { action: 'plan' });
    for (const scenario of [failed, dry, plan]) {
      const { host, result } = await scenario.run();
      expect([host.outputs['verified'], result['verification'], scenario.agent.calls]).toEqual([
        '',
        null,
        [],
      ]);
    }
  });

  test('requires a response of the deployed revision, but waits only for a limited time', async () => {
    const scenario = deploying();
    let looks = 0;
    scenario.agent.revision = () => {
      looks += 1;
      return looks < 3 ? 'the-earlier-one' : revisionsOf(scenario)[0]?.id;
    };
    expect((await scenario.run()).result).toMatchObject({
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
    const reported = (await switched.run()).host.annotations[0]?.message;
    expect(reported).toContain(
      'The response may come from another revision: revision another responds here now',
    );
  });

  test('reads the deployment once more if its URL is missing, and then reports the missing URL', async () => {
    const scenario = createScenario({ verify: GREETS });
    const there = scenario.controlPlane.add(
      { name: 'my-agent', url: null, source_config: { repo_url: 'https://github.com/acme/agents' } },
      OLD_COMMIT,
    );
    const { host, result } = await scenario.run();
    expect(result['reason_code']).toBe('verification-impossible');
    expect(host.annotations[0]?.message).toContain("does not return the agent's URL");
    there.url = 'http://agent.example.org';
    expect((await scenario.run()).host.annotations[0]?.message).toContain('must use https');
    expect(scenario.agent.urls).toEqual([]);
  });
});

describe('the checks of a verification', () => {
  test('run one after the other, each with a separate result', async () => {
    const scenario = deploying(
      '- {name: a, input: 1, expect: {last-message: hello}}\n- {name: b, input: 2, expect: {state: {n: 1}}}\n- {name: c, input: 3}',
    );
    const { host, result } = await scenario.run();
    expect(result['verification']).toMatchObject({
      cases: [
        { name: 'a', result: 'passed' },
        { name: 'b', result: 'failed', why: ['$.n: expected 1, got nothing'] },
        { name: 'c', result: 'passed' },
      ],
    });
    expect(result['message']).toContain('2 of 3 checks passed. Failed: b.');
    expect(scenario.agent.bodies.map(({ input }) => input)).toEqual([1, 2, 3]);
    expect(host.lines.filter((line) => line.startsWith('::group::Check'))).toHaveLength(3);
  });

  test('stop after the first check that cannot run, because the later checks cannot run either', async () => {
    const scenario = deploying('- {name: a, input: 1}\n- {name: b, input: 2}');
    scenario.agent.fail('createThread', agentError('network'), 2);
    expect((await scenario.run()).result['verification']).toMatchObject({
      cases: [{ result: 'impossible' }, { name: 'b', result: 'skipped' }],
    });
  });

  test('leave no thread behind even if a run cannot be cancelled because it has just ended', async () => {
    for (const method of ['cancelRun', 'listRuns'] as const) {
      const scenario = deploying(`${GREETS}\ntime-limit: 100ms`);
      scenario.agent.hangs = true;
      if (method === 'listRuns') {
        // The response that contains the run's ID never arrives.
        scenario.agent.server.startRun = (_thread, _body, _watch, signal) => untilAborted(signal);
      }
      scenario.agent.fail(method, agentError('http', 409, 'it has ended'));
      const { host, result } = await scenario.run();
      expect(result).toMatchObject({ reason_code: 'verification-timed-out' });
      expect([method, ...scenario.agent.threads]).toEqual([method]);
      expect(host.everything()).toContain('The cleanup failed: ');
    }
  });

  test('cancel a run even if its ID is unknown', async () => {
    const threadId = '90000000-0000-4000-8000-000000000009';
    const scenario = deploying(`${GREETS}\ntime-limit: 100ms\nthread-id: ${threadId}`);
    const { server } = scenario.agent;
    const runs: AgentRun[] = [{ run_id: 'another', status: 'running', metadata: { by: 'others' } }];
    server.startRun = async (_thread, { metadata }, _watch, signal) => {
      runs.unshift({ run_id: 'ours', status: 'running', metadata });
      return untilAborted(signal);
    };
    server.listRuns = async () => runs;
    const cancelled: string[] = [];
    server.cancelRun = async (...[, id]) => void cancelled.push(id);
    expect((await scenario.run()).result).toMatchObject({ reason_code: 'verification-timed-out' });
    expect(cancelled).toEqual(['ours']);
  });

  test("leave no thread behind if the response to the thread's creation was lost", async () => {
    const scenario = deploying(`${GREETS}\ntime-limit: 100ms`);
    scenario.agent.server.createThread = async (id, _metadata, signal) => {
      scenario.agent.threads.add(id);
      return untilAborted(signal);
    };
    // No run was requested, so no run can have taken too long.
    expect((await scenario.run()).result).toMatchObject({ reason_code: 'verification-impossible' });
    expect([...scenario.agent.threads]).toEqual([]);
  });

  test('cancel the run and delete the thread of a check that takes too long', async () => {
    const scenario = deploying(`${GREETS}\ntime-limit: 100ms`);
    scenario.agent.hangs = true;
    const { result } = await scenario.run();
    expect(result).toMatchObject({
      reason_code: 'verification-timed-out',
      verification: { cases: [{ result: 'timed-out' }] },
    });
    expect(scenario.agent.calls).toContain('cancelRun');
    expect([...scenario.agent.threads]).toEqual([]);
    expect(scenario.agent.submitted).toMatchObject([{ feedback: { score: 0 } }]);
  });

  test('delete all their own threads, but no thread of another client', async () => {
    const threadId = '90000000-0000-4000-8000-000000000009';
    const scenario = deploying(`- {name: a, input: 1}\n- {name: b, input: 2, thread-id: ${threadId}}`);
    await scenario.run();
    expect(scenario.agent.bodies.map((body) => body.multitask_strategy)).toEqual(['reject', 'rollback']);
    expect([...scenario.agent.threads]).toEqual([threadId]);
    for (const [keep, left] of [
      ['never', 0],
      ['failed', 1],
      ['always', 1],
    ] as const) {
      const red = createVerifyScenario({ 'keep-threads': keep, 'last-message': 'nothing like it' });
      await red.run();
      expect(red.agent.threads.size).toBe(left);
    }
  });

  test('are inconclusive on a thread that another client used during the check', async () => {
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
      const scenario = deploying(`${GREETS}\nthread-id: ${threadId}`, { 'rollback-on-failure': 'true' });
      scenario.agent.others = () => [...others];
      const { result, ...ran } = await scenario.run();
      expect([others, ran.code]).toEqual([others, code]);
      if (code === 0) continue;
      expect([result['reason_code'], sent(scenario)]).toEqual(['verification-impossible', 1]);
      expect(ran.host.annotations[0]?.message).toContain('used the same thread');
    }
    const gone = deploying(`${GREETS}\nthread-id: ${threadId}`, { 'rollback-on-failure': 'true' });
    gone.agent.server.getRun = async () => undefined;
    expect((await gone.run()).result['reason_code']).toBe('verification-impossible');
    const lost = deploying(GREETS);
    lost.agent.server.getRun = async () => undefined;
    expect((await lost.run()).result['reason_code']).toBe('verification-failed');
  });

  // docs/security/secrets.md#file-checks-read-from
  test('can be listed in a file of the checkout', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-cases-'));
    const outside = await mkdtemp(path.join(tmpdir(), 'agent-deploy-outside-'));
    try {
      await mkdir(path.join(folder, 'ci'));
      await writeFile(path.join(folder, 'ci/checks.yml'), GREETS);
      await writeFile(path.join(folder, 'wrong.yml'), '- input: {}\n  expcet: 1\n');
      await writeFile(path.join(outside, 'secret.yml'), GREETS);
      await symlink(path.join(outside, 'secret.yml'), path.join(folder, 'link.yml'));
      const run = async (file: string) => {
        const scenario = deploying(file);
        scenario.workspace = folder;
        return { ...(await scenario.run()), calls: scenario.controlPlane.calls };
      };
      expect((await run('ci/checks.yml')).result).toMatchObject({
        verification: { cases: [{ name: 'greets' }] },
      });
      for (const [file, why] of [
        ['nowhere.yml', 'nowhere.yml is not in the workspace'],
        ['link.yml', 'link.yml is outside the checkout'],
        [
          'wrong.yml',
          'wrong.yml: line 2: case 1: expcet: no field with this name exists. Did you mean expect?',
        ],
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

describe('truncated text in a report', () => {
  // docs/security/secrets.md#what-agent-wrote-freed
  test('is redacted before it is truncated, so no part of a secret is shown', async () => {
    for (let before = 85; before < 125; before += 3) {
      const text = `${'x'.repeat(before)}${API_KEY}`;
      const scenario = deploying(GREETS);
      scenario.agent.values = { messages: [{ content: text }] };
      scenario.agent.nodes = [text];
      const red = deploying(GREETS);
      red.agent.status = 'error';
      red.agent.error = { error: 'Error', message: text };
      const warned = deploying('input: 1');
      warned.agent.fail('submitFeedback', new Error(text));
      const refused = deploying(GREETS);
      refused.agent.graphs = [text, 'other'];
      for (const one of [scenario, red, warned, refused]) {
        const reported = (await one.run()).host.everything();
        expect(reported).not.toContain(API_KEY.slice(0, 8));
      }
    }
  });
});

describe('the feedback that a verification submits', () => {
  test('contains the result, the commit and the run, and is submitted once per check', async () => {
    const scenario = deploying('- {name: a, input: 1}\n- {name: b, input: 2, expect: {state: {n: 1}}}', {
      'feedback-key': 'smoke',
    });
    scenario.env = { GITHUB_RUN_ID: '42' };
    await scenario.run();
    expect(scenario.agent.bodies.map((body) => body.feedback_keys)).toEqual([['smoke'], ['smoke']]);
    const link = 'https://github.com/acme/agents/actions/runs/42/attempts/1';
    expect(scenario.agent.submitted).toEqual([
      { url: FEEDBACK_URL, feedback: { score: 1, comment: `a: passed. Commit ${COMMIT}. ${link}` } },
      { url: FEEDBACK_URL, feedback: { score: 0, comment: `b: failed. Commit ${COMMIT}. ${link}` } },
    ]);
  });

  test("contains no secret, even if a check's name contains a secret", async () => {
    const scenario = deploying(`{name: with ${API_KEY}, input: 1}`);
    await scenario.run();
    expect(JSON.stringify(scenario.agent.submitted)).toContain('with ***: passed.');
    expect(JSON.stringify(scenario.agent.submitted)).not.toContain(API_KEY);
  });

  test('causes one warning and fails no check if it cannot be submitted', async () => {
    const scenario = deploying('- {name: a, input: 1}\n- {name: b, input: 2}');
    scenario.agent.fail('submitFeedback', new Error(`no answer from ${FEEDBACK_URL}`), 2);
    const { code, host } = await scenario.run();
    expect([code, host.outputs['verified']]).toEqual([0, 'true']);
    expect(host.annotations.map(({ level }) => level)).toEqual(['warning']);
    expect(host.everything()).not.toContain(FEEDBACK_URL);
  });

  // docs/security/secrets.md#feedback-urls-masked-before
  test('has a URL that is masked before any message, and never shown', async () => {
    const scenario = deploying();
    const token = FEEDBACK_URL.split('/').at(-1) ?? '';
    scenario.agent.values = { messages: [{ content: `rate me at ${FEEDBACK_URL} or ${token}` }] };
    const { host } = await scenario.run();
    expect(host.masks).toEqual(expect.arrayContaining([FEEDBACK_URL, token]));
    expect(host.everything()).not.toContain(token);
    expect(host.everything()).toContain('rate me at ***');
  });

  test('is not submitted if feedback-key is none', async () => {
    const scenario = deploying(GREETS, { 'feedback-key': 'none' });
    await scenario.run();
    expect([scenario.agent.bodies[0]?.feedback_keys, scenario.agent.submitted]).toEqual([undefined, []]);
  });
});

describe('the verify action', () => {
  test("sends no request to the control plane if an input contains the agent's address", async () => {
    const scenario = createVerifyScenario({
      'last-message': 'hello',
      'thread-id': '90000000-0000-4000-8000-000000000009',
    });
    const { host } = await scenario.run();
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
    expect(scenario.controlPlane.calls).toEqual([]);
    expect(host.summaries.join()).toContain(`**[Open the agent](<${AGENT_URL}`);
  });

  test("finds the agent by name or ID, and requires a response of the agent's active revision", async () => {
    for (const by of ['name', 'id'] as const) {
      const scenario = createVerifyScenario({ 'deployment-url': '' });
      const there = scenario.controlPlane.add({ name: 'my-agent' }, COMMIT);
      scenario.inputs[`deployment-${by}`] = there[by];
      scenario.agent.revision = () => there.active_revision_id ?? undefined;
      const { code, host } = await scenario.run();
      expect([code, host.outputs['deployment-id'], host.outputs['revision-id']]).toEqual([
        0,
        there.id,
        there.active_revision_id,
      ]);
      expect(scenario.agent.urls).toEqual([AGENT_URL]);
      scenario.agent.revision = () => 'another';
      expect((await scenario.run()).host.outputs).toMatchObject({
        verified: 'false',
        'reason-code': 'verification-impossible',
      });
    }
  });

  test('does not report success if it is skipped, cancelled or has invalid inputs', async () => {
    const wrong = await createVerifyScenario({ input: '' }).run();
    const missing = await createVerifyScenario({ 'deployment-url': '', 'deployment-name': 'missing' }).run();
    for (const { code, host } of [wrong, missing]) {
      expect([code, host.outputs['verified']]).toEqual([1, 'false']);
    }
    const cancelled = createVerifyScenario();
    cancelled.agent.hangs = true;
    const work = cancelled.run();
    while (cancelled.agent.bodies.length === 0) await new Promise((resolve) => setImmediate(resolve));
    cancelled.cancel.abort(new Error('received SIGINT'));
    const { host } = await work;
    expect(host.outputs).toMatchObject({ outcome: 'cancelled', verified: 'false' });
    // The run's cancellation leaves no run or thread.
    expect(cancelled.agent.calls).toEqual(expect.arrayContaining(['cancelRun', 'deleteThread']));
  });

  test('uses the only assistant, or requires an assistant name if several exist', async () => {
    const scenario = createVerifyScenario();
    scenario.agent.graphs = ['one', 'one'];
    await scenario.run();
    expect(scenario.agent.bodies[0]?.assistant_id).toBe('one');
    scenario.agent.graphs = ['one', 'two'];
    const { host } = await scenario.run();
    expect(host.annotations[0]?.message).toContain(
      'The deployment has 2 assistants: one, two. Choose one with `assistant`.',
    );
    scenario.inputs['assistant'] = 'two';
    expect((await scenario.run()).code).toBe(0);
    expect(scenario.agent.bodies.at(-1)?.assistant_id).toBe('two');
  });
});
