import { describe, expect, test } from '@jest/globals';
import { SEED_MARK } from '../../../src/action/seed/seed.ts';
import { agentError, createFakeAgent, type FakeAgentServer } from '../support/agent.ts';
import { makeTree, type Tree } from '../support/checkout.ts';
import { API_KEY, OLD_COMMIT } from '../support/scenario.ts';
import {
  createForkScenario,
  createPreviewScenario,
  markerOf,
  type PreviewScenario,
} from '../preview/support.ts';

const FILE = `
store:
- {namespace: [docs], key: faq, value: {text: hello}}
assistants:
- {name: Support, graph: agent}
`;
const BASE_URL = 'https://production.example.org';

function seeding(inputs: Record<string, string> = {}, files: Tree = { 'seed.yml': FILE }): PreviewScenario {
  const scenario = createPreviewScenario({ 'preview-seed': 'seed.yml', ...inputs });
  scenario.workspace = makeTree(files);
  return scenario;
}

/** Creates a preview that inherits from the deployment `production`, whose agent has data. */
function inheriting(inputs: Record<string, string> = {}): {
  scenario: PreviewScenario;
  production: FakeAgentServer;
} {
  const scenario = seeding({ 'preview-from': 'production', 'preview-seed': 'inherited', ...inputs });
  scenario.controlPlane.add({ name: 'production', url: BASE_URL }, OLD_COMMIT);
  const production = createFakeAgent();
  scenario.otherAgents.set(BASE_URL, production);
  const { items, assistants, threads, crons } = production.data;
  items.set('docs/faq', { namespace: ['docs'], key: 'faq', value: { text: 'from production' } });
  items.set('agent-deploy/preview-seed', { namespace: ['agent-deploy'], key: 'preview-seed', value: {} });
  assistants.set('a-1', {
    assistant_id: 'a-1',
    graph_id: 'agent',
    name: 'Sales',
    config: { configurable: { tone: 'short' } },
    metadata: { team: 'b', [SEED_MARK]: 'old' },
  });
  assistants.set('a-2', { assistant_id: 'a-2', graph_id: 'agent', metadata: { created_by: 'system' } });
  threads.set('a-thread-of-a-user', {});
  crons.set('a-cron', { metadata: {} });
  return { scenario, production };
}

const names = ({ data }: FakeAgentServer) => [...data.assistants.values()].map((one) => one['name']);
const reasonOf = async (scenario: PreviewScenario) => (await scenario.run()).host.outputs['reason-code'];

