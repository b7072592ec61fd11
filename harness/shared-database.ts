import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { graphConfig } from './agents/fixtures.ts';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from './emulator.ts';
import type { FileTree } from './git.ts';
import { type PostgresServer, startPostgres } from './postgres/server.ts';

/** One PostgreSQL database, and emulators that share it, each with its own data directory. */
export interface SharedDatabase {
  /** Folder for files that the emulators share: repositories, and files that builds write. */
  readonly folder: string;
  readonly server: PostgresServer;
  readonly url: string;
  /** Starts an emulator, whose data directory all emulators with the same name use. */
  start(name: string, more?: EmulatorOptions): Promise<EmulatorHandle>;
  /** Returns the data directory of the emulator with this name. */
  dataDir(name: string): string;
  /** Stops the running emulators and the server. */
  close(): Promise<void>;
}

/** Creates an empty database, on `server` if it is given, which is then not stopped. */
export async function openSharedDatabase(
  options: EmulatorOptions = {},
  server?: PostgresServer,
): Promise<SharedDatabase> {
  const own = server ?? (await startPostgres());
  const folder = await mkdtemp(path.join(tmpdir(), 'shared-'));
  const url = await own.freshDatabase();
  const keyringFile = path.join(folder, 'keyring');
  await writeFile(keyringFile, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const running = new Set<EmulatorHandle>();
  const dataDir = (name: string) => path.join(folder, 'data', name);
  await mkdir(path.join(folder, 'data'));
  return {
    folder,
    server: own,
    url,
    dataDir,
    async start(name, more = {}) {
      const emulator = await startEmulator({
        databaseUrl: url,
        keyringFile,
        apiKey: 'a-key-for-all-of-them',
        dataDir: dataDir(name),
        ...options,
        ...more,
      });
      running.add(emulator);
      void emulator.ended.then(() => running.delete(emulator));
      return emulator;
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill()));
      if (server === undefined) await own.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Builds and runs that report their start, and wait until they are released. */
export interface Gates {
  /** Value for `source_config.build_command`. The command reports the build, and waits while builds are held. */
  readonly buildCommand: string;
  /** Files of an agent whose runs report their start and wait while runs are held. */
  readonly agent: FileTree;
  hold(what: 'builds' | 'runs'): Promise<void>;
  release(what: 'builds' | 'runs'): Promise<void>;
  /** Returns the started builds, each with its revision and the data directory of the emulator that started it. */
  builds(): Promise<{ revisionId: string; dataDir: string }[]>;
  /** Returns the input message of each attempt at a run, in the order of their starts. */
  runs(): Promise<string[]>;
}

/** Creates the gates as files in this folder. */
export async function openGates(folder: string): Promise<Gates> {
  await mkdir(folder, { recursive: true });
  const file = (name: string) => path.join(folder, name);
  const gate = (what: string) => file(`${what}-may-go-on`);
  const waiting = (what: string) =>
    `while (!existsSync(${JSON.stringify(gate(what))})) await setTimeout(20);`;
  const program = file('build.mjs');
  await writeFile(
    program,
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync(${JSON.stringify(file('builds'))}, process.cwd() + '\\n');
${waiting('builds')}
`,
  );
  const agent: FileTree = {
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export const graph = {
  async invoke(input: { say?: string }) {
    appendFileSync(${JSON.stringify(file('runs'))}, String(input.say) + '\\n');
    ${waiting('runs')}
    return { said: input.say, pid: process.pid };
  },
};
`,
  };
  const lines = async (name: string) =>
    (await readFile(file(name), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const letGo = (what: string) => writeFile(gate(what), '');
  await letGo('builds');
  await letGo('runs');
  return {
    buildCommand: `node ${program}`,
    agent,
    async hold(what) {
      await rm(gate(what), { force: true });
    },
    release: letGo,
    builds: async () =>
      (await lines('builds')).map((folderOf) => {
        const [dataDir = '', rest = ''] = folderOf.split(`${path.sep}revisions${path.sep}`);
        return { dataDir, revisionId: rest.split(path.sep)[0] ?? '' };
      }),
    runs: () => lines('runs'),
  };
}
