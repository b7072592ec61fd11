import { createHash } from 'node:crypto';
import type { BoxOptions, CommandEvent, IsolationLevel } from '../../../src/box/box.ts';
import type { SandboxRequest, SandboxService } from '../../../src/clients/sandboxes.ts';
import type { Sandbox } from '../../../src/contract/sandbox.ts';
import type { AuditEntry, PushAnswer, SandboxPush } from '../../../src/credential-proxy/messages.ts';
import { runSandboxMain } from '../../../src/action/sandbox/main.ts';
import { sandboxName } from '../../../src/action/sandbox/name.ts';
import { runSandboxPost } from '../../../src/action/sandbox/post.ts';
import { checkConfig } from '../../../src/action/inputs/check-proxy-config.ts';
import { resolveConfig, variablesOf, warningsOf } from '../../../src/action/sandbox/proxy-rules.ts';
import { sentinelVariables } from '../../../src/credential-proxy/sentinel.ts';
import type { SandboxAccess } from '../../../src/action/inputs/sandbox-inputs.ts';
import type { Machine, OpenService } from '../../../src/action/sandbox/context.ts';
import { createFakeClock, type FakeClock } from '../support/clock.ts';
import { createFakeHost, type FakeHost } from '../support/host.ts';
import { createFakeBox, createFakeProxy } from './fake-box.ts';

const API_KEY = 'key_of_the_test_5f0a11';
export const TOKEN_SECRET = 'value-of-the-github-token';
export const CONFIG = `
rules:
  - name: api
    match_hosts: [api.example.org]
    headers:
      - { name: Authorization, type: workspace_secret, value: 'Bearer {API_TOKEN}' }
`;
const REPOSITORY = 'acme/agents';
const FOLDER = '/tmp/agent-deploy-x';
const DAY_MS = 24 * 3_600_000;

type Method = keyof SandboxService;

interface FakeService extends SandboxService {
  /** Statuses of a new sandbox, one per poll; the last status stays. */
  statuses: string[];
  readonly boxes: Map<string, Sandbox>;
  readonly created: SandboxRequest[];
  readonly removed: string[];
  /** Makes the next call of the method fail; with `afterDoing`, the call is executed and only its response is lost. */
  fail(method: Method, error: Error, options?: { afterDoing?: boolean; times?: number }): void;
  /** Adds a sandbox of the repository that an earlier run created this many days ago, and returns its name. */
  leave(runId: string, days: number, name?: string): string;
}

/** Creates the part of the sandbox service that the client uses. */
function createFakeService(clock: FakeClock): FakeService {
  const boxes = new Map<string, Sandbox>();
  const looks = new Map<string, number>();
  const faults: { method: Method; error: Error; afterDoing: boolean; times: number }[] = [];
  const guarded = async <T>(method: Method, work: () => T): Promise<T> => {
    const fault = faults.find((one) => one.method === method && one.times > 0);
    if (fault === undefined) return work();
    fault.times -= 1;
    if (fault.afterDoing) work();
    throw fault.error;
  };
  const shown = (name: string): Sandbox | undefined => {
    const box = boxes.get(name) ?? [...boxes.values()].find(({ id }) => id === name);
    if (box === undefined) return undefined;
    const look = looks.get(box.name) ?? 0;
    looks.set(box.name, look + 1);
    const status = service.statuses[Math.min(look, service.statuses.length - 1)] ?? 'ready';
    return { ...box, status };
  };
  const service: FakeService = {
    statuses: ['ready'],
    boxes,
    created: [],
    removed: [],
    fail: (method, error, { afterDoing = false, times = 1 } = {}) =>
      void faults.push({ method, error, afterDoing, times }),
    leave: (runId, days, name) => {
      const whole =
        name ??
        sandboxName({ prefix: 'gha', repository: markOf(REPOSITORY), runId, attempt: 1, unique: 'ab12cd34' });
      const createdAt = new Date(clock.now() - days * DAY_MS).toISOString();
      boxes.set(whole, { name: whole, id: `id-of-${whole}`, created_at: createdAt });
      return whole;
    },
    create: (body) =>
      guarded('create', () => {
        service.created.push(body);
        const name = body.name ?? 'unnamed';
        boxes.set(name, { name, id: `id-of-${name}`, dataplane_url: 'https://box.example.org' });
        return shown(name) ?? { name };
      }),
    get: (name) => guarded('get', () => shown(name)),
    list: (part) => guarded('list', () => [...boxes.values()].filter(({ name }) => name.includes(part))),
    remove: (name) =>
      guarded('remove', () => {
        const box = boxes.get(name) ?? [...boxes.values()].find(({ id }) => id === name);
        if (box !== undefined) service.removed.push(box.name);
        return box !== undefined && boxes.delete(box.name);
      }),
  };
  return service;
}

export const markOf = (repository: string): string =>
  createHash('sha256').update(`https://github.com/${repository}`).digest('hex').slice(0, 6);

