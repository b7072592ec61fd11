import type { EmulatorMachine, InstallResult } from '../../../src/action/emulator/context.ts';
import { runEmulatorMain } from '../../../src/action/emulator/main.ts';
import { emulatorPaths } from '../../../src/action/emulator/paths.ts';
import { runEmulatorPost } from '../../../src/action/emulator/post.ts';
import { variableOf } from '../../../src/action/inputs/registry.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { createFakeHost, type FakeHost } from '../support/host.ts';

export const FOLDER = '/tmp/agent-deploy-abc123';
/** The process of npm during the installation. */
const NPM = { pid: 4242, startTime: 'boot:0', program: '/usr/lib/npm-cli.js' };
export const PATHS = emulatorPaths(FOLDER);
export const KEY = 'local_key-of-this-very-job-1';
export const READY = {
  ready: true,
  urls: {
    controlPlane: 'http://127.0.0.1:4400',
    sandboxes: 'http://127.0.0.1:4400/sandbox',
    tracing: 'http://127.0.0.1:4400/tracing',
    admin: 'http://127.0.0.1:4400/_local',
  },
  workspaceId: '0f9e2d4c-1b3a-4c5d-8e7f-001122334455',
  apiKey: KEY,
};

/** A runner with npm and an emulator, whose behavior each test specifies. */
export interface EmulatorScenario {
  inputs: Record<string, string>;
  env: Record<string, string>;
  event: { name: string; payload: Record<string, unknown> };
  clock: FakeClock;
  /** Packed emulators next to the action. */
  packages: string[];
  /** Files of the machine, and files of the checkout by their path in it. */
  files: Map<string, string>;
  install: (signal: AbortSignal) => Promise<InstallResult>;
  emulator: {
    startError: Error | undefined;
    /**
     * Time between the start and the readiness of the emulator, on the clock, or `undefined` if it never becomes
     * ready.
     */
    readyAfterMs: number | undefined;
    end: { code: number | null; signal: string | null } | undefined;
    running: boolean;
    args: readonly string[];
    apiKey: string | undefined;
    /** Files that existed when the emulator was started. */
    files: Record<string, string>;
    /** State that the main step had saved for the post step at the end of the start. */
    stateAtStart: string | undefined;
  };
  /** State that the post step would find if the main step were killed during the installation. */
  stateWhileInstalling: string | undefined;
  /** Stopped processes, with the working directory that they must have. */
  stopped: { pid: number; folder: string }[];
  cancel: AbortController;
  run(): Promise<{ code: number; host: FakeHost; result: Record<string, unknown> }>;
  /** Runs the post phase with the state that the main phase saved. */
  post(env?: Record<string, string>): Promise<FakeHost>;
}

/** Creates a scenario with a push, a packed emulator next to the action, and an emulator that is ready immediately. */
export function createEmulatorScenario(inputs: Record<string, string> = {}): EmulatorScenario {
  const clock = createFakeClock();
  let host: FakeHost | undefined;
  const scenario: EmulatorScenario = {
    inputs,
    env: {},
    event: { name: 'push', payload: { ref: 'refs/heads/main' } },
    clock,
    packages: ['/action/emulator/agent-deploy-emulator-1.2.3.tgz'],
    files: new Map(),
    install: async () => ({
      kind: 'installed',
      emulator: { program: `${PATHS.install}/program.js`, version: '1.2.3' },
    }),
    emulator: {
      startError: undefined,
      readyAfterMs: 0,
      end: undefined,
      running: false,
      args: [],
      apiKey: undefined,
      files: {},
      stateAtStart: undefined,
    },
    stateWhileInstalling: undefined,
    stopped: [],
    cancel: new AbortController(),
    async run() {
      const own = hostOf(scenario, {});
      host = own;
      const code = await runEmulatorMain({
        host: own,
        clock,
        signal: scenario.cancel.signal,
        crash: new AbortController().signal,
        createKey: () => KEY,
        machine: machineOf(scenario, () => own),
        cancelGracePeriod: () => clock.sleep(5_000),
      });
      return {
        code,
        host: own,
        result: JSON.parse(own.outputs['result'] ?? '{}') as Record<string, unknown>,
      };
    },
    async post(env = {}) {
      const state = Object.fromEntries(
        Object.entries(host?.state ?? {}).map(([name, value]) => [`STATE_${name}`, value]),
      );
      const own = hostOf(scenario, { ...state, ...env });
      await runEmulatorPost({ host: own, machine: machineOf(scenario, () => own) });
      return own;
    },
  };
  return scenario;
}

function hostOf({ inputs, env, event }: EmulatorScenario, more: Record<string, string>): FakeHost {
  const given = Object.entries(inputs).map(([name, text]) => [variableOf(name), text]);
  return createFakeHost(
    {
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: '/event.json',
      GITHUB_REPOSITORY: 'acme/agents',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SHA: 'd'.repeat(40),
      ...Object.fromEntries(given),
      ...env,
      ...more,
    },
    { '/event.json': JSON.stringify(event.payload) },
  );
}

function machineOf(scenario: EmulatorScenario, host: () => FakeHost): EmulatorMachine {
  const { files, emulator, clock } = scenario;
  return {
    findPackages: async () => scenario.packages,
    readWorkspaceFile: async (file) =>
      files.get(file) ?? { message: `${file} is not in the workspace`, hint: 'Check the path.' },
    makeFolder: async () => FOLDER,
    folderOwner: async (folder) => (folder === FOLDER ? 'ours' : 'foreign'),
    clearFolder: async (folder) => {
      for (const file of files.keys()) {
        if (file.startsWith(folder) && !file.startsWith(PATHS.logs)) files.delete(file);
      }
    },
    writeFile: async (file, text) => void files.set(file, text),
    removeFile: async (file) => void files.delete(file),
    readFile: async (file) => files.get(file),
    readLines: async function* lines(file) {
      yield* (files.get(file) ?? '').split('\n').filter((line) => line !== '');
    },
    install: async (_tarball, _folder, { signal, onStart }) => {
      await onStart(NPM);
      scenario.stateWhileInstalling = host().state['agent-deploy-emulator'];
      return scenario.install(signal);
    },
    start: async (_program, { args, apiKey }) => {
      if (emulator.startError !== undefined) throw emulator.startError;
      const running = emulator.end === undefined;
      Object.assign(emulator, { args, apiKey, running, files: Object.fromEntries(files) });
      const { readyAfterMs } = emulator;
      if (readyAfterMs !== undefined) {
        void clock.sleep(readyAfterMs).then(() => files.set(PATHS.ready, `${JSON.stringify(READY)}\n`));
      }
      return {
        process: { pid: 4711, startTime: 'boot:1', program: `${PATHS.install}/program.js` },
        ended: () => {
          emulator.stateAtStart ??= host().state['agent-deploy-emulator'];
          return emulator.end;
        },
      };
    },
    jobProcess: () => 815,
    stop: async (started, folder) => {
      scenario.stopped.push({ pid: started.pid, folder });
      const was = emulator.running;
      emulator.running = false;
      return was ? 'stopped' : 'gone';
    },
  };
}
