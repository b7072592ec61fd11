import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pushEvent } from '../../../harness/events.ts';
import { parseEvent } from '../../../src/action/event.ts';
import {
  type GateFields,
  findContradictions,
  parseCommand,
  parseDataset,
  parseJudging,
  parseScores,
} from '../../../src/action/inputs/gate-inputs.ts';
import { parseCheckFile } from '../../../src/action/inputs/cases.ts';
import { readInputs } from '../../../src/action/inputs/read.ts';
import { readVerifyInputs } from '../../../src/action/inputs/verify-inputs.ts';
import { GATE_SWITCHES, variableOf } from '../../../src/action/inputs/registry.ts';
import { DEFAULT_SETTINGS } from '../../../src/judgement/comparison.ts';
import type { Parsed } from '../../../src/action/inputs/problem.ts';

const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';

const toEnv = (inputs: Record<string, string>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, text]) => [variableOf(name), text]));

function deploy(verify: string, others: Record<string, string> = {}, env: Record<string, string> = {}) {
  const { name, ref, sha, payload } = pushEvent({ branch: 'main', after: 'd'.repeat(40) });
  const event = parseEvent(
    { GITHUB_EVENT_NAME: name, GITHUB_REF: ref, GITHUB_SHA: sha },
    JSON.stringify(payload),
  );
  const inputs = { 'api-key': 'key-of-test', 'deployment-name': 'agent', ...others, verify };
  return readInputs({ ...toEnv(inputs), ...env }, event);
}

function verify(inputs: Record<string, string>, env: Record<string, string> = {}) {
  const least = { 'api-key': 'key-of-test', 'deployment-name': 'agent', input: '{}' };
  return readVerifyInputs({ ...toEnv({ ...least, ...inputs }), ...env });
}

async function verificationOf(reading: ReturnType<typeof deploy>) {
  const read = await reading;
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  if (!('verification' in read.settings) || read.settings.verification === undefined) throw new Error('none');
  return read.settings.verification;
}

async function problemsOf(reading: ReturnType<typeof deploy>): Promise<string> {
  const read = await reading;
  if (read.ok) throw new Error('it was accepted');
  return read.problems.map(({ path, message, hint }) => `${path}: ${message} -> ${hint}`).join('\n');
}

const reported = (parsed: Parsed<unknown>) =>
  parsed.ok ? '' : parsed.problems.map(({ message, hint }) => `${message} -> ${hint}`).join('\n');

