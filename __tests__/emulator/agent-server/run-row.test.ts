import { describe, expect, test } from '@jest/globals';
import { toJob } from '../../../src/emulator/agent-server/run-job.ts';
import { toRunRow } from '../../../src/emulator/agent-server/run-row.ts';
import { runRow, threadRow } from '../store/samples.ts';

const job = (kwargs: object, resume = false) =>
  toJob(runRow(threadRow('deployment'), { kwargs: { assistant_id: 'agent', ...kwargs } }), { resume });

describe('the job that a worker gets for a run', () => {
  test("has the run's command in the form of the graph library, unless the command is empty", () => {
    const goto = ['next', { node: 'other', input: { n: 1 } }];
    expect(job({ command: { goto, resume: false, update: [['a', 1]] } }).command).toEqual({
      goto: ['next', { lg_name: 'Send', node: 'other', args: { n: 1 } }],
      resume: false,
      update: [['a', 1]],
    });
    expect(job({ command: { goto: { node: 'other' } } }).command).toEqual({
      goto: { lg_name: 'Send', node: 'other', args: null },
    });
    for (const command of [null, {}, { update: null, goto: null }]) {
      expect(job({ command })).not.toHaveProperty('command');
    }
  });

  test('has no keys that the graph library reserves for itself', () => {
    const values = { __pregel_checkpointer: {}, __pregel_resuming: true, tier: 'gold' };
    const { config, context } = job({ config: { configurable: values }, context: values });
    expect(config['configurable']).toEqual({ tier: 'gold', assistant_id: expect.any(String) });
    // A Python graph gets its context also as configurable values.
    expect(context).toEqual({ tier: 'gold' });
  });

  test.each([
    [{ durability: 'sync', checkpoint_during: false }, 'sync'],
    [{ checkpoint_during: false }, 'exit'],
    [{ checkpoint_during: true }, 'async'],
    [{}, undefined],
  ])(
    'has the requested durability, even if an older field requests the durability: %j',
    (kwargs, durability) => {
      expect(job(kwargs).durability).toBe(durability);
    },
  );

  test("has the run's starting checkpoint, except when the run continues from its own last checkpoint", () => {
    const at = { checkpoint_id: 'c1', checkpoint_ns: 'ns', checkpoint_map: { ns: 'c0' } };
    expect(job({ checkpoint: at }).config['configurable']).toMatchObject(at);
    expect(job({ checkpoint_id: 'c2' }).config['configurable']).toMatchObject({
      checkpoint_id: 'c2',
      checkpoint_ns: '',
    });
    const kwargs = { checkpoint: at, config: { configurable: { ...at, mine: 1 } } };
    const again = job(kwargs, true).config['configurable'] as object;
    // The keys are absent rather than `undefined`, because the library checks whether they exist.
    expect(Object.keys(again)).toEqual(['mine', 'assistant_id']);
  });
});

describe('the request headers that a run can read', () => {
  const headers = {
    'x-user': 'ada',
    'x-user-token': 't',
    'x-api-key': 'k',
    'user-agent': 'a client',
    authorization: 'Bearer b',
    cookie: 'c=1',
  };
  const taken = (
    patterns?: { includes: string[]; excludes: string[] },
    more: Record<string, string> = {},
  ) => {
    const assistant = {
      ordinal: 1,
      deploymentId: 'deployment',
      id: 'a',
      graphId: 'agent',
      name: 'agent',
      description: null,
      config: {},
      context: {},
      metadata: {},
      version: 1,
      createdAt: 0,
      updatedAt: 0,
    };
    const request = {
      deploymentId: 'deployment',
      body: { assistant_id: 'a' },
      headers: { ...headers, ...more },
    };
    const made = {
      id: 'r',
      threadId: 't',
      assistant,
      language: 'javascript' as const,
      headers: patterns,
      now: 0,
    };
    return job(toRunRow(request, made).kwargs).config['configurable'];
  };

  // docs/agent-server/routes.md#configurable-headers
  test.each([
    [undefined, { 'x-user': 'ada', 'x-user-token': 't', 'user-agent': 'a client' }],
    [
      { includes: ['x-u*r', 'cookie'], excludes: [] },
      { 'x-user': 'ada', cookie: 'c=1' },
    ],
    [{ includes: ['x-user*'], excludes: ['*-token'] }, { 'x-user': 'ada' }],
    [{ includes: [], excludes: ['x-user'] }, {}],
    [
      { includes: ['*', 'c*'], excludes: ['user-agent'] },
      { 'x-user': 'ada', 'x-user-token': 't' },
    ],
    [{ includes: ['x-**-token', 'authorization', 'x-api-key'], excludes: [] }, { 'x-user-token': 't' }],
  ])('match the configured patterns %j, and never include credentials', (patterns, expected) => {
    expect(taken(patterns)).toEqual({ ...expected, assistant_id: expect.any(String) });
  });

  // docs/security/emulator.md#claimed-caller
  test("cannot set the caller's identity, even with a pattern for all names", () => {
    const claims = { langgraph_auth_user_id: 'admin', langgraph_request_id: 'r', __pregel_resuming: 'true' };
    const patterns = { includes: ['*'], excludes: ['x-user*', 'user-agent'] };
    expect(taken(patterns, claims)).toEqual({ assistant_id: expect.any(String) });
  });

  test("contain the caller's tracing headers, but only the tracing fields of the header baggage", () => {
    const metadata = encodeURIComponent('{"a":1}');
    const baggage = `langsmith-metadata=${metadata},langsmith-tags=a%2Cb,other=1,langsmith-project=p,broken`;
    const patterns = { includes: ['none'], excludes: [] };
    expect(taken(patterns, { 'langsmith-trace': '20260101', baggage })).toMatchObject({
      'langsmith-trace': '20260101',
      'langsmith-metadata': { a: 1 },
      'langsmith-tags': ['a', 'b'],
      'langsmith-project': 'p',
    });
    expect(taken(patterns, { baggage })).toEqual({ assistant_id: expect.any(String) });
    const broken = { 'langsmith-trace': 't', baggage: 'langsmith-metadata=%7Bbroken' };
    expect(taken(patterns, broken)).not.toHaveProperty('langsmith-metadata');
  });
});