export interface SandboxScenario {
  inputs: Record<string, string>;
  env: Record<string, string>;
  event: { name: string; payload: Record<string, unknown> };
  clock: FakeClock;
  service: FakeService;
  /** Accesses with which the main step and the post step opened the service. */
  opened: SandboxAccess[];
  /** Files of the machine, by path. */
  files: Map<string, string>;
  proxy: {
    startError: Error | undefined;
    answer: PushAnswer;
    pushes: SandboxPush[];
    /** Audit entries for requests during the command. */
    audit: Partial<AuditEntry>[];
    running: boolean;
    detached: boolean;
    /** State that the main step had saved for the post step when the proxy was detached. */
    stateAtDetach: string | undefined;
    stopped: unknown[];
    /** True if the process was just killed: it no longer responds, but its end is not reported yet. */
    deaf: boolean;
    /** True if the process is stopped and never responds. */
    frozen: boolean;
    end(): void;
  };
  box: {
    level: IsolationLevel;
    end: Extract<CommandEvent, { kind: 'exit' }>;
    output: string;
    started: BoxOptions[];
    commands: { command: string; env: Record<string, string>; cwd: string | null }[];
    stopped: boolean;
    /** Called while the command runs. */
    meanwhile: () => void;
  };
  variables: Record<string, string>;
  host: FakeHost | undefined;
  cancel: AbortController;
  run(): Promise<{ code: number; host: FakeHost; result: Record<string, unknown> }>;
  /** Runs the post phase with the state that the main phase saved. */
  /** Changes the saved state, as a program that writes its file would. */
  forge(changes: Record<string, unknown>): void;
  post(): Promise<FakeHost>;
}

/** Returns the event of a pull request from a fork of acme/agents. */
export const forkEvent = (): SandboxScenario['event'] => ({
  name: 'pull_request',
  payload: {
    repository: { full_name: REPOSITORY },
    pull_request: {
      head: { ref: 'x', sha: 'a'.repeat(40), repo: { full_name: 'other/agents' } },
      base: { repo: { full_name: REPOSITORY } },
    },
  },
});

/** Creates a push to acme/agents with the inputs of a sandbox. The test may change the scenario before it runs. */
export function createSandboxScenario(inputs: Record<string, string> = {}): SandboxScenario {
  const clock = createFakeClock();
  const service = createFakeService(clock);
  let state: Record<string, string> = {};
  const ended = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const scenario: SandboxScenario = {
    inputs: {
      ...(inputs['mode'] === 'runner' ? { 'proxy-config': CONFIG } : { 'api-key': API_KEY }),
      ...inputs,
    },
    env: inputs['mode'] === 'runner' ? { API_TOKEN: TOKEN_SECRET } : {},
    event: { name: 'push', payload: { ref: 'refs/heads/main', repository: { full_name: REPOSITORY } } },
    clock,
    service,
    opened: [],
    files: new Map(),
    proxy: {
      startError: undefined,
      answer: { kind: 'acked', revision: 1, caPem: 'CA OF THE PROXY\n', warnings: [] },
      pushes: [],
      audit: [],
      running: false,
      detached: false,
      stateAtDetach: undefined,
      stopped: [],
      deaf: false,
      frozen: false,
      end: () => {
        scenario.proxy.running = false;
        ended.resolve({ code: null, signal: 'SIGKILL' });
      },
    },
    box: {
      level: 'namespaces',
      end: { kind: 'exit', code: 0, reason: 'exit' },
      output: '',
      started: [],
      commands: [],
      stopped: false,
      meanwhile: () => {},
    },
    variables: {},
    host: undefined,
    cancel: new AbortController(),
    run: async () => {
      const host = hostOf(scenario, {});
      scenario.host = host;
      const code = await runSandboxMain({
        host: { ...host, setVariable },
        clock,
        signal: scenario.cancel.signal,
        crash: new AbortController().signal,
        random: (bytes, as) =>
          as === 'hex' ? 'c0de'.repeat(bytes).slice(0, bytes * 2) : 'r4nd0m-token-of-the-proxy',
        openService,
        machine: machineOf(scenario, ended.promise),
        cancelGracePeriod: () =>
          new Promise((resolve) => {
            setTimeout(resolve, 2000).unref();
          }),
      });
      state = Object.fromEntries(Object.entries(host.state).map(([name, value]) => [`STATE_${name}`, value]));
      return { code, host, result: JSON.parse(host.outputs['result'] ?? '{}') as Record<string, unknown> };
    },
    forge: (changes) => {
      for (const [name, value] of Object.entries(state)) {
        state[name] = JSON.stringify({ ...(JSON.parse(value) as object), ...changes });
      }
    },
    post: async () => {
      const host = hostOf(scenario, state);
      await runSandboxPost({
        host: { ...host, setVariable },
        machine: machineOf(scenario, ended.promise),
        openService,
        clock: { now: () => 0, sleep: async () => {} },
        readAudit: async () => (line) => JSON.parse(line) as AuditEntry,
      });
      return host;
    },
  };
  const openService: OpenService = async (access) => {
    scenario.opened.push(access);
    return { service, close: async () => {} };
  };
  const setVariable = async (name: string, value: string) => {
    scenario.variables[name] = value;
  };
  return scenario;
}