// docs/gate.md#a-workflow-to-copy
describe("the gate in the mapping of the deploy action's input `verify`", () => {
  test('has the names and values of the inputs of verify/action.yml', async () => {
    const values = {
      'compare-with': 'production',
      'max-cases': '30',
      seed: 'abc',
      concurrency: '8',
      repeats: '2',
      'time-budget': '10m',
      'token-budget': '5000',
      scores: '{ total: { exact: true, floor: 0.8 }, pass: { gates: false } }',
      command: '{ run: node score.mjs, time-limit: 30s }',
      'proxy-config':
        '{ rules: [{ name: judge, match_hosts: [judge.example.org], headers: [{ name: Authorization, type: workspace_secret, value: "Bearer {JUDGE_KEY}" }] }] }',
      judging: '{ alpha: 0.01 }',
      'report-dir': 'reports',
      'tracing-url': 'https://tracing.example.org',
    };
    const env = { JUDGE_KEY: 'key-of-the-judge' };
    const cases = '[{ message: hi }]';
    const lines = Object.entries({ cases, ...values }).map(([name, value]) => `${name}: ${value}`);
    const { checks, gate } = await verificationOf(deploy(lines.join('\n'), {}, env));
    const own = await verificationOf(verify({ input: '', cases, ...values }, env));
    expect(gate).toEqual(own.gate);
    expect(gate).toMatchObject({
      maxCases: 30,
      command: { timeLimitMs: 30_000 },
      tracingUrl: 'https://tracing.example.org',
    });
    expect(checks).toMatchObject({ kind: 'given', cases: [{ input: { messages: [{ content: 'hi' }] } }] });
    expect(own.checks).toEqual(checks.kind === 'given' ? { ...checks } : undefined);
  });

  test.each(GATE_SWITCHES)('is turned on by the field %s', async (name) => {
    const values: Record<string, string> = {
      dataset: 'Questions',
      'compare-with': 'none',
      seed: 'x',
      'time-budget': '1m',
      scores: '{}',
      command: 'run me',
      'proxy-config': '{rules: []}\ncommand: run me',
      judging: '{}',
    };
    const cases = name === 'dataset' ? '' : 'cases: [{message: hi}]\n';
    const { gate } = await verificationOf(deploy(`${cases}${name}: ${values[name] ?? '2'}`));
    expect(gate).toBeDefined();
  });

  test('is off without a gate field, and the checks run without the gate', async () => {
    for (const text of [
      'message: hi',
      'cases: [{message: hi}]',
      'cases: evals/cases.jsonl',
      '[{message: hi}]',
    ]) {
      expect((await verificationOf(deploy(text))).gate).toBeUndefined();
    }
    expect((await verificationOf(verify({}))).gate).toBeUndefined();
  });

  test('compares a preview only with the deployment that the preview inherits from', async () => {
    const text = 'cases: [{message: hi}]\nseed: a';
    const preview = { action: 'preview', 'pull-request': '7' };
    expect((await verificationOf(deploy(text, preview))).gate?.compareWith).toEqual({ kind: 'base' });
    const alone = { ...preview, 'deployment-name': '' };
    expect((await verificationOf(deploy(text, alone))).gate?.compareWith).toEqual({ kind: 'none' });
    const from = { ...alone, 'preview-from': ID };
    expect((await verificationOf(deploy(text, from))).gate?.compareWith).toEqual({ kind: 'base' });
    expect((await verificationOf(deploy(text))).gate?.compareWith).toEqual({ kind: 'none' });
    const explicit = await verificationOf(deploy(`${text}\ncompare-with: none`, preview));
    expect(explicit.gate?.compareWith).toEqual({ kind: 'none' });
  });

  test("reads the cases from a file, with the mapping's other fields as defaults", async () => {
    const { checks } = await verificationOf(deploy('cases: ./evals/cases.jsonl\nassistant: agent\nseed: a'));
    if (checks.kind !== 'file') throw new Error(checks.kind);
    expect(checks.path).toBe('evals/cases.jsonl');
    const line = JSON.stringify({ message: 'hi', reference: { total: 7 } });
    expect(await checks.read(`\n${line}\n${line}`)).toMatchObject({
      ok: true,
      value: [
        { assistant: 'agent', reference: { total: 7 }, location: { file: 'evals/cases.jsonl', line: 2 } },
        { location: { file: 'evals/cases.jsonl', line: 3 } },
      ],
    });
  });

  test('reports the line of each setting, in the mapping and in the inputs of verify/action.yml', async () => {
    const located = async (reading: ReturnType<typeof deploy>, ...paths: string[][]) => {
      const { locate } = await verificationOf(reading);
      return paths.map((path) => locate?.(path));
    };
    const whole = 'seed: a\ndataset:\n  name: sums\n  splits: [hard]\nscores:\n  sum: {number: total}';
    const paths = [
      ['dataset', 'name'],
      ['dataset', 'splits'],
      ['dataset', 'version'],
      ['scores', 'sum', 'number'],
    ];
    expect(await located(deploy(whole), ...paths)).toEqual([
      'verify: line 3: dataset.name',
      'verify: line 4: dataset.splits',
      'verify: line 2: dataset',
      'verify: line 6: scores.sum.number',
    ]);
    const inputs = { dataset: 'name: sums\nsplits: [hard]', scores: 'sum: {number: total}' };
    expect(await located(verify({ input: '', ...inputs }), ...paths)).toEqual([
      'dataset: line 1: name',
      'dataset: line 2: splits',
      'dataset',
      'scores: line 1: sum.number',
    ]);
    const short = [['dataset', 'name'], ['dataset']];
    expect(await located(deploy('seed: a\ndataset: sums'), ...short)).toEqual([
      'verify: line 2: dataset',
      'verify: line 2: dataset',
    ]);
    expect(await located(verify({ input: '', dataset: 'sums' }), ...short)).toEqual(['dataset', 'dataset']);
  });

  test("reads the cases from a dataset, with the mapping's other fields as defaults", async () => {
    const text = `dataset: ${ID}\nassistant: agent\ntime-limit: 30s\nexpect: {last-message: sorry}`;
    expect(await verificationOf(deploy(text))).toMatchObject({
      checks: {
        kind: 'dataset',
        query: { by: 'id', value: ID, version: undefined, splits: [], message: undefined },
        defaults: { assistant: 'agent', timeLimitMs: 30_000 },
        expect: { status: 'success', lastMessage: { source: 'sorry' } },
      },
    });
  });

  test.each<[string, string, RegExp]>([
    [
      'a single case that is not in a list',
      'message: hi\ncompare-with: production',
      /^verify: line 2: compare-with: the field belongs to the gate, which needs cases or dataset -> /,
    ],
    [
      'a misspelled field',
      'cases: [{message: hi}]\ncompare-wiht: x',
      /line 2: compare-wiht: .* -> Did you mean compare-with\?/,
    ],
    ['an empty field', 'cases: [{message: hi}]\ncompare-with:', /line 2: compare-with: the value is empty/],
    [
      'an empty floor',
      'cases: [{message: hi}]\nscores:\n  pass: {floor: }',
      /line 3: scores\.pass\.floor: the value is empty/,
    ],
    [
      'cases and a dataset',
      'cases: [{message: hi}]\ndataset: a',
      /line 1: cases and dataset are mutually exclusive/,
    ],
    [
      'a thread ID in a case',
      'seed: a\ncases:\n  - message: hi\n  - {message: hi, thread-id: 0f9e2d4c-1b3a-4c5d-8e7f-001122334455}',
      /line 4: case 2: thread-id and the gate are mutually exclusive/,
    ],
    [
      'a thread ID for a dataset',
      `dataset: a\nthread-id: ${ID}`,
      /line 2: thread-id and the gate are mutually exclusive/,
    ],
    [
      'a command that resumes a run',
      'cases: [{message: hi}]\ncommand: {resume: true}',
      /command: resume: no field|command\.resume: no field/,
    ],
    [
      'proxy rules without a program',
      'cases: [{message: hi}]\nproxy-config: {rules: []}',
      /line 2: proxy-config: the value has no effect without command/,
    ],
    [
      'a score that nothing computes',
      'cases: [{message: hi}]\nscores:\n  helpful: {floor: 0.8}',
      /line 3: scores\.helpful: nothing computes this score/,
    ],
    [
      'a folder for reports without a gate',
      'cases: [{message: hi}]\nreport-dir: a',
      /line 2: report-dir: the value has no effect without the gate/,
    ],
    [
      'an invalid rule',
      'cases: [{message: hi}]\ncommand: x\nproxy-config:\n  rules: 7',
      /line 4: proxy-config\.rules: the value is not a list/,
    ],
    [
      'a variable that is not set',
      'cases: [{message: hi}]\ncommand: x\nproxy-config: {rules: [{name: a, match_hosts: [a.example.org], headers: [{name: A, type: workspace_secret, value: "{JUDGE_KEY}"}]}]}',
      /line 3: proxy-config: a rule uses \{JUDGE_KEY\}/,
    ],
    [
      'plain http for a request with the key',
      'cases: [{message: hi}]\nseed: a\ntracing-url: http://x.example.org',
      /line 3: tracing-url: the URL must use https/,
    ],
    [
      'two invalid values',
      'cases: []\nmax-cases: 0\nrepeats: 90',
      /max-cases: (.|\n)*repeats: (.|\n)*list of cases is empty/,
    ],
  ])('is rejected with %s', async (_what, text, expected) => {
    expect(await problemsOf(deploy(text))).toMatch(expected);
  });

  test('can select a sample of up to 10,000 cases, but only 100 cases without a gate', async () => {
    const list = (count: number) => `[${'{message: hi},'.repeat(count)}]`;
    const { checks } = await verificationOf(deploy(`cases: ${list(10_000)}\nseed: a`));
    expect(checks).toMatchObject({ kind: 'given', cases: { length: 10_000 } });
    expect(await problemsOf(deploy(`cases: ${list(10_001)}\nseed: a`))).toMatch(/at most 10000/);
    expect(await problemsOf(deploy(`cases: ${list(101)}`))).toMatch(/at most 100 /);
  });
});

