import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { DeploymentResponse } from '../../../src/contract/deployment.ts';
import { lazyDocument, loadResponseCheck } from '../../../src/emulator/server/lazy-document.ts';
import { type DeclaredResponse, NDJSON, type Route } from '../../../src/emulator/server/route.ts';

const about = { title: 'Boxes', description: '', version: '0.1.0' };

const boxes = (statuses: readonly number[], change: Partial<Route> = {}): Route => ({
  surface: 'local',
  method: 'GET',
  auth: 'local',
  path: '/boxes',
  summary: 'List boxes',
  responses: Object.fromEntries(statuses.map((status) => [status, { description: `Answer ${status}` }])),
  handler: () => ({ status: 200 }),
  ...change,
});

test('two emulators in one process have separate documents if their routes return different statuses', async () => {
  const first = await lazyDocument(async () => [boxes([200])], about)();
  const second = await lazyDocument(async () => [boxes([200, 501])], about)();
  const same = await lazyDocument(async () => [boxes([200])], about)();
  expect(first).not.toHaveProperty(['paths', '/boxes', 'get', 'responses', '501']);
  expect(second).toHaveProperty(['paths', '/boxes', 'get', 'responses', '501']);
  expect(same).toBe(first);
});

test.each<[string, Partial<Route>, Partial<typeof about>]>([
  ['authentication', { auth: 'none' }, {}],
  ['summary', { summary: 'List all boxes' }, {}],
  ['the use by web pages', { cors: true }, {}],
  ['HEAD', { unsafeGet: true }, {}],
  ['query', { query: z.object({ name: z.string() }) }, {}],
  ['the media type', { method: 'PUT', rawBody: true, bodyType: 'text/plain' }, {}],
  ['the description of a response', { responses: { 200: { description: 'The boxes' } } }, {}],
  ['the schema of a response', { responses: { 200: { description: 'Answer 200', schema: z.string() } } }, {}],
  ['the description of the document', {}, { description: 'All boxes' }],
])('two emulators in one process have separate documents if they differ in %s', async (_, change, title) => {
  const first = await lazyDocument(async () => [boxes([200])], about)();
  const second = await lazyDocument(async () => [boxes([200], change)], { ...about, ...title })();
  expect(second).not.toEqual(first);
});

test('two emulators in one process share the document if they have the same routes', async () => {
  const [first, second] = [1, 2].map(() => lazyDocument(async () => [boxes([200])], about));
  expect(await second?.()).toBe(await first?.());
});

// All routes of a process share one check, which must not use the schema of another route.
test("the check of responses uses the given route's schemas, even if another route has its path", async () => {
  const check = await loadResponseCheck();
  const answer = (body: unknown) => ({ status: 200, type: 'application/json', text: JSON.stringify(body) });
  const returning = (schema: z.ZodType) =>
    boxes([], { responses: { 200: { description: 'Boxes', schema } } });
  const [texts, lists] = [returning(z.string()), returning(z.array(DeploymentResponse))];
  expect([check(texts, answer('one')), check(lists, answer([]))]).toEqual([undefined, undefined]);
  expect(check(texts, answer([]))).toContain('must be string');
  expect(check(lists, answer('one'))).toContain('must be array');
  expect(check(lists, answer([{ id: 1 }]))).toContain('/0/id must be string');
});

const NOT_DECLARED = 'responded with 200 and text/html, which its API description does not contain';
test.each<[string, Partial<DeclaredResponse>, { type?: string; text?: string }, string | undefined]>([
  ['accepts a response without a declared body', {}, {}, undefined],
  ['refuses an undeclared body', {}, { text: 'x' }, 'no body for this status'],
  ['checks formats', { schema: z.uuid() }, { text: '"x"' }, 'must match format "uuid"'],
  ['refuses text that is not JSON', { schema: z.string() }, { text: '{' }, 'it is not valid JSON'],
  ['accepts any declared text', { type: 'text/html' }, { type: 'text/html', text: '<p>' }, undefined],
  ['refuses another media type', { schema: z.string() }, { type: 'text/html', text: '""' }, NOT_DECLARED],
  [
    'accepts lines of JSON',
    { schema: z.string(), type: NDJSON },
    { type: NDJSON, text: '"a"\n"b"\n' },
    undefined,
  ],
  [
    'checks each line',
    { schema: z.string(), type: NDJSON },
    { type: NDJSON, text: '"a"\n1\n' },
    'must be string',
  ],
])('the check of responses %s', async (_, declared, sent, problem) => {
  const check = await loadResponseCheck();
  const row = boxes([], { responses: { 200: { description: 'Boxes', ...declared } } });
  const found = check(row, { status: 200, type: 'application/json', text: undefined, ...sent });
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