function hostOf(scenario: SandboxScenario, state: Record<string, string>): FakeHost {
  return createFakeHost(
    {
      ...Object.fromEntries(
        Object.entries(scenario.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      GITHUB_EVENT_NAME: scenario.event.name,
      GITHUB_EVENT_PATH: '/event.json',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '77',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_WORKSPACE: '/workspace',
      ...scenario.env,
      ...state,
    },
    { '/event.json': JSON.stringify(scenario.event.payload) },
  );
}

export const anAuditEntry: AuditEntry = {
  at: '2026-11-21T10:00:00Z',
  sandbox: 'runner',
  revision: 1,
  rule: 'api',
  decision: 'inject',
  reason: 'rule-matched',
  scheme: 'https',
  host: 'api.example.org',
  port: 443,
  method: 'GET',
  path: '/',
  status: 200,
  bytesUp: 0,
  bytesDown: 0,
  ms: 1,
  injected: ['Authorization'],
  placeholders: [],
  usesLeft: null,
  masked: 0,
  unsearched: false,
};

function machineOf(
  scenario: SandboxScenario,
  ended: Promise<{ code: number | null; signal: string | null }>,
): Machine {
  const { files, proxy, box } = scenario;
  const listeners: ((entry: AuditEntry) => void)[] = [];
  const stop = async () => {
    proxy.running = false;
  };
  return {
    makeFolder: async () => FOLDER,
    folderOwner: async (folder) => (folder === FOLDER ? 'ours' : 'foreign'),
    removeFolder: async (folder) => {
      for (const file of files.keys()) if (file.startsWith(folder)) files.delete(file);
    },
    isFolder: async (folder) => folder === '/tools',
    writeFile: async (file, text) => void files.set(file, text),
    readFile: async (file) => files.get(file),
    gitConfigs: async (workspace) =>
      [...files.keys()].filter((file) => file.startsWith(`${workspace}/`) && file.endsWith('/config')),
    readLines: async function* lines(file) {
      yield* (files.get(file) ?? '').split('\n');
    },
    roots: async () => ({ pem: 'ROOTS OF THE MACHINE\n', file: '/etc/roots.pem' }),
    loadConfigCheck: async () => checkConfig,
    warnings: async (config) => warningsOf(config),
    resolve: async (...args) => resolveConfig(...args),
    sentinels: async (...args) => sentinelVariables(...args),
    variables: async (place) => variablesOf(place),
    startTimeOf: async () => (proxy.running ? 'boot:1' : undefined),
    stopDetached: async (which) => {
      proxy.stopped.push(which);
      const was = proxy.running;
      await stop();
      return was;
    },
    async startProxy(auditFile) {
      if (proxy.startError !== undefined) throw proxy.startError;
      proxy.running = true;
      return createFakeProxy({
        push: async (push) => {
          proxy.pushes.push(push);
          return proxy.answer;
        },
        metrics: async () => {
          if (proxy.frozen) await new Promise(() => {});
          if (proxy.deaf) throw new Error('the channel is closed');
          for (const entry of proxy.audit.splice(0))
            for (const tell of listeners) tell({ ...anAuditEntry, ...entry });
          return '';
        },
        onAudit: (listener) => void listeners.push(listener),
        ended,
        detach: async () => {
          proxy.detached = true;
          proxy.stateAtDetach = scenario.host?.state['agent-deploy-sandbox'];
          return { pid: 4711, startTime: 'boot:1', auditFile };
        },
        stop,
      });
    },
    boxHost: async () => ({
      report: async () => ({
        level: box.level,
        findings: [`this machine offers ${box.level}`],
        remedies: box.level === 'namespaces' ? [] : ['Install bubblewrap.'],
      }),
      start: async (options) => {
        box.started.push(options);
        return createFakeBox(options, {
          run: (command) => {
            box.commands.push(command);
            box.meanwhile();
            return {
              events: (async function* events(): AsyncGenerator<CommandEvent> {
                yield { kind: 'started', pid: 1 };
                if (box.output !== '') yield { kind: 'stdout', data: Buffer.from(box.output) };
                // All simultaneous work is done after this turn of the event loop.
                await new Promise((resolve) => setImmediate(resolve));
                yield box.end;
              })(),
              write: async () => {},
              closeStdin: () => {},
              kill: () => {
                box.end = { kind: 'exit', code: 137, reason: 'killed' };
              },
            };
          },
          stop: async () => {
            box.stopped = true;
          },
        });
      },
    }),
  };
}