// docs/security/checkouts.md#gate-settings-workflow
describe('a file with cases in the checkout', () => {
  // docs/security/pull-requests.md#gate-settings-inline
  test('cannot contain settings of the gate, in any supported format', async () => {
    for (const [file, text] of [
      ['cases.yml', 'seed: a\ncompare-with: none\ncases: [{message: hi}]'],
      ['cases.json', '{"compare-with": "none",\n"command": "x",\n"cases": [{"message": "hi"}]}'],
    ] as const) {
      const parsed = await parseCheckFile(text, file, { gated: true });
      expect(reported(parsed)).toMatch(
        /line \d: compare-with: a file of the checkout must not contain settings of the gate, because/,
      );
    }
    expect(reported(await parseCheckFile('{"message": "hi", "seed": "a"}', 'a.jsonl'))).toMatch(
      /seed: no field/,
    );
    expect(reported(await parseCheckFile('message,seed\nhi,a', 'a.csv'))).toMatch(/column "seed"/);
    expect(await parseCheckFile('command: {resume: true}', 'a.yml')).toMatchObject({ ok: true });
  });

  test('provides the file and line of each case', async () => {
    const linesOf = async (text: string, file: string) => {
      const parsed = await parseCheckFile(text, file);
      return parsed.ok ? parsed.value.map(({ location }) => location) : parsed;
    };
    expect(await linesOf('assistant: a\ncases:\n- message: hi\n\n- name: b\n  message: hi', 'a.yml')).toEqual(
      [
        { file: 'a.yml', line: 3 },
        { file: 'a.yml', line: 5 },
      ],
    );
    expect(await linesOf('message,reference\nhi,7\n"a\nb",8\nc,9', 'a.csv')).toEqual(
      [2, 3, 5].map((line) => ({ file: 'a.csv', line })),
    );
    expect(await linesOf('message: hi', 'a.json')).toEqual([{ file: 'a.json', line: 1 }]);
  });

  test('provides the reference of each case, except for an empty reference', async () => {
    const parsed = await parseCheckFile('message,reference\na,{total: 7}\nb,\nc,text', 'a.csv');
    expect(parsed).toMatchObject({
      ok: true,
      value: [{ reference: { total: 7 } }, {}, { reference: 'text' }],
    });
    const unset = await parseCheckFile('[{message: a}, {message: b, reference: null}]', 'a.yml');
    expect(unset.ok && unset.value.map(({ reference }) => reference)).toEqual([undefined, undefined]);
  });
});

