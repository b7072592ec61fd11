import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommonSettings } from '../../../src/action/inputs/settings.ts';
import type { FindNeededVariables } from '../../../src/action/verb-context.ts';
import type { Host } from '../../../src/action/host/host.ts';
import type { GitHubConnection, GitHubLimits } from '../../../src/action/github/client.ts';
import { type ActionDefinition, DEPLOY_ACTION, runMain, VERIFY_ACTION } from '../../../src/action/main.ts';
import type { CodeHostAccess } from '../../../src/action/publish/code-host.ts';
import type { EvaluationApi } from '../../../src/clients/evaluation.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createPackSource, type PackLimits } from '../../../src/action/pack/pack.ts';
import { createFakeAgent, type FakeAgentServer } from './agent.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeHost, type FakeHost } from './host.ts';
import { createFakeControlPlane, type FakeControlPlane } from './control-plane.ts';

export const COMMIT = 'a'.repeat(40);
export const OLD_COMMIT = 'b'.repeat(40);
export const OTHER_COMMIT = 'c'.repeat(40);
export const AGENT_URL = 'https://my-agent.example.org';
export const API_KEY = 'lsv2_key_of_the_test_5f0a';

export interface Scenario {
  clock: FakeClock;
  controlPlane: FakeControlPlane;
  inputs: Record<string, string>;
  event: { name: string; payload: Record<string, unknown> };
  env: Record<string, string>;
  /** Members that a host other than GitHub's runner provides. */
  ofHost: Pick<Host, 'event' | 'progress'>;
  resolved: string | undefined;
  /** Finds the variables that the checkout's code reads, or `undefined` if the host does not know the code. */
  findNeededVariables: FindNeededVariables | undefined;
  /** Connection of the run to GitHub. */
  github: GitHubConnection | undefined;
  githubLimits: Partial<GitHubLimits>;
  /** Code host that the host provides, or `undefined` on GitHub. */
  codeHost: CodeHostAccess | undefined;
  cancel: AbortController;
  /** Definition of the action that runs. */
  program: ActionDefinition;
  /** Server of the live agent. */
  agent: FakeAgentServer;
  /** Servers of other agents, by URL. */
  otherAgents: Map<string, FakeAgentServer>;
  /** Client of the API for datasets, and the URLs for which the run requested it. */
  evaluation: EvaluationApi | undefined;
  evaluationUrls: string[];
  /** Returns the live agent's status for health checks. */
  health: () => number | undefined;
  /** Path of the checkout for `internal_source`. */
  workspace: string;
  packLimits: PackLimits;
  /** Aborted with an error if work fails that no code awaits. */
  crash: AbortController;
  /** Settings with which the run connected, or `undefined` if it never connected. */
  settings: CommonSettings | undefined;
  /** Returns the time until which the run's connection retries failed reads. */
  readDeadline: () => number | undefined;
  run(): Promise<{ code: number; host: FakeHost; result: Record<string, unknown> }>;
}

/**
 * Creates a push of COMMIT to main of acme/agents, with the inputs of a plain deploy. The test may change the scenario
 * before it runs. `shared` contains the clock and the control plane of other runs, for simultaneous runs.
 */