describe('the data of a preview', () => {
  test('is written once after the deployment, and again with preview-seed-reset', async () => {
    const scenario = seeding();
    const { host, result, code } = await scenario.run();
    expect([code, host.outputs['reason-code']]).toEqual([0, 'rolled-out']);
    expect(result['seed']).toEqual({ store_items: 1, assistants: 1, threads: 0, crons: 0 });
    expect(host.lines).toContain('Seeded: 1 store item, 1 assistant.');
    expect(host.summaries.join('\n')).toContain('Seeded: 1 store item, 1 assistant');
    const { data } = scenario.agent;
    expect(data.items.get('docs/faq')?.value).toEqual({ text: 'hello' });
    const written = data.calls.length;
    scenario.gh.open(7, { commit: 'e'.repeat(40) });
    scenario.pullRequest(7, 'synchronize');
    const second = await scenario.run();
    expect(second.host.outputs['outcome']).toBe('deployed');
    expect(second.result['seed']).toEqual(result['seed']);
    expect(data.calls.slice(written)).toEqual(['itemValue']);
    data.items.set('docs/faq', { namespace: ['docs'], key: 'faq', value: {} });
    scenario.inputs['preview-seed-reset'] = 'true';
    const third = await scenario.run();
    expect(third.host.outputs['outcome']).toBe('unchanged');
    expect(data.items.get('docs/faq')?.value).toEqual({ text: 'hello' });
  });

  test('is written before the checks of the agent, which do not run if it is incomplete', async () => {
    const scenario = seeding({
      verify: 'name: greets\ninput: {messages: []}',
      'rollback-on-failure': 'true',
    });
    scenario.agent.data.before = (method) => {
      if (method === 'createAssistant') throw agentError('http', 500, `the key ${API_KEY} is reflected`);
    };
    const { host, result } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'seed-failed', created: 'true' });
    expect(host.annotations[0]?.message).toMatch(
      /the assistant "Support": .*500 the key \*\*\* is reflected/,
    );
    expect(scenario.agent.bodies).toEqual([]);
    expect(result['rollback']).toBeNull();
    scenario.agent.data.before = () => {};
    expect(await reasonOf(scenario)).toBe('already-active');
    expect(scenario.agent.bodies).toHaveLength(1);
    expect(names(scenario.agent)).toEqual(['Support']);
  });

  test('warns about the costs of crons', async () => {
    const crons = 'crons:\n- {name: nightly, assistant: agent, schedule: "0 3 * * *"}';
    const { host } = await seeding({}, { 'seed.yml': crons }).run();
    expect(host.annotations.map(({ level, message }) => [level, message])).toEqual([
      ['warning', expect.stringMatching(/crons .* can cost money/)],
    ]);
  });

  test('is not needed by a teardown, whose job has no checkout', async () => {
    const scenario = seeding({ action: 'teardown' }, {});
    expect(await reasonOf(scenario)).toBe('already-gone');
  });

  test('is only listed in a dry run', async () => {
    const scenario = seeding({ 'dry-run': 'true' });
    const { host } = await scenario.run();
    expect(host.lines).toContain(
      'The preview would get 1 store item, 1 assistant, unless it has the data already.',
    );
    expect([scenario.agent.urls, scenario.agent.data.calls]).toEqual([[], []]);
  });

  test.each<[string, Tree, RegExp]>([
    ['a missing file', {}, /seed\.yml is not in the workspace/],
    ['a link out of the checkout', { 'seed.yml': { link: '/etc/hostname' } }, /is outside the checkout/],
    ['a folder', { 'seed.yml/a': '' }, /seed\.yml is/],
    ['a huge file', { 'seed.yml': '#'.repeat(1024 * 1024 + 1) }, /seed\.yml .*larger|too large|bytes/],
    ['bytes that are not UTF-8', { 'seed.yml': new Uint8Array([0xff, 0xfe]) }, /not a text in UTF-8/],
    ['an invalid field', { 'seed.yml': 'store:\n- {nam: a}' }, /seed\.yml: line 2: store\.0\.nam/],
    [
      'the API key',
      { 'seed.yml': `store:\n- {namespace: [a], key: b, value: {c: "${API_KEY}"}}` },
      /seed\.yml: line 2: store\.0\.value\.c: the text contains a secret/,
    ],
    [
      'a secret of the preview in another encoding',
      {
        'seed.yml': `store:\n- {namespace: [a], key: b, value: {c: "${Buffer.from('sk-live-99-of-the-model').toString('base64')}"}}`,
      },
      /the text contains a secret/,
    ],
  ])('is refused before any request if the file is or contains %s', async (_, files, problem) => {
    const scenario = seeding({ secrets: 'MODEL_KEY=sk-live-99-of-the-model\nMODEL=small' }, files);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('invalid-input');
    expect(host.annotations[0]?.message).toMatch(problem);
    expect([scenario.settings, scenario.agent.urls]).toEqual([undefined, []]);
  });

  test('can contain the value of a variable that is not secret', async () => {
    const file = 'assistants:\n- {name: a, graph: agent, config: {configurable: {model: small-model-v2}}}';
    const scenario = seeding({ secrets: 'MODEL=small-model-v2' }, { 'seed.yml': file });
    expect(await reasonOf(scenario)).toBe('rolled-out');
  });

  test('is not written to an address or a revision that is not the preview', async () => {
    const other = seeding();
    other.agent.revision = () => '99999999-0000-4000-8000-000000000001';
    expect(await reasonOf(other)).toBe('seed-failed');
    const plain = seeding();
    plain.controlPlane.shows = (shown) => ({ ...shown, url: 'http://preview.example.org' });
    const { host } = await plain.run();
    expect(host.outputs['reason-code']).toBe('seed-failed');
    expect(host.annotations[0]?.message).toMatch(/must use https/);
    expect([...other.agent.data.calls, ...plain.agent.data.calls, ...plain.agent.urls]).toEqual([]);
  });

  // docs/security/pull-requests.md#data-only-for-preview
  test('is not written to a deployment whose last read shows another pull request', async () => {
    const reasons: (string | undefined)[] = [];
    for (let nth = 1; reasons.at(-1) !== 'rolled-out'; nth += 1) {
      const scenario = seeding();
      let reads = 0;
      scenario.controlPlane.shows = (shown, by) => {
        if (by === 'getDeployment') reads += 1;
        return reads < nth ? shown : { ...shown, secrets: [markerOf(7, 'acme/others')] };
      };
      reasons.push(await reasonOf(scenario));
      const isWritten = scenario.agent.data.calls.length > 0;
      expect([nth, isWritten]).toEqual([nth, reasons.at(-1) === 'rolled-out']);
    }
    expect(reasons.slice(-2)).toEqual(['not-a-preview', 'rolled-out']);
  });

  // docs/security/pull-requests.md#data-not-for-forks
  test('is never written to the preview of a fork', async () => {
    const approved = createForkScenario({ 'preview-seed': 'seed.yml' });
    approved.gh.pulls.get(7)?.reviews.push({ by: 'alice', state: 'APPROVED', commit: approved.commit });
    expect(await reasonOf(approved)).toBe('invalid-input');
    const unapproved = seeding();
    unapproved.gh.open(7, { headRepository: 'mallory/agents' });
    expect(await reasonOf(unapproved)).toBe('fork');
    expect([...approved.agent.urls, ...unapproved.agent.urls]).toEqual([]);
  });
});

