import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { EXPECT_SUCCESS, singleCheck } from '../../../src/action/inputs/cases.ts';
import type { Check } from '../../../src/action/inputs/settings.ts';
import { createCollection } from '../../../src/action/gate/collect.ts';
import { createPublication } from '../../../src/action/gate/publish.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { gateReportSchema } from '../../../src/contract/gate-report.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';
import { createScenario } from '../support/scenario.ts';
import { answer, settings } from './support.ts';

type PublicationParameters = Parameters<typeof createPublication>;

const COMMIT = 'a'.repeat(40);
const COMPARE_URL = 'https://tracing.example.org/compare';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gate-publish-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Publishes the result of a gate without a comparison, whose cases all pass. */
async function publish(cases: readonly Check[]) {
  const { clock } = createScenario();
  const record = createRunRecord(0);
  const warnings: string[] = [];
  const api = {
    createExperiment: async ({ id, name }: { id: string; name: string }) => ({ id, name, workspaceId: 'w' }),
    storeRuns: async () => undefined,
    updateExperiment: async () => undefined,
    createComparison: async () => undefined,
    compareUrl: async () => COMPARE_URL,
  };
  const context = {
    clock,
    record,
    env: { GITHUB_RUN_ID: '1' },
    event: { pullRequest: undefined },
    settings: { apiKey: 'key' },
    signal: new AbortController().signal,
    redactor: createRedactor([]),
    log: { line: () => undefined, warn: (_about: string, text: string) => void warnings.push(text) },
    addCancelHook: () => () => undefined,
    evaluationApi: async () => api,
  };
  const prepared = {
    cases,
    dataset: { id: randomUUID(), name: 'support', version: '2026-11-28T00:00:00Z', splits: [], examples: [] },
    settings: settings(),
    inputs: { repeats: 1, tracingUrl: 'https://tracing.example.org' },
    baseline: undefined,
    folder,
  };
  const candidate = { name: 'my-agent', url: undefined, revisionId: 'r', commit: COMMIT, isPreview: false };
  const publication = createPublication(
    context as unknown as PublicationParameters[0],
    prepared as unknown as PublicationParameters[1],
    candidate,
  );
  const collected = createCollection(cases, false);
  for (const { candidate: side } of collected.cases) side.first.push(answer({ passed: true }));
  return { result: await publication.publish(collected), warnings, record };
}

const check = { ...singleCheck({ input: {}, expect: EXPECT_SUCCESS }), exampleId: randomUUID() };

test('a published result links to the experiments, and is not part of its own score history', async () => {
  const { result, warnings, record } = await publish([check]);
  expect([warnings, result.history, result.folder]).toEqual([[], undefined, folder]);
  expect(record.gate?.report.compareUrl).toBe(COMPARE_URL);
  const report = gateReportSchema.parse(JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')));
  expect(report.history.map(({ commit }) => commit)).toEqual([COMMIT]);
  expect(await readFile(path.join(folder, 'report.html'), 'utf8')).toContain(COMPARE_URL);
});

test('a published result contains the questions of the cases', async () => {
  const asked = (name: string, content: string): Check => ({
    ...check,
    name,
    input: { messages: [{ role: 'user', content }] },
  });
  const cases = [
    asked('case 1', 'What does\norder 7 cost?'),
    asked('Refund above 100 EUR', 'Refund it'),
    asked('example 0f9e2d4c', 'Where is order 8?'),
  ];
  const { result } = await publish(cases);
  expect(Object.fromEntries(result.report.questions ?? [])).toEqual({
    'case 1': 'What does order 7 cost?',
    'Refund above 100 EUR': 'Refund it',
    'example 0f9e2d4c': 'Where is order 8?',
  });
});
