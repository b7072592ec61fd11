import { describe, expect, test } from '@jest/globals';
import { readVerifyInputs } from '../../../src/action/inputs/verify-inputs.ts';
import { variableOf, type VerifyInputName } from '../../../src/action/inputs/registry.ts';

const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const URL_ = 'https://agent.example.org';
const read = (inputs: Record<string, string>) =>
  readVerifyInputs(
    Object.fromEntries(Object.entries(inputs).map(([name, text]) => [variableOf(name), text])),
  );
const LEAST = { 'api-key': 'key-of-test', 'deployment-url': URL_, input: '{}' };

interface Row {
  good: string;
  /** Fields of the parsed inputs that exist only with the value. */
  effect: object;
  bad: [value: string, problem: RegExp, others?: Record<string, string>];
  /** Other inputs that the valid value requires; an empty string removes one of the minimal inputs. */
  with?: Record<string, string>;
}
const settings = (effect: object) => ({ settings: effect });
const cases = (effect: object) => settings({ verification: { checks: { kind: 'given', cases: [effect] } } });

const gate = (effect: object) => settings({ verification: { gate: effect } });

/** One valid and one invalid value for every input. The type requires a row for each new input. */
const ROWS: Record<VerifyInputName, Row> = {
  'api-key': {
    good: 'key-of-good',
    effect: settings({ apiKey: 'key-of-good' }),
    bad: ['two words', /not allowed in a key/],
  },
  'deployment-url': {
    good: 'https://other.example.org/',
    effect: settings({ agent: { by: 'url', url: 'https://other.example.org' } }),
    bad: ['http://agent.example.org', /must use https/],
  },
  'deployment-name': {
    good: 'other',
    with: { 'deployment-url': '' },
    effect: settings({ agent: { by: 'name', name: 'other' } }),
    bad: ['my agent', /letters, digits, dashes and underscores/, { 'deployment-url': '' }],
  },
  'deployment-id': {
    good: ID,
    with: { 'deployment-url': '' },
    effect: settings({ agent: { by: 'id', id: ID } }),
    bad: ['42', /not a UUID/, { 'deployment-url': '' }],
  },
  'workspace-id': { good: ID, effect: settings({ workspaceId: ID }), bad: ['mine', /not a UUID/] },
  'control-plane-url': {
    good: 'https://plane.example.org',
    effect: settings({ endpoint: { baseUrl: 'https://plane.example.org' } }),
    bad: ['ftp://localhost', /must start with https/],
  },
  region: {
    good: 'eu',
    effect: settings({ endpoint: { baseUrl: 'https://eu.api.host.langchain.com' } }),
    bad: ['mars', /not one of us/],
  },
  'allow-insecure-host': {
    good: 'true',
    with: { 'deployment-url': 'http://agent.example.org' },
    effect: settings({ agent: { url: 'http://agent.example.org' } }),
    bad: ['1', /not a boolean/],
  },
  'api-dialect': {
    good: 'generic',
    effect: settings({ endpoint: { dialect: 'generic' } }),
    bad: ['github', /not one of auto/],
  },
  cases: {
    good: '[{input: 1}]',
    with: { input: '' },
    effect: cases({ input: 1 }),
    bad: ['[]', /list of cases is empty/, { input: '' }],
  },
  input: {
    good: 'a: 1',
    effect: cases({ input: { a: 1 } }),
    bad: ['a: .inf', /cannot be represented in JSON/],
  },
  expect: {
    good: 'state: {a: 1}',
    effect: cases({ expect: { state: { given: true, value: { a: 1 } } } }),
    bad: ['sate: 1', /sate: no field with this name exists/],
  },
  'last-message': {
    good: '/hi/i',
    effect: cases({ expect: { lastMessage: { source: 'hi', flags: 'i' } } }),
    bad: ['(', /not a valid regular expression/],
  },
  assistant: { good: 'agent', effect: cases({ assistant: 'agent' }), bad: ['a\nb', /is not a valid name/] },
  'time-limit': { good: '30s', effect: cases({ timeLimitMs: 30_000 }), bad: ['soon', /not a duration/] },
  'thread-id': { good: ID, effect: cases({ threadId: ID }), bad: ['mine', /not a UUID/] },
  'multitask-strategy': {
    good: 'reject',
    effect: cases({ strategy: 'reject' }),
    bad: ['queue', /not one of reject/],
  },
  'keep-threads': {
    good: 'failed',
    effect: settings({ verification: { keepThreads: 'failed' } }),
    bad: ['sometimes', /not one of never/],
  },
  'feedback-key': {
    good: 'smoke',
    effect: settings({ verification: { feedbackKey: 'smoke' } }),
    bad: ['two words', /not a valid feedback key/],
  },
  dataset: {
    good: '{name: Questions, version: prod, splits: [test], message: question}',
    with: { input: '' },
    effect: settings({
      verification: {
        checks: {
          kind: 'dataset',
          query: {
            by: 'name',
            value: 'Questions',
            version: 'prod',
            splits: ['test'],
            message: 'question',
          },
        },
        gate: { maxCases: 200, concurrency: 4, repeats: 1 },
      },
    }),
    bad: ['{nmae: Questions}', /nmae: no field with this name exists/, { input: '' }],
  },
  'compare-with': {
    good: 'production',
    effect: gate({ compareWith: { kind: 'deployment', target: { by: 'name', name: 'production' } } }),
    bad: ['my agent', /letters, digits, dashes and underscores/],
  },
  'max-cases': {
    good: '1000',
    effect: gate({ maxCases: 1000 }),
    bad: ['1001', /not an integer from 1 to 1000/],
  },
  seed: { good: 'a seed', effect: gate({ seed: 'a seed' }), bad: ['a\nb', /is not a valid name/] },
  concurrency: {
    good: '50',
    effect: gate({ concurrency: 50 }),
    bad: ['0', /not an integer from 1 to 50/],
  },
  repeats: { good: '3', effect: gate({ repeats: 3 }), bad: ['11', /not an integer from 1 to 10/] },
  'time-budget': { good: '20m', effect: gate({ timeBudgetMs: 1_200_000 }), bad: ['soon', /not a duration/] },
  'token-budget': {
    good: '100000',
    effect: gate({ tokenBudget: 100_000 }),
    bad: ['many', /not an integer from 1/],
  },
  scores: {
    good: '{total: {number: answer.total, tolerance: 0.5, floor: {at-least: 0.8, mode: sure}}}',
    effect: gate({
      scores: new Map([
        [
          'total',
          {
            compare: { kind: 'number', path: 'answer.total', tolerance: 0.5 },
            judging: { floor: { atLeast: 0.8, mode: 'sure' } },
          },
        ],
      ]),
    }),
    bad: ['{total: {numbr: true}}', /total\.numbr: no field with this name exists/],
  },
  command: {
    good: 'node score.mjs | grep "a: b"',
    effect: gate({
      command: {
        script: 'node score.mjs | grep "a: b"',
        timeLimitMs: 120_000,
        proxyConfig: undefined,
      },
    }),
    bad: ['{run: node score.mjs, tme-limit: 5s}', /tme-limit: no field with this name exists/],
  },
  'proxy-config': {
    good: 'rules: [{name: judge, match_hosts: [api.example.org], headers: [{name: X, type: opaque, value: literal}]}]',
    with: { command: 'node score.mjs' },
    effect: gate({ command: { proxyConfig: { rules: [{ match_hosts: ['api.example.org'] }] } } }),
    bad: ['rules: 7', /rules: the value is not a list/, { command: 'node score.mjs' }],
  },
  judging: {
    good: '{alpha: 0.01, confirm-large: 6, max-errored: 0.2, max-latency-ratio: 1.5}',
    effect: gate({
      judging: {
        alpha: 0.01,
        confirmLarge: 6,
        maxErroredShare: 0.2,
        latency: { gates: true, maxRatio: 1.5 },
      },
    }),
    bad: ['{alpha: 0.5}', /alpha: the value is not a number greater than 0 and less than 0\.5/],
  },
  'report-dir': {
    good: './reports/gate/',
    with: { seed: 'a' },
    effect: gate({ reportDir: 'reports/gate' }),
    bad: ['..', /not a path inside the repository/, { seed: 'a' }],
  },
  'tracing-url': {
    good: 'https://tracing.example.org/api/v1/',
    with: { seed: 'a' },
    effect: gate({ tracingUrl: 'https://tracing.example.org/api/v1' }),
    bad: ['http://tracing.example.org', /must use https/, { seed: 'a' }],
  },
  'dry-run': { good: 'true', effect: settings({ dryRun: true }), bad: ['1', /not a boolean/] },
  'request-timeout': {
    good: '5s',
    effect: settings({ requestTimeoutMs: 5_000 }),
    bad: ['0s', /out of range/],
  },
  'github-token': {
    good: 'token-of-the-job',
    effect: settings({ github: { token: 'token-of-the-job' } }),
    bad: ['two words', /not allowed in a token/],
  },
  comment: { good: 'false', effect: settings({ github: { comment: false } }), bad: ['no', /not a boolean/] },
  'comment-key': {
    good: 'agents/one',
    effect: settings({ github: { commentKey: 'agents/one' } }),
    bad: ['a <b>', /not a valid name/],
  },
  summary: { good: 'false', effect: { display: { summary: false } }, bad: ['no', /not a boolean/] },
  annotations: { good: 'false', effect: { display: { annotations: false } }, bad: ['no', /not a boolean/] },
  'strict-inputs': {
    good: 'false',
    with: { nonsense: 'x' },
    effect: { ok: true, warnings: [{ path: 'nonsense' }] },
    bad: ['no', /not a boolean/],
  },
};

