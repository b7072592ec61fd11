import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../../harness/git.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { cloudOf } from '../../emulator/admin/cloud.ts';
import { gitDeployment } from '../../emulator/server/plane.ts';
import type { DashboardTab, useDashboard } from './dashboard.ts';
import { type Relay, startRelay } from './relay.ts';

/** A deployed agent, with functions that tests use besides the page. */
export interface ServedAgent {
  emulator: Emulator;
  id: string;
  url: string;
  /** Returns the ID of a graph's assistant. */
  assistant(graph: string): Promise<string>;
  // Tests read bodies of any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** Connection between the browser and the emulator. */
  relay: Relay;
  /** Creates a thread. */
  thread(): Promise<string>;
  /** Returns a missing file for which a graph waits; `open` creates the file. */
  gate(): Promise<{ file: string; open(): Promise<void> }>;
  /** Opens a screen of the agent, such as `playground?thread=…`, in a signed-in browser. */
  open(place: string): Promise<DashboardTab>;
}

/** Deploys one agent for all tests of a file. */
export function useAgent(
  dashboard: ReturnType<typeof useDashboard>,
  files: FileTree | (() => FileTree | Promise<FileTree>),
  {
    change = { source_config: { install_command: rootModulesInstall() } },
    ...options
  }: EmulatorOptions & { change?: { source_config?: Record<string, unknown> } } = {},
): () => ServedAgent {
  let served: ServedAgent | undefined;
  const undo: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const repository = await createRepository(typeof files === 'function' ? await files() : files);
    undo.push(() => repository.remove());
    const relay = await startRelay();
    undo.push(() => relay.close());
    const emulator = await createEmulator({
      runtime: 'process',
      dashboard: true,
      log: () => undefined,
      publicUrl: `http://127.0.0.1:${relay.port}`,
      ...options,
    });
    undo.push(() => emulator.close());
    relay.leadTo(emulator.port);
    const { api, deploy } = cloudOf(emulator);
    const { id, url, revisionStatus } = await deploy(
      gitDeployment({ source_config: { repo_url: repository.url, ...change.source_config } }),
    );
    expect(revisionStatus).toBe('DEPLOYED');
    const folder = await mkdtemp(path.join(tmpdir(), 'gates-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    let gates = 0;
    const call: ServedAgent['call'] = async (method, target, body) => {
      const answer = await api(method, `/d/${id}${target}`, body);
      if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status}`);
      return answer.body;
    };
    served = {
      emulator,
      id,
      url,
      call,
      relay,
      async assistant(graph) {
        const [found] = await call('POST', '/assistants/search', { graph_id: graph });
        return String(found.assistant_id);
      },
      thread: async () => String((await call('POST', '/threads', {})).thread_id),
      async gate() {
        gates += 1;
        const file = path.join(folder, `gate-${gates}`);
        return { file, open: () => writeFile(file, '') };
      },
      async open(place) {
        const tab = await dashboard.signIn(emulator.dashboardLink() ?? '');
        await tab.open(`/deployments/${id}/${place}`);
        await tab.page.getByRole('navigation', { name: 'Screens' }).waitFor();
        return tab;
      },
    };
  });
  afterAll(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });
  return () => {
    if (served === undefined) throw new Error('the agent is deployed before the tests, not before that');
    return served;
  };
}
