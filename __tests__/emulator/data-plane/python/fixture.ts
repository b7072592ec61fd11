import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installFakePython, installFakeUv } from '../../../../harness/fake-python/install.ts';
import type { DependencyPlan, PythonConfig } from '../../../../src/graph-config/python.ts';
import { type BuildLimits, DEFAULT_LIMITS } from '../../../../src/emulator/data-plane/build/step.ts';
import { fetchEnvironment } from '../../../../src/emulator/data-plane/environment.ts';
import {
  createPythonEnvironments,
  type PythonEnvironments,
} from '../../../../src/emulator/data-plane/python/environments.ts';
import type { PythonRequest } from '../../../../src/emulator/data-plane/python/toolchain.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';

export interface Asked {
  files?: Record<string, string>;
  config?: Partial<PythonConfig>;
  plan?: Partial<DependencyPlan>;
  /** Exported name and file of the graph. */
  graph?: [string, string];
  installCommand?: string;
  buildCommand?: string;
  limits?: Partial<BuildLimits>;
  signal?: AbortSignal;
  /** Secrets of the deployment for packages. */
  secrets?: Record<string, string>;
}

interface Call {
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

export type Workshop = Awaited<ReturnType<typeof openPythonFixture>>;

/** Creates a data folder with a fake Python, a fake uv, and no other program. */
export async function openPythonFixture() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'python-environments-')));
  const [bin, dataDir] = [join(folder, 'bin'), join(folder, 'data')];
  await mkdir(bin);
  await installFakePython(bin, { name: 'python3.12', version: '3.12.4' });
  await installFakeUv(bin);
  const processes = createProcesses();
  const lines: string[] = [];
  const hostEnv: Record<string, string> = { PATH: bin, HOME: join(folder, 'home') };
  let revisions = 0;

  const nextHome = () => join(dataDir, 'revisions', `revision-${revisions + 1}`);
  /** Returns the calls of uv and pip. */
  const calls = async (): Promise<Call[]> => {
    const text = await readFile(join(folder, 'home', 'calls'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Call);
  };
  const count = async (...words: string[]) =>
    (await calls()).filter(({ args }) => words.every((word) => args.includes(word))).length;
  return {
    folder,
    bin,
    dataDir,
    processes,
    lines,
    hostEnv,
    calls,
    /** Returns the number of calls of uv or pip with these arguments. */
    count,
    /** Returns the keys of the cached environments. */
    kept: () => readdir(join(dataDir, 'python', 'environments')).catch(() => []),
    drafts: () => readdir(join(dataDir, 'python', 'drafts')).catch(() => []),
    /** Returns the folder for the next revision. */
    nextHome,
    open: (keepResolution = false) =>
      createPythonEnvironments({ processes, env: hostEnv, dataDir, pythons: [], keepResolution }),
    /** Prepares another revision. */
    async prepare(environments: PythonEnvironments, asked: Asked) {
      const home = nextHome();
      revisions += 1;
      const checkout = join(home, 'checkout');
      for (const [name, text] of Object.entries(asked.files ?? {})) {
        await mkdir(dirname(join(checkout, name)), { recursive: true });
        await writeFile(join(checkout, name), text);
      }
      await mkdir(checkout, { recursive: true });
      const within = (names: readonly string[] = []) => names.map((name) => join(checkout, name));
      const [exportName, file] = asked.graph ?? ['graph', undefined];
      const request: PythonRequest = {
        checkout,
        folder: checkout,
        folderName: '',
        shown: 'langgraph.json',
        home,
        config: {
          version: '3.12',
          installer: 'auto',
          pipConfigFile: undefined,
          source: { kind: 'dependencies', entries: ['.'] },
          ...asked.config,
        },
        plan: {
          requirements: asked.plan?.requirements ?? [],
          requirementFiles: within(asked.plan?.requirementFiles),
          packages: within(asked.plan?.packages),
          paths: within(asked.plan?.paths),
          flat: (asked.plan?.flat ?? []).map((one) => ({
            name: one.name,
            folder: join(checkout, one.folder),
          })),
        },
        modules: [
          {
            key: 'graphs.agent',
            path: './agent.py',
            exportName,
            file: file === undefined ? file : join(checkout, file),
          },
        ],
        installCommand: asked.installCommand,
        buildCommand: asked.buildCommand,
        access: { variables: asked.secrets ?? {}, cacheFolder: join(home, 'package-cache') },
      };
      const machine = { env: hostEnv, platform: process.platform, nodeFolder: bin };
      const context = {
        processes,
        signal: asked.signal ?? new AbortController().signal,
        log: (line: string, level?: string) => lines.push(level === undefined ? line : `${level} ${line}`),
        env: fetchEnvironment(machine),
        limits: { ...DEFAULT_LIMITS, ...asked.limits },
      };
      return { ...(await environments.prepare(context, request)), checkout, home };
    },
    async remove() {
      await processes.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
