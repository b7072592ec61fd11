// Tests a Python agent on a cluster, where one pod builds the agent with packages from the network, and another pod
// serves it over links.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { HANG_LIMIT_MS, WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { openClusterApi } from '../../harness/cluster/api.ts';
import { startCluster } from '../../harness/cluster/cluster.ts';
import { startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { asked, type Deployment, deployLog, settled } from '../cluster/support/planes.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** An agent that counts the messages of its thread in two steps. */
const AGENT: FileTree = {
  'langgraph.json': JSON.stringify({ dependencies: ['.'], graphs: { agent: './agent.py:graph' } }),
  'requirements.txt': 'langgraph\n',
  'agent.py': `
import operator
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    told: Annotated[list[str], operator.add]
    count: int


builder = StateGraph(State)
builder.add_node("hear", lambda state: {"count": len(state["told"])})
builder.add_node("answer", lambda state: {"told": [f"heard {state['count']}"]})
builder.add_edge(START, "hear")
builder.add_edge("hear", "answer")
builder.add_edge("answer", END)
graph = builder.compile()
`,
};

// docs/kubernetes.md#python-pods
test('Kubernetes pods build and run a Python agent, and a thread continues in another replica and pod', async () => {
  const cluster = await startCluster();
  undo.push(() => cluster.close());
  const api = openClusterApi(cluster.access);
  undo.push(() => api.close());
  const folder = await mkdtemp(path.join(tmpdir(), 'python-pods-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const namespace = await freshNamespace(api, 'python');
  const replicas = await startReplicas(2, {
    access: cluster.access,
    namespace,
    healthTimeout: WAIT_LIMIT_MS / 1_000,
  });
  undo.push(() => replicas.close());
  const [one, other] = replicas.running;
  if (one === undefined || other === undefined) throw new Error('two replicas run');

  const { url } = await createRepository(AGENT, 'main', folder);
  const { id, latest_revision_id: revision } = await asked<Deployment>(one, 'POST', '/v2/deployments', {
    name: 'in-python',
    source: 'git_host',
    source_config: { integration_id: null, repo_url: url },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const end = await settled(other, id, revision, HANG_LIMIT_MS);
  const log = await deployLog(other, id, revision);
  expect([end.status, end.status_message, log]).toEqual(['DEPLOYED', null, expect.any(String)]);

  const { thread_id: thread } = await asked<{ thread_id: string }>(one, 'POST', `/d/${id}/threads`, {});
  const streamed = async (replica: EmulatorHandle, text: string) => {
    const { status, body } = await replica.api('POST', `/d/${id}/threads/${thread}/runs/stream`, {
      assistant_id: 'agent',
      input: { told: [text] },
      stream_mode: ['updates'],
    });
    expect(status).toBe(200);
    return String(body);
  };
  const first = await streamed(one, 'a');
  expect(first).toContain('"hear":{"count":1}');
  expect(first).toContain('"answer":{"told":["heard 1"]}');
  expect(await streamed(other, 'b')).toContain('"answer":{"told":["heard 3"]}');

  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const labels = encodeURIComponent(`agent-deploy/revision=${revision}`);
  const deleted = await api.request('DELETE', `${pods}?labelSelector=${labels}`);
  expect(deleted.status).toBe(200);
  expect(await streamed(one, 'c')).toContain('"answer":{"told":["heard 5"]}');
  const state = await asked<{ values: unknown }>(other, 'GET', `/d/${id}/threads/${thread}/state`);
  expect(state.values).toEqual({ told: ['a', 'heard 1', 'b', 'heard 3', 'c', 'heard 5'], count: 5 });
});
