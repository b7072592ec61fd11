import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { graphConfig } from './agents/fixtures.ts';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from './emulator.ts';
import type { FileTree } from './git.ts';
import { type PostgresServer, startPostgres } from './postgres/server.ts';

/** One PostgreSQL database, and emulators that share it, each with a data directory of its own. */
export interface SharedDatabase {
  /** For what the emulators work with: repositories, files their builds write. */
  readonly folder: string;
  readonly server: PostgresServer;
  readonly url: string;
  /** Starts an emulator; the same name again is the same data directory. */
  start(name: string, more?: EmulatorOptions): Promise<EmulatorHandle>;
  /** Where the emulator of this name keeps its data. */
  dataDir(name: string): string;
  /** Ends every emulator that still runs, and the server. */
  close(): Promise<void>;
}

/** Opens a database with nothing in it. `server`: one that runs already, and keeps running. */
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

/** Builds and runs that tell that they began, and end when they are let. */
export interface Gates {
  /** For `source_config.build_command`: tells of the build, and waits while builds are held. */
  readonly buildCommand: string;
  /** An agent whose runs tell of themselves, and wait while runs are held. */
  readonly agent: FileTree;
  hold(what: 'builds' | 'runs'): Promise<void>;
  release(what: 'builds' | 'runs'): Promise<void>;
  /** Each build that began: its revision, and the data directory of the emulator that began it. */
  builds(): Promise<{ revisionId: string; dataDir: string }[]>;
  /** What each attempt at a run was asked to say, in the order in which they began. */
  runs(): Promise<string[]>;
}

/** Makes them over files in this folder. */
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
