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
  /** Other inputs that the valid value requires; an empty text removes one of the minimal inputs. */
  with?: Record<string, string>;
}
const settings = (effect: object) => ({ settings: effect });
const cases = (effect: object) => settings({ verification: { checks: { kind: 'given', cases: [effect] } } });

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
  'request-timeout': {
    good: '5s',
    effect: settings({ requestTimeoutMs: 5_000 }),
    bad: ['0s', /out of range/],
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

  test('is checked together with the other inputs, so contradictory, missing and misspelled inputs are reported at once', async () => {
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

  test('that a check may also set is the fallback for checks that do not set it', async () => {
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