// docs/gate.md
describe('the inputs of the gate in verify/action.yml', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a thread ID',
      { seed: 'a', 'thread-id': ID },
      /^thread-id: thread-id and the gate are mutually exclusive/,
    ],
    [
      'cases and a dataset',
      { dataset: 'a', input: '', cases: '[{message: hi}]' },
      /^cases: cases and dataset are mutually exclusive/,
    ],
    ['both an input and a dataset', { dataset: 'a' }, /^input: input and dataset are mutually exclusive/],
    [
      'proxy rules without a program',
      { 'proxy-config': '{rules: []}' },
      /^proxy-config: the value has no effect without command/,
    ],
    [
      'a score that nothing computes',
      { scores: '{helpful: {floor: 1}}' },
      /^scores: helpful: nothing computes this score/,
    ],
    [
      'a folder for reports without a gate',
      { 'report-dir': 'a' },
      /^report-dir: the value has no effect without the gate/,
    ],
    [
      'a setting of the gate among the cases',
      { input: '', cases: 'cases: [{message: hi}]\nseed: a' },
      /^cases: line 2: seed: the value is not a field of the cases but an input of the action -> Write it in the input seed\./,
    ],
    [
      'the same deployment as the deployment to compare with',
      { 'compare-with': 'agent' },
      /^compare-with: the value is the deployment that is checked/,
    ],
    [
      'the same URL as the URL to compare with',
      { 'deployment-url': 'https://agent.example.org', 'compare-with': 'https://agent.example.org/' },
      /^compare-with: the value is the deployment that is checked/,
    ],
    [
      'a plain http URL to compare with',
      { 'compare-with': 'http://agent.example.org' },
      /^compare-with: the URL .* -> Use https/,
    ],
  ])('are rejected with %s', async (_what, inputs, expected) => {
    expect(await problemsOf(verify(inputs))).toMatch(expected);
  });

  test('do not report a contradiction that only results from an invalid value', async () => {
    const problems = await problemsOf(
      verify({ command: ' : ', scores: '{a: {floor: x}}', 'report-dir': 'b' }),
    );
    expect(problems).toMatch(/^scores: line 1: a\.floor\.at-least: the value is not a number/);
    expect(problems).not.toMatch(/no effect|nothing computes/);
  });

  test('can select an agent for the comparison by its URL', async () => {
    const { gate } = await verificationOf(verify({ 'compare-with': 'https://other.example.org/' }));
    expect(gate?.compareWith).toEqual({ kind: 'url', url: 'https://other.example.org' });
  });

  test('can name a file in the field `cases` of a mapping', async () => {
    const { checks } = await verificationOf(verify({ input: '', cases: 'cases: a.csv\nassistant: b' }));
    expect(checks).toMatchObject({ kind: 'file', path: 'a.csv' });
  });

  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['the control plane of the hosted service', {}, {}, 'https://api.smith.langchain.com'],
    ['the input region', { region: 'eu' }, {}, 'https://eu.api.smith.langchain.com'],
    [
      'the control plane of a self-hosted installation',
      { 'control-plane-url': 'https://a.example.org/x/api-host' },
      {},
      'https://a.example.org/x/api/v1',
    ],
    [
      'the control plane of an emulator',
      { 'control-plane-url': 'http://127.0.0.1:9' },
      {},
      'http://127.0.0.1:9',
    ],
    [
      'LANGSMITH_ENDPOINT',
      {},
      { LANGSMITH_ENDPOINT: 'https://a.example.org/api' },
      'https://a.example.org/api',
    ],
    [
      'the input, even if LANGSMITH_ENDPOINT differs',
      { region: 'eu' },
      { LANGSMITH_ENDPOINT: 'https://a.example.org/api' },
      'https://eu.api.smith.langchain.com',
    ],
    [
      'LANGSMITH_ENDPOINT next to another variable',
      {},
      {
        LANGGRAPH_HOST_URL: 'https://b.example.org/api-host',
        LANGSMITH_ENDPOINT: 'https://a.example.org/api',
      },
      'https://a.example.org/api',
    ],
  ])('take the URL of the datasets from %s', async (_what, inputs, env, expected) => {
    expect((await verificationOf(verify({ seed: 'a', ...inputs }, env))).gate?.tracingUrl).toBe(expected);
  });

  test('report an invalid environment variable by its name', async () => {
    const env = {
      LANGGRAPH_HOST_URL: 'https://b.example.org/api-host',
      LANGSMITH_ENDPOINT: 'http://a.example.org',
    };
    expect(await problemsOf(verify({ seed: 'a' }, env))).toMatch(
      /^tracing-url: the environment variable LANGSMITH_ENDPOINT is invalid: the URL must use https/,
    );
    expect((await verificationOf(verify({}, env))).gate).toBeUndefined();
  });
});

