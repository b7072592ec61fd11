import { describe, expect, test } from '@jest/globals';
import type { RunPage, RunSummary } from '../../src/contract/dashboard/runs.ts';
import { createRunReader, PAGE } from '../../dashboard/src/live/run-reader.ts';
import { filterOf, type RunFilter } from '../../dashboard/src/logic/run-list.ts';
import { aRun } from './support/run-summary.ts';

const ALL = filterOf({});

const runAt = (position: number, change: Partial<RunSummary> = {}): RunSummary =>
  aRun({ run_id: `run-${position}`, position, ...change });

const runsFrom = (newest: number, count: number, change: Partial<RunSummary> = {}): RunSummary[] =>
  Array.from({ length: count }, (_, index) => runAt(newest - index, change));

const pageOf = (runs: RunSummary[], next: number | null = null): RunPage => ({
  epoch: 'one',
  generation: 1,
  now_ms: 0,
  runs,
  next,
});

const changesOf = (changed: RunSummary[]) => ({ changed, removed: [], removedThreads: [] });

interface Request {
  filter: RunFilter;
  before: number | undefined;
  respond: (page: RunPage) => Promise<void>;
  fail: () => Promise<void>;
}

/** Waits until the reader has handled a response. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Creates a reader whose requests wait until the test responds. */
function aReader() {
  const requests: Request[] = [];
  const reader = createRunReader({
    readPage(filter, before) {
      const { promise, resolve, reject } = Promise.withResolvers<RunPage>();
      requests.push({
        filter,
        before,
        respond(page) {
          resolve(page);
          return settle();
        },
        fail() {
          reject(new Error('no response'));
          return settle();
        },
      });
      return promise;
    },
    kept: () => 1_000,
    most: 20_000,
    errorText: String,
  });
  const takeRequest = (): Request => {
    const request = requests.shift();
    if (request === undefined) throw new Error('the reader sent no request');
    return request;
  };
  const states = (): string[] => reader.runs.peek().map(({ position, state }) => `${position} ${state}`);
  const positions = (): number[] => reader.runs.peek().map(({ position }) => position);
  return { reader, requests, takeRequest, states, positions };
}

describe('a change that arrives during a request for the list', () => {
  test('is applied after the first page', async () => {
    const { reader, takeRequest, states } = aReader();
    void reader.load(ALL);
    reader.apply(changesOf([runAt(1, { state: 'succeeded' })]));
    await takeRequest().respond(pageOf([runAt(1, { state: 'running' })]));
    expect(states()).toEqual(['1 succeeded']);
  });

  test('is applied after a refresh', async () => {
    const { reader, takeRequest, states } = aReader();
    void reader.load(ALL);
    await takeRequest().respond(pageOf([runAt(1, { state: 'running' })]));
    void reader.refresh();
    reader.apply(changesOf([runAt(1, { state: 'failed' }), runAt(2, { state: 'queued' })]));
    await takeRequest().respond(pageOf([runAt(1, { state: 'running' })]));
    expect(states()).toEqual(['2 queued', '1 failed']);
  });

  test('is applied if the refresh fails', async () => {
    const { reader, takeRequest, states } = aReader();
    void reader.load(ALL);
    await takeRequest().respond(pageOf([runAt(1, { state: 'running' })]));
    void reader.refresh();
    reader.apply(changesOf([runAt(1, { state: 'failed' })]));
    await takeRequest().fail();
    expect(states()).toEqual(['1 failed']);
  });
});

test('a second refresh is sent after the first has ended, so an older page never replaces a newer page', async () => {
  const { reader, requests, takeRequest, states } = aReader();
  void reader.load(ALL);
  await takeRequest().respond(pageOf([runAt(1, { state: 'queued' })]));
  void reader.refresh();
  void reader.refresh();
  void reader.refresh();
  expect(requests).toHaveLength(1);
  await takeRequest().respond(pageOf([runAt(1, { state: 'running' })]));
  expect(requests).toHaveLength(1);
  await takeRequest().respond(pageOf([runAt(1, { state: 'succeeded' })]));
  expect(states()).toEqual(['1 succeeded']);
  expect(requests).toHaveLength(0);
});

