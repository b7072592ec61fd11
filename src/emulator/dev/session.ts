import path from 'node:path';
import * as z from 'zod';
import { createControlPlane } from '../../clients/control-plane.ts';
import { createTransport } from '../../clients/transport.ts';
import { withGit } from '../../git/program.ts';
import { createEmulator, type EmulatorOptions } from '../index.ts';
import { UsageError } from '../ports/usage-error.ts';
import { describeAddress } from './address.ts';
import type { AgentFolder } from './agent-folder.ts';
import { createDevDeployment } from './deployment.ts';
import { runLoop } from './loop.ts';
import { createPrintedLines } from './relevance.ts';
import { createSnapshots } from './snapshots.ts';
import { createTerminal } from './terminal.ts';
import { watchFolder } from './watch.ts';

export interface SessionOptions {
  agent: AgentFolder;
  /** Options of the emulator. The folder `dataDir` must exist. */
  emulator: EmulatorOptions & { dataDir: string; apiKey: string };
  /** Path of `dataDir` without symbolic links. */
  realDataDir: string;
  /** True to start without the threads and builds of earlier sessions. */
  fresh: boolean;
  /** Commands of the deployment, or null if the agent's files determine the command. */
  commands: { install_command: string | null; build_command: string | null };
  env: Readonly<Record<string, string | undefined>>;
  /** Writes a line for the developer. */
  print: (line: string) => void;
  /** Ends the session when aborted. */
  signal: AbortSignal;
}

/** Fields of the emulator's health report that this session reads. */
const Health = z.looseObject({
  data_plane: z.looseObject({
    serving: z.array(z.looseObject({ deployment_id: z.string(), pid: z.number().nullable() })),
  }),
});

/** Name of the snapshots' folder in the data folder. */
const SNAPSHOTS = 'working-tree';

/**
 * Starts an emulator and deploys the agent of a folder to it after each save, until the signal aborts.
 * @throws UsageError if git is missing or the emulator cannot start.
 */
export async function runSession(options: SessionOptions): Promise<void> {
  const { agent, env, signal, realDataDir } = options;
  const printed = createPrintedLines();
  const print = (line: string) => {
    printed.add(line);
    options.print(line);
  };
  // With `GITHUB_WORKSPACE`, the search for git skips the agent's folder, which might contain a program with the name
  // git.
  const trusted = { ...env, GITHUB_WORKSPACE: agent.root };
  const done = await withGit(trusted, signal, async (git) => {
    try {
      await develop({ ...options, print }, () =>
        createSnapshots(agent, git, {
          folder: path.join(realDataDir, SNAPSHOTS),
          leftOut: realDataDir,
          printed,
        }),
      );
    } catch (error) {
      // An aborted signal has stopped git, so git's error is not a failure.
      if (!signal.aborted) throw error;
    }
    return true;
  });
  if (done === undefined) throw new UsageError('git is required to read the working tree; install it');
}

async function develop(
  { agent, emulator: settings, realDataDir, fresh, commands, print, signal }: SessionOptions,
  openSnapshots: () => ReturnType<typeof createSnapshots>,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { dataDir } = settings;
  const terminal = createTerminal({
    print,
    root: agent.root,
    dataDir,
    buildFolders: [...new Set([dataDir, realDataDir])].map((folder) => path.join(folder, 'revisions')),
    address: async () =>
      describeAddress(transport, agent, { url: (await deployment.url()) ?? '', apiKey: settings.apiKey }),
  });
  const emulator = await createEmulator({
    ...settings,
    keepResolution: true,
    log: (line, detail) => {
      // The terminal reports revisions in more detail than the emulator's log.
      if (detail?.revision_id === undefined && detail?.level !== 'info') print(`emulator: ${line}`);
    },
    onRevisionLine: ({ fromAgent, level, message }) => {
      if (fromAgent) terminal.agentLine(message);
      else if (level === 'WARNING') terminal.warning(message);
      else if (level === 'ERROR') terminal.error(message);
    },
  });
  stack.defer(() => emulator.close());
  if (settings.orNextPort === true && emulator.port !== settings.port) {
    print(`port ${settings.port} is in use, so the control plane listens on ${emulator.urls.controlPlane}`);
  }
  if (fresh) await emulator.reset();
  const link = emulator.dashboardLink();
  if (link !== undefined) print(`dashboard: ${link} (signs in once, within ten minutes)`);
  const transport = createTransport({ env: {}, redact: (text) => text });
  stack.defer(() => transport.close());
  const snapshots = await openSnapshots();
  const deployment = createDevDeployment({
    controlPlane: createControlPlane({
      transport,
      baseUrl: emulator.urls.controlPlane,
      dialect: 'generic',
      apiKey: settings.apiKey,
    }),
    events: emulator.events,
    isRunning: async (deploymentId) => {
      const headers = { 'x-api-key': settings.apiKey };
      const url = new URL(`${emulator.urls.admin}/health`);
      const { json } = await transport.call({ method: 'GET', url, headers });
      const { serving } = Health.parse(json).data_plane;
      return serving.some((one) => one.deployment_id === deploymentId && one.pid !== null);
    },
    name: agent.name,
    source: { repo_url: snapshots.repoUrl, ...commands },
    configPath: agent.configPath,
  });
  // The watcher needs the list of ignored files before it reads subfolders.
  await snapshots.look();
  const watcher = await watchFolder(agent.root, (file) => snapshots.isIgnored(file));
  stack.defer(() => watcher.close());
  await runLoop({ snapshots, watcher, deployment, report: terminal, signal });
}