describe('the setting that selects a dataset', () => {
  test.each([
    ['Questions', { by: 'name', value: 'Questions' }],
    ['2024', { by: 'name', value: '2024' }],
    [ID.toUpperCase(), { by: 'id', value: ID }],
    [`{share-token: ${ID}}`, { by: 'share-token', value: ID }],
    ['{name: a, splits: [b, c, b]}', { by: 'name', value: 'a', splits: ['b', 'c'] }],
  ])('accepts %s', (text, expected) => {
    expect(parseDataset(text)).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ['{}', /name, id and share-token are all missing/],
    ['[]', /not a mapping/],
    ['{name: a, id: 0f9e2d4c-1b3a-4c5d-8e7f-001122334455}', /name and id are mutually exclusive/],
    ['{id: a}', /id: "a" is not a UUID/],
    ['{share-token: 0f9e2d4c}', /^line 1: share-token: the token is not a UUID -> [^0]*$/],
    ['{name: a, version: }', /version: the value is empty/],
    ['{name: a, splits: []}', /splits: the list of splits is empty/],
    ['{name: a, splits: [b, null]}', /splits\.1: the value is empty/],
    ['{name: a, splits: b}', /splits: the value is not a list/],
  ])('is rejected as %s', (text, expected) => {
    expect(reported(parseDataset(text))).toMatch(expected);
  });
});

