import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { performance } from 'node:perf_hooks';
import * as z from 'zod';
import { startDashboardLab } from './support/dashboard.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const RUNS = 100_000;
const ROUNDS = roundsToMeasure(9);
/** Number of pages that a person reads in one round. */
const PAGES = 20;
const Created = z.looseObject({ id: z.string() });
const Page = z.looseObject({ runs: z.array(z.unknown()), next: z.int().nullable() });

/** Compares how long a search through 100,000 runs blocks the emulator with one statement on a plain table. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  await fill(lab);
  const session = await lab.session();
  const read = async (query: string): Promise<z.infer<typeof Page>> => {
    const url = `${lab.emulator.urls.controlPlane}/_local/ui/api/runs?${query}`;
    const response = await fetch(url, { headers: session });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return Page.parse(await response.json());
  };
  const pageTimes: number[] = [];
  const readAll = async (query: string, most: number): Promise<void> => {
    for (let before = '', count = 0; count < most; count += 1) {
      const begun = performance.now();
      const { next } = await read(`${query}&limit=100${before}`);
      pageTimes.push(performance.now() - begun);
      if (next === null) return;
      before = `&before=${next}`;
    }
  };
  const counts = `${lab.emulator.urls.controlPlane}/_local/ui/api/runs/counts`;
  const [search, list, plain]: [number[], number[], number[]] = [[], [], []];
  const table = plainTable();
  stack.defer(() => table.close());
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const blocked = [
      await lab.longestBlock(() => readAll('text=not+found', Number.POSITIVE_INFINITY)),
      await lab.longestBlock(async () => {
        await readAll('state=failed', PAGES);
        await readAll('', PAGES);
        await fetch(counts, { headers: session }).then((response) => response.text());
      }),
    ] as const;
    const begun = performance.now();
    table.prepare(`select * from runs where instr(lower(title || answer), 'not found') > 0`).all();
    const whole = performance.now() - begun;
    // The first round compiles the code.
    if (round === 0) {
      pageTimes.length = 0;
      continue;
    }
    search.push(blocked[0]);
    list.push(blocked[1]);
    plain.push(whole);
  }
  return {
    claim: 'lists and searches of 100,000 runs do not stall the emulator',
    sides: [
      { name: `search through ${RUNS} runs, longest block`, unit: 'ms', samples: search },
      { name: 'one statement on a plain table', unit: 'ms', samples: plain },
      { name: `${2 * PAGES} pages and the counts, longest block`, unit: 'ms', samples: list },
    ],
    ratio: { name: 'medians', value: median(search) / median(plain), aim: { atMost: 1 } },
    figures: [
      { name: 'search, median of the longest block', value: median(search), unit: 'ms', aim: 50 },
      { name: 'pages and counts, median of the longest block', value: median(list), unit: 'ms', aim: 50 },
      {
        name: 'a page or a part of a search, 95th percentile',
        value: percentile(pageTimes, 0.95),
        unit: 'ms',
      },
    ],
  };
}

const textsOf = (at: number) => ({
  title: `Where is my parcel? Order SO-${at}`,
  answer: at % 20 === 0 ? `order SO-${at} is unknown` : `Parcel SO-${at} is on its way to you.`,
});

/** Restores a snapshot with finished runs of one thread. */
async function fill({ emulator }: Awaited<ReturnType<typeof startDashboardLab>>): Promise<void> {
  const { id } = Created.parse(
    (
      await emulator.api('POST', '/v2/deployments', {
        name: 'shop',
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'registry.example/shop:1' },
        secrets: [],
      })
    ).body,
  );
  const snapshot = await emulator.snapshot();
  const tables = z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).parse(snapshot['tables']);
  const now = new Date().toISOString();
  const threadId = randomUUID();
  (tables['threads'] ??= []).push({
    id: threadId,
    deployment_id: id,
    status: 'idle',
    metadata: {},
    created_at: now,
    updated_at: now,
    state_updated_at: now,
    ttl_ms: null,
    expires_at: null,
    resting: null,
    behind: false,
    prune_at: null,
    priority: null,
  });
  for (let at = 0; at < RUNS; at += 1) {
    const { title, answer } = textsOf(at);
    const failed = at % 20 === 0;
    (tables['runs'] ??= []).push({
      id: randomUUID(),
      thread_id: threadId,
      deployment_id: id,
      assistant_id: 'agent',
      graph_id: 'agent',
      status: failed ? 'error' : 'success',
      metadata: { order: at },
      multitask_strategy: 'enqueue',
      error: failed ? { error: 'OrderError', message: answer } : null,
      attempt: 1,
      revision_id: null,
      created_at: now,
      updated_at: now,
      not_before: null,
      kwargs: { input: { messages: [{ role: 'user', content: title }] } },
    });
  }
  await emulator.restore({ ...snapshot, tables });
}

function plainTable(): DatabaseSync {
  const table = new DatabaseSync(':memory:');
  table.exec('create table runs (id integer primary key, title text, answer text); begin');
  const insert = table.prepare('insert into runs (title, answer) values (?, ?)');
  for (let at = 0; at < RUNS; at += 1) {
    const { title, answer } = textsOf(at);
    insert.run(title, answer);
  }
  table.exec('commit');
  return table;
}