export function createScenario(
  inputs: Record<string, string> = {},
  shared: { clock?: FakeClock; plane?: FakeControlPlane } = {},
): Scenario {
  const clock = shared.clock ?? createFakeClock();
  const controlPlane = shared.plane ?? createFakeControlPlane(clock);
  controlPlane.heads.set('main', COMMIT);
  const scenario: Scenario = {
    clock,
    controlPlane,
    inputs: { 'api-key': API_KEY, 'deployment-name': 'my-agent', ...inputs },
    event: { name: 'push', payload: pushPayload() },
    env: {},
    ofHost: {},
    resolved: undefined,
    findNeededVariables: undefined,
    github: undefined,
    githubLimits: {},
    codeHost: undefined,
    program: DEPLOY_ACTION,
    agent: createFakeAgent(),
    otherAgents: new Map(),
    evaluation: undefined,
    evaluationUrls: [],
    health: () => 200,
    workspace: '/nowhere',
    packLimits: { max: 209_715_200, large: 50_000_000, kept: 8_000_000 },
    cancel: new AbortController(),
    crash: new AbortController(),
    settings: undefined,
    readDeadline: () => undefined,
    run: async () => {
      await using folder = await temporaryFolder();
      const host = createFakeHost(
        {
          ...Object.fromEntries(
            Object.entries(scenario.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
          ),
          GITHUB_EVENT_NAME: scenario.event.name,
          GITHUB_EVENT_PATH: '/event.json',
          GITHUB_REPOSITORY: 'acme/agents',
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_REF: 'refs/heads/main',
          GITHUB_SHA: COMMIT,
          GITHUB_WORKSPACE: scenario.workspace,
          RUNNER_TEMP: folder.path,
          ...scenario.env,
        },
        { '/event.json': JSON.stringify(scenario.event.payload) },
      );
      const code = await runMain({
        definition: scenario.program,
        host: { ...host, ...scenario.ofHost },
        clock,
        signal: scenario.cancel.signal,
        crash: scenario.crash.signal,
        connect: async ({ settings, readDeadline }) => {
          scenario.settings = settings;
          scenario.readDeadline = readDeadline;
          return {
            controlPlane: controlPlane.client,
            github: async () => scenario.github,
            probeStatus: async () => scenario.health(),
            agentServer: async (url) => {
              const agent = scenario.otherAgents.get(url) ?? scenario.agent;
              agent.urls.push(url);
              return agent.server;
            },
            agentData: async (url) => (scenario.otherAgents.get(url) ?? scenario.agent).data.client,
            evaluationApi: async (url) => {
              scenario.evaluationUrls.push(url);
              if (scenario.evaluation === undefined) throw new Error('the scenario has no datasets');
              return scenario.evaluation;
            },
            close: async () => {},
          };
        },
        resolveRef: async () => scenario.resolved,
        packSource: createPackSource(
          { PATH: process.env['PATH'], GITHUB_WORKSPACE: scenario.workspace },
          scenario.packLimits,
        ),
        loadMachine: () => Promise.reject(new Error('no command to run')),
        findNeededVariables: scenario.findNeededVariables,
        githubLimits: scenario.githubLimits,
        codeHost: scenario.codeHost,
      });
      const result = JSON.parse(host.outputs['result'] ?? '{}') as Record<string, unknown>;
      const { outcome = '' } = host.outputs;
      if (code !== exitCode(outcome, scenario.inputs)) throw new Error(`${outcome} exits with ${code}`);
      return { code, host, result };
    },
  };
  return scenario;
}

/**
 * Creates a folder that is removed at the end of its scope. The removal is repeated if a cancelled run, which does not
 * wait for its work to end, is still writing a file.
 */
async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-scenario-'));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Returns the required exit code of a run with this outcome, according to its policies. */
function exitCode(outcome: string, inputs: Record<string, string>): number {
  if (outcome === 'timed-out') return inputs['on-timeout'] === 'warn' ? 0 : 1;
  if (outcome === 'superseded') return ['warn', 'ignore'].includes(inputs['on-superseded'] ?? '') ? 0 : 1;
  return ['failed', 'cancelled', 'rolled-back'].includes(outcome) ? 1 : 0;
}

/**
 * Creates a scenario with the deployment `my-agent`, whose active revision has this commit; `over` replaces fields of
 * the deployment.
 */
export function deployedScenario(
  inputs: Record<string, string> = {},
  commit = OLD_COMMIT,
  over: Partial<Deployment> = {},
): { scenario: Scenario; deployment: Deployment } {
  const scenario = createScenario(inputs);
  return { scenario, deployment: scenario.controlPlane.add({ name: 'my-agent', ...over }, commit) };
}

/** Creates a scenario where `verify/action.yml` runs against the agent at its own URL. */
export function createVerifyScenario(inputs: Record<string, string> = {}): Scenario {
  const scenario = createScenario();
  scenario.program = VERIFY_ACTION;
  scenario.inputs = { 'api-key': API_KEY, 'deployment-url': AGENT_URL, input: 'messages: []', ...inputs };
  return scenario;
}

export function pushPayload(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ref: 'refs/heads/main',
    after: COMMIT,
    head_commit: { id: COMMIT },
    deleted: false,
    created: false,
    repository: { full_name: 'acme/agents' },
    ...over,
  };
}