describe('the setting `scores`', () => {
  test.each<[string, object]>([
    ['{a: {exact: true}}', { compare: { kind: 'exact', path: undefined }, judging: {} }],
    ['{a: {exact: x.0.y}}', { compare: { kind: 'exact', path: 'x.0.y' }, judging: {} }],
    ['{a: {number: true}}', { compare: { kind: 'number', path: undefined, tolerance: 0 }, judging: {} }],
    ['{a: {floor: 3.5}}', { compare: undefined, judging: { floor: { atLeast: 3.5, mode: 'point' } } }],
    ['{a: {gates: false, margin: 0}}', { compare: undefined, judging: { gates: false, margin: 0 } }],
    ['{a: {}}', { compare: undefined, judging: {} }],
  ])('can contain %s', (text, expected) => {
    expect(parseScores(text)).toEqual({ ok: true, value: new Map([['a', expected]]) });
  });

  test.each([
    ['{a: {exact: false}}', /a\.exact: the value is neither true nor a path/],
    ['{a: {exact: a..b}}', /a\.exact: the value is neither true nor a path/],
    ['{a: {exact: true, number: true}}', /exact and number are mutually exclusive/],
    ['{a: {exact: true, tolerance: 1}}', /tolerance is set without number/],
    ['{a: {number: true, tolerance: -1}}', /a\.tolerance: the value is not a number of 0 or more/],
    ['{a: {floor: .nan}}', /a\.floor\.at-least: the value is not a number/],
    ['{a: {floor: {mode: sure}}}', /a\.floor: at-least is missing/],
    ['{a: {floor: {at-least: 1, mode: maybe}}}', /"maybe" is not one of sure, point/],
    ['{a: {gates: maybe}}', /a\.gates: the value is not a boolean/],
    ['{a: }', /a: the value is not a mapping/],
    ['{"a b": {}}', /the key of the score is not valid/],
    ['{__proto__: {floor: 1}}', /the key of the score is not valid/],
    ['{pass: {exact: true}}', /the score pass is reserved for the expectations/],
    ['[a]', /not a mapping/],
    ['7', /not a mapping/],
  ])('is rejected as %s', (text, expected) => {
    expect(reported(parseScores(text))).toMatch(expected);
  });

  test('is rejected if neither the action nor a command computes a score', () => {
    const scores = parseScores('{a: {floor: 1}, b: {exact: true}, pass: {floor: 1}}');
    if (!scores.ok) throw new Error(reported(scores));
    const fields: GateFields = { scores: scores.value };
    expect(findContradictions(fields)).toMatchObject([{ path: ['scores', 'a'] }]);
    expect(findContradictions({ ...fields, command: { script: 'x', timeLimitMs: 1 } })).toEqual([]);
  });
});