test('a page with an earlier filter is discarded', async () => {
  const { reader, takeRequest, positions } = aReader();
  void reader.load(ALL);
  const earlier = takeRequest();
  void reader.load(filterOf({ state: 'failed' }));
  await takeRequest().respond(pageOf([runAt(7, { state: 'failed' })]));
  await earlier.respond(pageOf([runAt(9)]));
  expect(positions()).toEqual([7]);
});

test('runs that were created during a pause of the list can all be loaded', async () => {
  const { reader, takeRequest, positions } = aReader();
  void reader.load(ALL);
  await takeRequest().respond(pageOf(runsFrom(100, PAGE), 1));
  reader.paused.value = true;
  reader.apply(changesOf(runsFrom(400, 3)));
  reader.paused.value = false;
  void reader.refresh();
  // This change is newer than the runs that the list has missed.
  reader.apply(changesOf([runAt(401)]));
  await takeRequest().respond(pageOf(runsFrom(400, PAGE), 301));
  expect(positions()).toEqual(runsFrom(401, PAGE + 1).map(({ position }) => position));
  void reader.more();
  const older = takeRequest();
  expect(older.before).toBe(301);
  await older.respond(pageOf(runsFrom(300, PAGE), 201));
  expect(positions()).toHaveLength(2 * PAGE + 1);
});

test('an older page is discarded if the list was replaced after the request', async () => {
  const { reader, takeRequest, positions } = aReader();
  void reader.load(ALL);
  await takeRequest().respond(pageOf(runsFrom(200, PAGE), 101));
  void reader.more();
  const older = takeRequest();
  void reader.refresh();
  await takeRequest().respond(pageOf(runsFrom(900, PAGE), 801));
  await older.respond(pageOf(runsFrom(100, PAGE)));
  expect(positions()).toEqual(runsFrom(900, PAGE).map(({ position }) => position));
  expect(reader.loading.peek()).toBe(false);
});

test('a refresh also reads older pages that contain unfinished runs', async () => {
  const { reader, takeRequest, requests } = aReader();
  void reader.load(ALL);
  await takeRequest().respond(pageOf(runsFrom(200, PAGE), 101));
  void reader.more();
  await takeRequest().respond(
    pageOf([...runsFrom(100, 40), runAt(60, { state: 'running' }), ...runsFrom(59, 59)]),
  );
  void reader.refresh();
  await takeRequest().respond(pageOf(runsFrom(200, PAGE), 101));
  const older = takeRequest();
  expect(older.before).toBe(61);
  await older.respond(pageOf([runAt(60, { state: 'failed' }), ...runsFrom(59, 59)]));
  expect(requests).toHaveLength(0);
  expect(reader.runs.peek()).toHaveLength(200);
  expect(reader.runs.peek().find(({ position }) => position === 60)?.state).toBe('failed');
});

test('a refresh of a search reads pages until it reaches the loaded results', async () => {
  const { reader, takeRequest, positions } = aReader();
  void reader.load(filterOf({ text: 'parcel' }));
  await takeRequest().respond(pageOf([], 40_000));
  await takeRequest().respond(pageOf([runAt(30_000)]));
  void reader.refresh();
  await takeRequest().respond(pageOf([], 65_000));
  const older = takeRequest();
  expect(older.before).toBe(65_000);
  await older.respond(pageOf([runAt(50_000)], 45_000));
  const last = takeRequest();
  expect(last.before).toBe(45_000);
  await last.respond(pageOf([], 25_000));
  expect(positions()).toEqual([50_000]);
});

test('a list whose first page failed is read again after a reconnect', async () => {
  const { reader, takeRequest, positions } = aReader();
  void reader.load(ALL);
  await takeRequest().fail();
  expect(reader.problem.peek()).toContain('no response');
  void reader.refresh();
  await takeRequest().respond(pageOf([runAt(1)]));
  expect(positions()).toEqual([1]);
  expect(reader.problem.peek()).toBe('');
});
