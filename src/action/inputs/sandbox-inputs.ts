import { checkAgentUrl } from '../../clients/base-url.ts';
import { proxySettings } from '../../clients/network-environment.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import { checkEnvironment } from './endpoint.ts';
import { invalid, type Parsed, type Problem, valid } from './problem.ts';
import {
  type CheckProxyConfig,
  findRuleSecrets,
  missingSecretProblems,
  parseProxyConfig,
} from './proxy-config.ts';
import { checkUnknownInputs, readCaller, readDisplay } from './read.ts';
import { createInputReader, type InputReader } from './reader.ts';
import {
  SANDBOX_INPUT_NAMES,
  SANDBOX_INPUTS,
  type SandboxInputName,
  type SandboxValues,
} from './registry.ts';
import type { Display } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

type ParsedSandboxInputs = { display: Display; warnings: Problem[] } & (
  | { ok: true; settings: SandboxSettings }
  | { ok: false; problems: readonly Problem[] }
);

const SERVICE = 'https://api.smith.langchain.com';

/** Modes where an input is allowed. An input that is missing in this table is allowed in all modes. */
const ONLY: Readonly<Partial<Record<SandboxInputName, readonly SandboxSettings['mode'][]>>> = {
  run: ['runner'],
  'working-directory': ['runner'],
  env: ['runner'],
  'time-limit': ['runner'],
  'private-networks': ['runner'],
  'proxy-config': ['runner', 'hosted'],
  template: ['hosted'],
  snapshot: ['hosted'],
};

/**
 * Parses all inputs of `sandbox/action.yml` before anything is sent or started. Returns the problems with all inputs
 * together.
 */
export async function readSandboxInputs(
  env: Env,
  loadConfigCheck: () => Promise<CheckProxyConfig>,
): Promise<ParsedSandboxInputs> {
  const reader = createInputReader(env, SANDBOX_INPUTS);
  const display = readDisplay(reader);
  const warnings = await checkUnknownInputs(env, reader, SANDBOX_INPUT_NAMES);
  const mode = reader.read('mode');
  if (reader.raw.mode === undefined) {
    reader.addProblem(
      'mode',
      'it is missing',
      'Write `hosted` for a sandbox of the service, or `runner` for the credential proxy on this runner.',
    );
  }
  if (mode !== undefined) checkOthers(reader, mode);
  const settings = await readSettings({ reader, env, loadConfigCheck }, mode ?? 'hosted');
  const shown = { display, warnings };
  if (reader.problems.length > 0 || mode === undefined || settings === undefined) {
    return { ok: false, ...shown, problems: reader.problems };
  }
  return { ok: true, ...shown, settings };
}

interface Inputs {
  reader: InputReader<SandboxValues>;
  env: Env;
  loadConfigCheck: () => Promise<CheckProxyConfig>;
}

function readSettings(inputs: Inputs, mode: SandboxSettings['mode']): Promise<SandboxSettings | undefined> {
  switch (mode) {
    case 'hosted':
      return readHosted(inputs);
    case 'sweep':
      return Promise.resolve(readSweep(inputs));
    case 'runner':
      return readRunner(inputs);
  }
}

/** Reports inputs that the mode would ignore, because the workflow might rely on these inputs. */
function checkOthers(reader: InputReader<SandboxValues>, mode: SandboxSettings['mode']): void {
  for (const [input, modes] of Object.entries(ONLY)) {
    if (reader.raw[input as SandboxInputName] === undefined || modes.includes(mode)) continue;
    reader.addProblem(
      input,
      `the input has no effect with mode: ${mode}`,
      `Remove it, or use mode: ${modes.join(' or ')}.`,
    );
  }
}

async function readHosted(inputs: Inputs): Promise<HostedSettings | undefined> {
  const { reader } = inputs;
  const access = readSandboxAccess(inputs);
  const prefix = reader.read('name');
  const template = reader.read('template');
  const snapshot = reader.read('snapshot');
  if (reader.raw.template !== undefined && reader.raw.snapshot !== undefined) {
    reader.addProblem('snapshot', 'snapshot and template are mutually exclusive', 'Set only one of them.');
  }
  const rest = {
    proxyConfig: await readProxyConfig(inputs, 'hosted'),
    waitForReady: reader.read('wait-for-ready') ?? true,
    keep: reader.read('keep') ?? false,
  };
  const timeoutMs = reader.read('timeout');
  if (!access || prefix === undefined || timeoutMs === undefined) return undefined;
  return { mode: 'hosted', access, prefix, template, snapshot, timeoutMs, ...rest };
}

function readSweep(inputs: Inputs): SandboxSweepSettings | undefined {
  const { reader } = inputs;
  const access = readSandboxAccess(inputs);
  const prefix = reader.read('name');
  const olderThanMs = reader.read('older-than');
  const limit = reader.read('sweep-limit');
  const dryRun = reader.read('dry-run') ?? false;
  if (!access || prefix === undefined || olderThanMs === undefined || limit === undefined) return undefined;
  return { mode: 'sweep', access, prefix, olderThanMs, limit, dryRun };
}