describe('the command that computes scores', () => {
  test.each([
    ['node a.mjs', { script: 'node a.mjs', timeLimitMs: 120_000 }],
    ['jq "{key: .a}"', { script: 'jq "{key: .a}"' }],
    ['a: b\nc', { script: 'a: b\nc' }],
    ['{run: "node a.mjs\\nexit 0", time-limit: 5s}', { script: 'node a.mjs\nexit 0', timeLimitMs: 5_000 }],
  ])('can be written as %s', (text, expected) => {
    expect(parseCommand(text)).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    ['{run: }', /run: the value is empty/],
    ['{run: " "}', /run: the command is empty/],
    ['{run: a, time-limit: 2h}', /time-limit: "2h" is out of range/],
    ['{run: [a]}', /run: the value is not a string/],
  ])('is rejected as %s', (text, expected) => {
    expect(reported(parseCommand(text))).toMatch(expected);
  });
});

describe('the settings of the statistics', () => {
  test('accept every default', () => {
    const text = `{alpha: 0.05, margin: 0.02, confirm: 4, confirm-large: 5, large-above: 100, min-pairs: 10,
      case-margin: 0.2, max-errored: 0.1, max-latency-ratio: 1.1, detect: 0.05, power: 0.8, level: 0.95}`;
    const parsed = parseJudging(text);
    if (!parsed.ok) throw new Error(reported(parsed));
    const latency = { ...DEFAULT_SETTINGS.latency, gates: true };
    expect({ ...DEFAULT_SETTINGS, ...parsed.value }).toEqual({ ...DEFAULT_SETTINGS, latency });
  });

  test.each([
    'alpha: 0',
    'alpha: 0.5',
    'alpha: "0.05"',
    'margin: -0.1',
    'margin: .inf',
    'confirm: 21',
    'confirm: 1.5',
    'confirm-large: -1',
    'large-above: 0.5',
    'min-pairs: 1',
    'case-margin: -1',
    'max-errored: 1.1',
    'max-errored: 10%',
    'max-latency-ratio: 1',
    'detect: 0',
    'power: 1',
    'level: 95',
    'level: ',
  ])('reject %s', (text) => {
    expect(reported(parseJudging(text))).toMatch(
      /^line 1: [a-z-]+: the value is (not|empty).* -> Write .*\.$/,
    );
  });
});

test('each parser of the gate accepts or rejects a string without an exception', () => {
  const parsers = [parseDataset, parseScores, parseCommand, parseJudging];
  for (const parse of parsers) {
    fc.assert(fc.property(fc.string(), (text) => void parse(text)));
    fc.assert(fc.property(fc.json(), (text) => void parse(text)));
  }
});

test('a number in the statistics settings is stored exactly if it is in its range, and rejected otherwise', () => {
  const ranges: [string, (value: number) => boolean][] = [
    ['alpha', (value) => value > 0 && value < 0.5],
    ['margin', (value) => value >= 0],
    ['max-errored', (value) => value >= 0 && value <= 1],
    ['detect', (value) => value > 0],
    ['level', (value) => value > 0 && value < 1],
  ];
  const near = fc.oneof(fc.double({ min: -2, max: 2, noNaN: true }), fc.constantFrom(0, 0.5, 1, -0));
  fc.assert(
    fc.property(fc.constantFrom(...ranges), near, ([name, isValid], value) => {
      const parsed = parseJudging(JSON.stringify({ [name]: value }));
      expect(parsed.ok).toBe(isValid(value));
    }),
  );
});
