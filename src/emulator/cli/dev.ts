import os from 'node:os';
import path from 'node:path';
import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { servesDashboard } from './dashboard.ts';
import { EMULATOR_FLAGS, readEmulatorFlags } from './flags.ts';
import { readStartOptions, refuseData, untilEnded } from './run.ts';

const {
  'data-dir': dataDir,
  'health-timeout': healthTimeout,
  'stuck-timeout': stuckTimeout,
  'install-timeout': installTimeout,
  python,
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
  dashboard,
  'no-dashboard': noDashboard,
  'parent-pid': parentPid,
  help,
} as const;

/** Deploys the agent of a folder, and again after each save, until a signal arrives. */
export const dev: Command = {
  usage: (program) => `usage: ${program} dev [folder] [flags]

Deploys the agent of a folder (the current one) as it is saved, uncommitted edits included, and again after each
change. Threads and their state are kept. A broken edit leaves the revision before serving.

  --config <file>       the graph configuration, in that folder (langgraph.json)
  --fresh               begins without the threads and builds of earlier sessions
  --install-command <c> installs the packages, in place of what the lock file suggests
  --build-command <c>   runs after the installation
  --data-dir <folder>   where threads and builds are kept; absent: a folder of this agent among the user's own state
  --port <n>            port of the control plane; 0 for any free one (4400, or the next that is free)
  --health-timeout <s>  seconds the agent may take to become healthy (60)
  --stuck-timeout <s>   seconds the agent's process may be silent or blocked before it is restarted (60)
  --install-timeout <s> seconds one install of packages may take (600)
  --python <path>       a Python to try before those on PATH; may be given several times
  --dashboard           serves a page that shows the agent and every request to it, and prints a link that signs in once
                        (on in a terminal, off in CI)
  --no-dashboard        serves none
  --parent-pid <n>      ends with this process; absent: only a signal ends it

  EMULATOR_API_KEY      the API key; absent: one that is kept in the data folder
`,
  async run(argv, { env, print, isTerminal = false }) {
    const { values, positionals } = parseFlags(argv, DEV_FLAGS, { positionals: 1 });
    const { config, fresh, 'install-command': install, 'build-command': build, port, ...flags } = values;
    const { findAgent } = await import('../dev/agent-folder.ts');
    const agent = await findAgent(positionals[0] ?? '.', config);
    const defaults = parseFlags([], EMULATOR_FLAGS).values;
    const read = readEmulatorFlags({ ...defaults, ...flags, port: port ?? defaults.port });
    const { options } = await readStartOptions(read, env);
    if (options.databaseUrl !== undefined) {
      throw new UsageError('EMULATOR_DATABASE_URL: dev keeps its data in a folder; unset it');
    }
    const { defaultDataFolder, openDevData, readKeptKey } = await import('../dev/data-folder.ts');
    const machine = { env, platform: process.platform, home: os.homedir() };
    const folder = path.resolve(options.dataDir ?? defaultDataFolder(agent, machine));
    const data = await openDevData(folder, agent);
    const apiKey = options.apiKey ?? (await readKeptKey(folder));
    const end = await untilEnded(read.parentPid);
    const ending = new AbortController();
    void end.reason.then((reason) => ending.abort(new Error(reason)));
    const { runSession } = await import('../dev/session.ts');
    await runSession({
      agent,
      emulator: {
        ...options,
        // Several agents can be developed at once, each with its own `dev` and port.
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
