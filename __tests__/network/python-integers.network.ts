import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { parseExactJson, stringifyExactJson } from '../../src/contract/exact-json.ts';
import { snapshotText } from '../../src/emulator/admin/snapshot.ts';
import { loadKeyring, openStore } from '../../src/emulator/store/index.ts';
import { type AgentServerFixture, Cleanup, createFixture } from '../emulator/agent-server/fixture.ts';
import { installPython } from './support/installs.ts';

/** Graphs that check the integers that they receive, and add other integers. */
const GRAPHS = `
from typing import Any
from typing_extensions import TypedDict
from langgraph.config import get_store, get_stream_writer
from langgraph.graph import START, StateGraph

LARGE = [2**53 + 1, 2**63, 12345678901234567891]


class State(TypedDict, total=False):
    all: list[int]
    came: bool
    stored: Any
    beyond: Any


async def node(state: State, config):
    get_stream_writer()({"all": LARGE})
    store = get_store()
    await store.aput(("python",), "item", {"all": LARGE})
    stored = (await store.aget(("python",), "item")).value
    found = await store.asearch(("python",), filter={"all": LARGE})
    others = await store.asearch(("python",), filter={"all": [2**53, 2**63, 12345678901234567891]})
    came = [state["all"], config["configurable"]["order"], stored["all"]]
    return {
        "came": came == [LARGE, LARGE[2], LARGE] and len(found) == 1 and others == [],
        "all": [*state["all"], -(2**63), 2**64 - 1],
        "stored": stored["all"],
        "beyond": 2**64,
    }


graph = StateGraph(State).add_node("node", node).add_edge(START, "node").compile()
`;
const GIVEN = '[9007199254740993,9223372036854775808,12345678901234567891]';
const MADE =
  '[9007199254740993,9223372036854775808,12345678901234567891,-9223372036854775808,18446744073709551615]';
const Thread = z.object({ thread_id: z.string() });

const cleanup = new Cleanup();
let postgres: PostgresServer;
let interpreter: string;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  cleanup.add(() => postgres.close());
  folder = await mkdtemp(path.join(tmpdir(), 'python-integers-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'graphs.py'), GRAPHS);
  interpreter = path.join(await installPython(path.join(folder, 'environment'), ['langgraph']), 'python');
});
afterAll(() => cleanup.run());

describe.each(['SQLite', 'PostgreSQL'])('64-bit integers of a Python graph, in %s', (database) => {
  let fixture: AgentServerFixture;
  let id: string;
  const send = async (method: string, target: string, body?: string): Promise<string> => {
    const response = await fetch(`${fixture.base}${target}`, {
      method,
      headers: { 'x-api-key': 'test-key', 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text}`);
    return text;
  };
  const hook = Promise.withResolvers<string>();

  beforeAll(async () => {
    fixture = await createFixture(cleanup, {
      location: database === 'SQLite' ? ':memory:' : await postgres.freshDatabase(),
    });
    const worker = await fixture.start({
      cwd: folder,
      graphs: { graph: { module: './graphs.py', exportName: 'graph' } },
      python: { interpreter, paths: [] },
    });
    await worker.ready;
    fixture.live.serve(fixture.deploymentId, worker);
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.end();
        hook.resolve(Buffer.concat(parts).toString());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanup.add(() => new Promise((resolve) => server.close(resolve)));
    const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    id = Thread.parse(
      parseExactJson(await send('POST', '/threads', '{"metadata":{"order":12345678901234567891}}')),
    ).thread_id;
    const stream = await send(
      'POST',
      `/threads/${id}/runs/stream`,
      `{"assistant_id":"graph","input":{"all":${GIVEN}},"config":{"configurable":{"order":12345678901234567891}},"stream_mode":["values","custom"],"webhook":"${webhook}"}`,
    );
    expect(stream).toContain(`event: custom\ndata: {"all":${GIVEN}}\n`);
    expect(stream).toContain(`"all":${MADE}`);
    expect(stream).toContain('"came":true');
  });

  test('are exact in the thread, its state and its history', async () => {
    for (const target of ['', '/state', '/history']) {
      const text = await send('GET', `/threads/${id}${target}`);
      expect(text).toContain(`"all":${MADE}`);
      expect(text).toContain(`"stored":${GIVEN}`);
      // Larger than 64 bits: docs/departures/graphs.md#integers
      expect(text).toContain('"beyond":"18446744073709551616"');
    }
  });

  test('stay exact when a client updates the state', async () => {
    await send('POST', `/threads/${id}/state`, `{"values":{"all":[18446744073709551615]},"as_node":"node"}`);
    expect(await send('GET', `/threads/${id}/state`)).toContain('"all":[18446744073709551615]');
    expect(await send('GET', `/threads/${id}`)).toContain('"all":[18446744073709551615]');
  });

  test('are exact in the items of the store, and can be found by a search', async () => {
    expect(await send('GET', '/store/items?namespace=python&key=item')).toContain(`"all":${GIVEN}`);
    const search = `{"namespace_prefix":["python"],"filter":{"all":${GIVEN}}}`;
    expect(await send('POST', '/store/items/search', search)).toContain(GIVEN);
  });

  test('are sent exactly to a webhook', async () => {
    expect(await hook.promise).toContain(`"all":${MADE}`);
  });

  test('are exact in a snapshot, and after the restore of the snapshot', async () => {
    const dump = await fixture.store.snapshots.dump();
    const text = [...snapshotText({ ...dump, workspace_id: fixture.workspaceId } as never)].join('');
    const store = await openStore({ location: ':memory:', keyring: await loadKeyring({}) });
    cleanup.add(() => store.close());
    await store.snapshots.load(parseExactJson(text) as never, { leaveOutUnreadable: true });
    const [run] = await store.runs.list(fixture.deploymentId, id, { limit: 1, offset: 0 });
    expect(stringifyExactJson(run?.kwargs)).toContain(`"all":${GIVEN}`);
    expect((await store.threads.get(fixture.deploymentId, id))?.metadata).toMatchObject({
      order: 12345678901234567891n,
    });
  });
});