describe('the inherited data of a preview', () => {
  // docs/security/pull-requests.md#data-no-threads
  test('consists of the store and the created assistants of the base, and a file overrides it', async () => {
    const { scenario, production } = inheriting({ 'preview-seed': 'inherited\nseed.yml' });
    const { result } = await scenario.run();
    expect(result['seed']).toEqual({ store_items: 1, assistants: 2, threads: 0, crons: 0 });
    const { data } = scenario.agent;
    expect(data.items.get('docs/faq')?.value).toEqual({ text: 'hello' });
    expect(names(scenario.agent).toSorted()).toEqual(['Sales', 'Support']);
    const sales = [...data.assistants.values()].find((one) => one['name'] === 'Sales');
    expect(sales).toMatchObject({
      graph_id: 'agent',
      config: { configurable: { tone: 'short' } },
      metadata: { team: 'b', [SEED_MARK]: 'inherited/a-1' },
    });
    expect([data.threads.size, data.crons.size]).toEqual([0, 0]);
    expect(new Set(production.data.calls)).toEqual(new Set(['items', 'assistants']));
    const calls = production.data.calls.length;
    await scenario.run();
    expect(production.data.calls).toHaveLength(calls);
  });

  test('does not contain the copy of the context that servers for Python add to the configuration', async () => {
    const { scenario, production } = inheriting();
    const tone = { tone: 'short' };
    const of = { graph_id: 'agent', metadata: {} };
    const { assistants } = production.data;
    const config = { configurable: tone, tags: ['a'] };
    assistants.set('a-3', { assistant_id: 'a-3', name: 'Mirrored', config, context: { ...tone }, ...of });
    assistants.set('a-4', { assistant_id: 'a-4', name: 'Both', config, context: { other: 1 }, ...of });
    await scenario.run();
    const copies = [...scenario.agent.data.assistants.values()];
    expect(copies.find(({ name }) => name === 'Mirrored')).toMatchObject({
      config: { tags: ['a'] },
      context: tone,
    });
    expect(copies.find(({ name }) => name === 'Mirrored')?.['config']).not.toHaveProperty('configurable');
    expect(copies.find(({ name }) => name === 'Both')).toMatchObject({ config, context: { other: 1 } });
  });

  test('is not copied if the base does not exist or does not serve, and is copied later', async () => {
    const { scenario, production } = inheriting();
    const base = scenario.named('production');
    if (base === undefined) throw new Error('production is missing');
    const { active_revision_id: active } = base;
    base.active_revision_id = null;
    const first = await scenario.run();
    expect(first.host.outputs['reason-code']).toBe('rolled-out');
    expect(first.host.lines.join('\n')).toContain('No revision of production is active');
    expect([scenario.agent.data.items.size, production.data.calls]).toEqual([0, []]);
    base.active_revision_id = active;
    await scenario.run();
    expect(scenario.agent.data.items.has('docs/faq')).toBe(true);
  });

  test.each<[string, (production: FakeAgentServer) => void, RegExp]>([
    [
      'has too many items',
      ({ data }) => {
        for (let at = 0; at < 1_001; at += 1)
          data.items.set(`x/${at}`, { namespace: ['x'], key: `${at}`, value: {} });
      },
      /the store has more than 1,000 items/,
    ],
    [
      'is too large',
      ({ data }) => data.items.set('x', { namespace: ['x'], key: 'x', value: { a: 'x'.repeat(5_000_000) } }),
      /more than 4,194,304 bytes/,
    ],
    [
      'contains the API key',
      ({ data }) => data.items.set('x', { namespace: ['x'], key: 'x', value: { a: [API_KEY] } }),
      /: a store item: the text contains a secret/,
    ],
    [
      'contains the API key at the end of a long key',
      ({ data }) =>
        data.items.set('x', { namespace: ['x'], key: `${'x'.repeat(60)}${API_KEY}`, value: { a: 1 } }),
      /: a store item: the text contains a secret/,
    ],
    [
      'contains a value that is not an object',
      ({ data }) => data.items.set('x', { namespace: ['x'], key: 'x', value: 'text' }),
      /: the value of a store item is not an object/,
    ],
    [
      'cannot be read',
      ({ data }) => {
        data.before = () => {
          throw agentError('http', 403, 'forbidden by the agent');
        };
      },
      /the data of production: .*403 forbidden by the agent/,
    ],
  ])('is not copied at all if it %s', async (_, change, problem) => {
    const { scenario, production } = inheriting();
    change(production);
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('seed-failed');
    expect(host.annotations[0]?.message).toMatch(problem);
    expect(scenario.agent.data.calls).toEqual(['itemValue']);
  });

  test('is not written if the file and the base together exceed a limit, because the record would be invalid', async () => {
    const { scenario, production } = inheriting({ 'preview-seed': 'inherited\nseed.yml' });
    for (let at = 0; at < 999; at += 1)
      production.data.items.set(`x/${at}`, { namespace: ['x'], key: `${at}`, value: {} });
    production.data.items.delete('docs/faq');
    production.data.items.set('x/last', { namespace: ['x'], key: 'last', value: {} });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('seed-failed');
    expect(host.annotations[0]?.message).toMatch(/together have 1,001 store items.* 1,000/);
    expect(scenario.agent.data.calls).toEqual(['itemValue']);
  });

  // docs/security/pull-requests.md#data-no-threads
  test('is not named in messages, because addresses of items can identify users', async () => {
    const { scenario, production } = inheriting();
    const address = { namespace: ['memories', 'alice'], key: 'likes-of-alice' };
    production.data.items.set('memories/alice', { ...address, value: { likes: 'tea' } });
    scenario.agent.data.before = (method) => {
      const isRecord = scenario.agent.data.calls.filter((one) => one === 'putItem').length === 1;
      if (method === 'putItem' && !isRecord) throw agentError('http', 400, 'the item is invalid');
    };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('seed-failed');
    expect(host.annotations[0]?.message).toMatch(
      /incomplete: a copied store item: .*400 the item is invalid/,
    );
    expect(host.everything()).not.toContain('alice');
  });
});
