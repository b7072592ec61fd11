import os from 'node:os';
import path from 'node:path';
import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { servesDashboard } from './dashboard.ts';
import { EMULATOR_FLAGS, readEmulatorFlags } from './flags.ts';
import { readStartOptions, refuseData, waitForEnd } from './run.ts';

const {
  'data-dir': dataDir,
  'health-timeout': healthTimeout,
  'stuck-timeout': stuckTimeout,
  'install-timeout': installTimeout,
  python,
  'no-spare-worker': noSpareWorker,
  dashboard,
  'no-dashboard': noDashboard,
  'parent-pid': parentPid,
  help,
} = EMULATOR_FLAGS;

const DEV_FLAGS = {
  config: { type: 'string', default: 'langgraph.json' },
  fresh: { type: 'boolean' },
  'install-command': { type: 'string' },
  'build-command': { type: 'string' },
  port: { type: 'string' },
  'data-dir': dataDir,
  'health-timeout': healthTimeout,
  'stuck-timeout': stuckTimeout,
  'install-timeout': installTimeout,
  python,
  'no-spare-worker': noSpareWorker,
  dashboard,
  'no-dashboard': noDashboard,
  'parent-pid': parentPid,
  help,
} as const;

/** Deploys the agent of a folder, and deploys it again after each save, until a signal arrives. */
export const dev: Command = {
  usage: (program) => `usage: ${program} dev [folder] [flags]

Deploys the agent of a folder (by default the current folder) with uncommitted edits, and deploys the agent
again after each save. Threads and their state are preserved. If an edit does not work, the previous revision keeps
serving.

  --config <file>       the graph configuration in that folder (langgraph.json)
  --fresh               starts without the threads and builds of earlier sessions
  --no-spare-worker     starts a process for each save, instead of one in advance
  --install-command <c> installs the packages instead of the command derived from the lock file
  --build-command <c>   runs after the installation
  --data-dir <folder>   folder for threads and builds (a folder for this agent in the user's state folder)
  --port <n>            port of the control plane; 0 for any free port (4400, or the next free port)
  --health-timeout <s>  seconds within which the agent must become healthy (60)
  --stuck-timeout <s>   seconds after which a silent or blocked agent process is restarted (60)
  --install-timeout <s> maximum seconds of one package installation (600)
  --python <path>       a Python to try before the Pythons on PATH; repeatable
  --dashboard           serves a page that shows the agent and every request to it, and prints a link for one sign-in
                        (on in a terminal, off in CI)
  --no-dashboard        serves no dashboard
  --parent-pid <n>      stops dev when the process with this ID exits (by default, only a signal stops dev)

  EMULATOR_API_KEY      the API key (a random key, stored in the data folder)`,
  async run(argv, { env, print, isTerminal = false }) {
    const { values, positionals } = parseFlags(argv, DEV_FLAGS, { positionals: 1 });
    const { config, fresh, 'install-command': install, 'build-command': build, port, ...flags } = values;
    const { findAgent } = await import('../dev/agent-folder.ts');
    const agent = await findAgent(positionals[0] ?? '.', config);
    const defaults = parseFlags([], EMULATOR_FLAGS).values;
    const read = readEmulatorFlags({ ...defaults, ...flags, port: port ?? defaults.port });
    const { options } = await readStartOptions(read, env);
    if (options.databaseUrl !== undefined) {
      throw new UsageError('EMULATOR_DATABASE_URL: dev keeps its data in a folder; unset this variable');
    }
    const { defaultDataFolder, openDevData, readStoredApiKey } = await import('../dev/data-folder.ts');
    const machine = { env, platform: process.platform, home: os.homedir() };
    const folder = path.resolve(options.dataDir ?? defaultDataFolder(agent, machine));
    const data = await openDevData(folder, agent);
    const apiKey = options.apiKey ?? (await readStoredApiKey(folder));
    const end = await waitForEnd(read.parentPid);
    const ending = new AbortController();
    void end.reason.then((reason) => ending.abort(new Error(reason)));
    const { runSession } = await import('../dev/session.ts');
    await runSession({
      agent,
      emulator: {
        spareWorker: 'kept',
        ...options,
        // Each `dev` process has its own port, so several agents can be developed at the same time.
        orNextPort: port === undefined,
        dashboard: servesDashboard(options, { isTerminal, env }),
        dataDir: folder,
        apiKey,
      },
      realDataDir: data.realPath,
      fresh: fresh === true,
      commands: { install_command: install ?? null, build_command: build ?? null },
      env,
      print: (line) => print(`${line}\n`),
      signal: ending.signal,
    })
      .catch(refuseData)
      .catch(async (error: unknown) => {
        if (error instanceof UsageError) await data.remove();
        throw error;
      });
    return 0;
  },
};
