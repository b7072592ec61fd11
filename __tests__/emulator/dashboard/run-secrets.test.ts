import { expect, test } from '@jest/globals';
import { toRunSummary } from '../../../src/emulator/agent-server/run-summary.ts';
import type { RunStepRow } from '../../../src/emulator/ports/store.ts';
import { runRow, threadRow } from '../store/samples.ts';
import { signIn, startDashboard } from './page.ts';

const PEM = ['BEGIN PRIVATE KEY', 'END PRIVATE KEY']
  .map((line) => `-----${line}-----\n`)
  .join('MIIEvQIBADANBgkqhkiG\nAoIBAQDcr0\n');
const TOKEN = 'sk-live-0123456789abcdef';

/** Stores a run with one step, in a deployment with secrets. */
async function aRunWithSecrets(step: Partial<RunStepRow>, text: string) {
  const plane = await startDashboard();
  const { id: deploymentId } = await plane.create({
    secrets: [
      { name: 'KEY', value: PEM },
      { name: 'TOKEN', value: TOKEN },
    ],
  });
  const thread = threadRow(deploymentId);
  await plane.store.threads.insert(thread);
  const run = runRow(thread, { kwargs: { input: { messages: [{ role: 'user', content: text }] } } });
  await plane.store.runs.insert(run);
  const { runSummaries } = plane.store;
  await runSummaries.insert(toRunSummary(run));
  const row: RunStepRow = {
    runId: run.id,
    seq: 1,
    parent: null,
    kind: 'node',
    state: 'error',
    attempt: 1,
    startedAt: 1,
    endedAt: 2,
    firstTokenAt: null,
    tokens: 0,
    graphStep: 1,
    spanId: '1',
    traceId: null,
    parentSpanId: null,
    name: 'plan',
    note: '',
    error: null,
    input: '{}',
    output: '{}',
    ...step,
  };
  await runSummaries.record(run.id, [row], { tokens: 0, steps: 1, current: '', bars: [] });
  await runSummaries.end(run.id, {
    outcome: 'error',
    revisionId: null,
    startedAt: 1,
    endedAt: 2,
    answer: '',
    errorKind: `Error ${TOKEN}`,
  });
  const page = await signIn(plane.emulator);
  return { page, runId: run.id };
}

test('secret fields in the input and output of a step are redacted like in a thread', async () => {
  const { page, runId } = await aRunWithSecrets(
    { input: '{"password":"hunter22","n":18014398509481985}', output: '{"text":"hunter22"}' },
    'hello',
  );
  const { input, output } = await page.get(`/runs/${runId}/steps/1`);
  expect([input, output]).toEqual(['{"password":"***","n":18014398509481985}', '{"text":"***"}']);
});

test('a known secret that is truncated in a title or step is redacted completely', async () => {
  const cut = `${'x'.repeat(285)} ${TOKEN} more`;
  const { page, runId } = await aRunWithSecrets(
    { input: JSON.stringify({ text: `key ${TOKEN.slice(0, 12)}… (900 more characters)` }) },
    cut,
  );
  const { input } = await page.get(`/runs/${runId}/steps/1`);
  expect(input).toBe('{"text":"key ***… (900 more characters)"}');
  const [{ title }] = (await page.get('/runs')).runs;
  expect(title).toBe(`${'x'.repeat(285)} ***…`);
});

test('a multi-line secret is redacted in a title, although titles have only one line', async () => {
  const { page } = await aRunWithSecrets({}, `use ${PEM} please`);
  expect((await page.get('/runs')).runs[0].title).toBe('use *** please');
});

test('secrets in stack frames and in the type of an error are redacted', async () => {
  const error = {
    type: 'E',
    message: '',
    frames: [{ place: `/${TOKEN}/agent.py:1`, name: TOKEN, code: '' }],
    folded: 0,
  };
  const { page, runId } = await aRunWithSecrets({ error }, 'hello');
  const detail = await page.get(`/runs/${runId}`);
  expect(detail.failed.error.frames).toEqual([{ place: '/***/agent.py:1', name: '***', code: '' }]);
  expect(detail.run.error).toBe('Error ***');
});