describe('each input of the verify action', () => {
  test.each(Object.entries(ROWS))(
    '(%s) takes effect if valid, and is rejected if invalid',
    async (name, row) => {
      const others = { ...LEAST, ...row.with };
      const given = await read({ ...others, [name]: row.good });
      expect(given).toMatchObject(row.effect);
      expect(await read(others)).not.toMatchObject(row.effect);
      const [value, problem, more] = row.bad;
      const wrong = await read({ ...LEAST, ...more, [name]: value });
      if (wrong.ok) throw new Error('it was taken');
      const reported = wrong.problems.filter(({ path: input }) => input === name);
      expect(reported.map((one) => one.message).join()).toMatch(problem);
      for (const { hint: cure } of reported) expect(cure).toMatch(/^[A-Z`].*[.)?]$/s);
    },
  );

  test('is checked together with the other inputs, so all problems are reported in one list', async () => {
    const reading = await read({ cases: '[{input: 1}]', input: '{}', 'last-mesage': 'x' });
    if (reading.ok) throw new Error('it was taken');
    const reported = reading.problems
      .map(({ path: input, message: problem, hint: cure }) => `${input}: ${problem}. ${cure}`)
      .join('\n');
    expect(reported).toMatch(/^api-key: the input is missing/m);
    expect(reported).toMatch(
      /^deployment-url: deployment-url, deployment-name and deployment-id are all missing/m,
    );
    expect(reported).toMatch(/^input: input and cases are mutually exclusive/m);
    expect(reported).toMatch(/^last-mesage: no input with this name exists\. Did you mean "last-message"/m);
    const twice = await read({ ...LEAST, expect: 'last-message: a', 'last-message': 'b' });
    expect(twice).toMatchObject({
      ok: false,
      problems: [{ path: 'last-message', message: 'last-message is also set in expect' }],
    });
    for (const nothing of ['', '# a comment', '~', 'null']) {
      const reading = await read({ ...LEAST, input: nothing });
      expect(reading).toMatchObject({ ok: false, problems: [{ path: 'input' }] });
    }
  });

  test('that a check can also set is the default for checks without the field', async () => {
    const text = '- {input: 1}\n- {input: 2, time-limit: 5s, multitask-strategy: enqueue}';
    const common = { 'time-limit': '30s', 'multitask-strategy': 'reject', assistant: 'agent' };
    expect(await read({ ...LEAST, input: '', cases: text, ...common })).toMatchObject(
      settings({
        verification: {
          checks: {
            cases: [
              { timeLimitMs: 30_000, strategy: 'reject', assistant: 'agent' },
              { timeLimitMs: 5_000, strategy: 'enqueue', assistant: 'agent' },
            ],
          },
        },
      }),
    );
    expect(await read({ ...LEAST, 'feedback-key': 'none' })).toMatchObject(
      settings({ verification: { feedbackKey: undefined } }),
    );
  });
});