async function readRunner(inputs: Inputs): Promise<RunnerSettings | undefined> {
  const { reader, env } = inputs;
  const proxyConfig = await readProxyConfig(inputs, 'runner');
  if (reader.raw['proxy-config'] === undefined) {
    reader.addProblem(
      'proxy-config',
      'the input is missing, and the proxy adds no credentials without rules',
      "Write `rules:` with hosts and headers; docs/sandbox.md of this action's repository has examples.",
    );
  }
  const isolation = reader.read('isolation');
  const exportEnv = reader.read('export-env');
  const privateNetworks = reader.read('private-networks') ?? [];
  const caFile = reader.read('ca-file');
  const shell = reader.read('shell');
  const workingDirectory = reader.read('working-directory');
  const ownEnv = reader.read('env') ?? {};
  const timeLimitMs = reader.read('time-limit');
  const secrets = proxyConfig && readSecrets(reader, proxyConfig, env);
  const proxies = proxySettings(env);
  checkEnvironment(reader, env);
  if (!proxyConfig || !secrets || !isolation || !shell || exportEnv === undefined) return undefined;
  const command =
    reader.raw.run === undefined
      ? undefined
      : { script: reader.raw.run, shell, workingDirectory, env: ownEnv, timeLimitMs };
  return {
    mode: 'runner',
    proxyConfig,
    secrets,
    command,
    isolation,
    exportEnv,
    privateNetworks,
    caFile,
    upstreamProxy: proxies.httpsProxy ?? proxies.httpProxy,
  };
}

/**
 * Reads the secrets to which the rules refer from the step's environment, where each secret must be set and not empty.
 */
function readSecrets(
  reader: InputReader<SandboxValues>,
  config: ProxyConfig,
  env: Env,
): Record<string, string> {
  const { secrets, missing } = findRuleSecrets(config, env);
  for (const { message, hint } of missingSecretProblems(missing)) {
    reader.addProblem('proxy-config', message, hint);
  }
  return secrets;
}

async function readProxyConfig(
  { reader, loadConfigCheck }: Inputs,
  mode: 'hosted' | 'runner',
): Promise<ProxyConfig | undefined> {
  if (reader.raw['proxy-config'] === undefined) return undefined;
  const judging = await loadConfigCheck();
  return reader.readWith('proxy-config', (text) => parseProxyConfig(text, mode, judging));
}

function readSandboxAccess({ reader, env }: Inputs): SandboxAccess | undefined {
  const { apiKey, workspaceId } = readCaller(reader, env);
  const insecure = reader.read('allow-insecure-host') ?? false;
  const baseUrl =
    reader.raw['sandbox-url'] === undefined
      ? SERVICE
      : reader.readWith('sandbox-url', (text) => parseUrl(text, insecure));
  const requestTimeoutMs = reader.read('request-timeout');
  if (!apiKey || !baseUrl || requestTimeoutMs === undefined) return undefined;
  return { apiKey, workspaceId, baseUrl, requestTimeoutMs };
}

/** Parses the URL of the sandbox service, which includes the API version and can end in `/api`. */
function parseUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  const check = checkAgentUrl(text, { allowInsecureHost });
  if (check.kind === 'refused') {
    return invalid(`the URL ${check.problem}`, `The URL looks like ${SERVICE}.`);
  }
  if (/\/v[0-9]+(\/|$)/.test(new URL(check.url).pathname)) {
    return invalid('the URL contains the API version', 'Remove the path from /v1 or /v2 on.');
  }
  return valid(check.url);
}

type Isolation = SandboxValues['isolation'];

/** URL of the sandbox service, and credentials of the caller. */
export interface SandboxAccess {
  apiKey: string;
  workspaceId: string | undefined;
  /** URL of the sandbox service without a trailing slash. */
  baseUrl: string;
  requestTimeoutMs: number;
}

/** Settings of a sandbox that exists in the service until the job ends. */
export interface HostedSettings {
  mode: 'hosted';
  access: SandboxAccess;
  /** Prefix of the sandbox's name, before a hash of the repository, the run ID, the attempt and random digits. */
  prefix: string;
  template: string | undefined;
  snapshot: string | undefined;
  proxyConfig: ProxyConfig | undefined;
  waitForReady: boolean;
  timeoutMs: number;
  keep: boolean;
}

/** Settings of a sweep, which deletes sandboxes of earlier jobs. */
export interface SandboxSweepSettings {
  mode: 'sweep';
  access: SandboxAccess;
  prefix: string;
  olderThanMs: number;
  limit: number;
  dryRun: boolean;
}

export interface RunnerSettings {
  mode: 'runner';
  proxyConfig: ProxyConfig;
  /** Values of the step's variables to which the rules refer, keyed by name. */
  secrets: Readonly<Record<string, string>>;
  /** Command to run, or `undefined` if the proxy keeps running for later steps. */
  command:
    | {
        script: string;
        shell: string;
        workingDirectory: string | undefined;
        env: Readonly<Record<string, string>>;
        timeLimitMs: number | undefined;
      }
    | undefined;
  isolation: Isolation;
  exportEnv: boolean;
  privateNetworks: readonly string[];
  caFile: string | undefined;
  /** URL of this machine's outbound proxy, which can contain credentials. */
  upstreamProxy: string | undefined;
}

/** All inputs that a mode uses, validated and converted. */
export type SandboxSettings = HostedSettings | SandboxSweepSettings | RunnerSettings;
