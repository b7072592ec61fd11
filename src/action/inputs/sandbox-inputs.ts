import { checkAgentUrl } from '../../clients/base-url.ts';
import { proxySettings } from '../../clients/network-environment.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import { checkEnvironment } from './endpoint.ts';
import {
  parseApiKey,
  parseBoolean,
  parseCommandEnv,
  parseCount,
  parseDuration,
  parseNetworks,
  parsePath,
  parseShell,
  parseTemplate,
  parseUuid,
  parseWord,
} from './parsers.ts';
import { invalid, type Parsed, type Problem, quote, valid } from './problem.ts';
import { type CheckProxyConfig, parseProxyConfig, secretNamesOf } from './proxy-config.ts';
import { checkUnknownInputs, readDisplay } from './read.ts';
import { createInputReader, type InputReader, type RawInputs, readRaw } from './reader.ts';
import { SANDBOX_INPUT_NAMES, SANDBOX_INPUTS, type SandboxInputName } from './registry.ts';
import type { Display } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A prefix leaves room for the rest within the 63 characters of a DNS label. */
const PREFIX = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/;

/** What the inputs of `sandbox/action.yml` came to. */
type ParsedSandboxInputs = { display: Display; warnings: Problem[] } & (
  | { ok: true; settings: SandboxSettings }
  | { ok: false; problems: readonly Problem[] }
);

/** The service's API, where no other address is given (facts: service §3.1). */
const SERVICE = 'https://api.smith.langchain.com';

/** Which modes an input is for; the others take it in any. */
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

/** Reads and checks every input of `sandbox/action.yml`, before anything is sent or started. All problems are collected. */
export async function readSandboxInputs(
  env: Env,
  judge: () => Promise<CheckProxyConfig>,
): Promise<ParsedSandboxInputs> {
  const raw = readRaw(env, SANDBOX_INPUTS);
  const collector = createInputReader(raw, SANDBOX_INPUTS);
  const display = readDisplay(collector);
  const warnings = await checkUnknownInputs(env, collector, SANDBOX_INPUT_NAMES);
  const mode = collector.read('mode', (text) => parseWord(text, MODES));
  if (raw.mode === undefined) {
    collector.addProblem(
      'mode',
      'it is missing',
      'Write `hosted` for a sandbox of the service, or `runner` for the credential proxy on this runner.',
    );
  }
  if (mode !== undefined) complainOfOthers(collector, raw, mode);
  const settings = await takeSettings({ collector, raw, env, judge }, mode ?? 'hosted');
  const told = { display, warnings };
  if (collector.problems.length > 0 || mode === undefined || settings === undefined) {
    return { ok: false, ...told, problems: collector.problems };
  }
  return { ok: true, ...told, settings };
}

interface Inputs {
  collector: InputReader;
  raw: RawInputs;
  env: Env;
  judge: () => Promise<CheckProxyConfig>;
}

function takeSettings(inputs: Inputs, mode: SandboxSettings['mode']): Promise<SandboxSettings | undefined> {
  switch (mode) {
    case 'hosted':
      return takeHosted(inputs);
    case 'sweep':
      return Promise.resolve(takeSweep(inputs));
    case 'runner':
      return takeRunner(inputs);
  }
}

/** An input that would be ignored is told: it may be what somebody relies on. */
function complainOfOthers(collector: InputReader, raw: RawInputs, mode: SandboxSettings['mode']): void {
  for (const [input, modes] of Object.entries(ONLY)) {
    if (raw[input as SandboxInputName] === undefined || modes.includes(mode)) continue;
    collector.addProblem(
      input,
      `mode is ${mode}, which has no use for it`,
      `It counts with mode: ${modes.join(' or ')}.`,
    );
  }
}

async function takeHosted(inputs: Inputs): Promise<HostedSettings | undefined> {
  const { collector, raw } = inputs;
  const access = takeAccess(inputs);
  const prefix = takePrefix(collector);
  const template = collector.read('template', parseTemplate);
  const snapshot = collector.read('snapshot', parseTemplate);
  if (raw.template !== undefined && raw.snapshot !== undefined) {
    collector.addProblem('snapshot', 'template is given too', 'Give one of them.');
  }
  const rest = {
    proxyConfig: await takeProxyConfig(inputs, 'hosted'),
    waitForReady: collector.read('wait-for-ready', parseBoolean) ?? true,
    keep: collector.read('keep', parseBoolean) ?? false,
  };
  const timeoutMs = collector.read('timeout', (text) => parseDuration(text, { min: '1s', max: '1h' }));
  if (!access || prefix === undefined || timeoutMs === undefined) return undefined;
  return { mode: 'hosted', access, prefix, template, snapshot, timeoutMs, ...rest };
}

function takeSweep(inputs: Inputs): SandboxSweepSettings | undefined {
  const { collector } = inputs;
  const access = takeAccess(inputs);
  const prefix = takePrefix(collector);
  const olderThanMs = collector.read('older-than', (text) => parseDuration(text, { min: '1m', max: '365d' }));
  const limit = collector.read('sweep-limit', (text) => parseCount(text, { min: 1, max: 1000 }));
  const dryRun = collector.read('dry-run', parseBoolean) ?? false;
  if (!access || prefix === undefined || olderThanMs === undefined || limit === undefined) return undefined;
  return { mode: 'sweep', access, prefix, olderThanMs, limit, dryRun };
}

async function takeRunner(inputs: Inputs): Promise<RunnerSettings | undefined> {
  const { collector, raw, env } = inputs;
  const proxyConfig = await takeProxyConfig(inputs, 'runner');
  if (raw['proxy-config'] === undefined) {
    collector.addProblem(
      'proxy-config',
      'it is missing, and without rules the proxy adds nothing',
      'Write `rules:` with hosts and headers; docs/sandbox.md has examples.',
    );
  }
  const isolation = collector.read('isolation', (text) => parseWord(text, ISOLATIONS));
  const exportEnv = collector.read('export-env', parseBoolean);
  const privateNetworks = collector.read('private-networks', parseNetworks) ?? [];
  const caFile = collector.read('ca-file', parsePath);
  const shell = collector.read('shell', parseShell);
  const workingDirectory = collector.read('working-directory', parsePath);
  const ownEnv = collector.read('env', parseCommandEnv) ?? {};
  const timeLimitMs = collector.read('time-limit', (text) => parseDuration(text, { min: '1s', max: '1d' }));
  const secrets = proxyConfig && takeSecrets(collector, proxyConfig, env);
  const proxies = proxySettings(env);
  checkEnvironment(collector, env);
  if (!proxyConfig || !secrets || !isolation || !shell || exportEnv === undefined) return undefined;
  const command =
    raw.run === undefined
      ? undefined
      : { script: raw.run, shell, workingDirectory, env: ownEnv, timeLimitMs };
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

/** The secrets that the rules name are variables of the step: each has to be there, and not empty. */
function takeSecrets(collector: InputReader, config: ProxyConfig, env: Env): Record<string, string> {
  const found: [string, string][] = [];
  for (const name of secretNamesOf(config)) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value) found.push([name, value]);
    else {
      collector.addProblem(
        'proxy-config',
        `a rule refers to {${name}}, and the step has no variable ${name}, or an empty one`,
        `Give it to the step: \`env: { ${name}: \${{ secrets.${name} }} }\`.`,
      );
    }
  }
  return Object.fromEntries(found);
}

async function takeProxyConfig(
  { collector, raw, judge }: Inputs,
  mode: 'hosted' | 'runner',
): Promise<ProxyConfig | undefined> {
  if (raw['proxy-config'] === undefined) return undefined;
  const judging = await judge();
  return collector.read('proxy-config', (text) => parseProxyConfig(text, mode, judging));
}

function takePrefix(collector: InputReader): string | undefined {
  return collector.read('name', (text) =>
    PREFIX.test(text)
      ? valid(text)
      : invalid(
          `${quote(text)} cannot begin the name of a sandbox`,
          'Use at most 30 lower-case letters, digits and dashes, a letter first and no dash last.',
        ),
  );
}

function takeAccess({ collector, raw, env }: Inputs): SandboxAccess | undefined {
  const apiKey = collector.read('api-key', parseApiKey);
  if (raw['api-key'] === undefined) {
    collector.addProblem(
      'api-key',
      'it is missing, and LANGSMITH_API_KEY is not set',
      'Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.',
    );
  }
  checkEnvironment(collector, env);
  const workspaceId = collector.read('workspace-id', parseUuid);
  const insecure = collector.read('allow-insecure-host', parseBoolean) ?? false;
  const baseUrl =
    raw['sandbox-url'] === undefined
      ? SERVICE
      : collector.read('sandbox-url', (text) => parseUrl(text, insecure));
  const requestTimeoutMs = collector.read('request-timeout', (text) =>
    parseDuration(text, { min: '1s', max: '10m' }),
  );
  if (!apiKey || !baseUrl || requestTimeoutMs === undefined) return undefined;
  return { apiKey, workspaceId, baseUrl, requestTimeoutMs };
}

/** The address of the sandbox service, up to the version, with or without `/api` at its end. */
function parseUrl(text: string, allowInsecureHost: boolean): Parsed<string> {
  const check = checkAgentUrl(text, { allowInsecureHost });
  if (check.kind === 'refused') {
    return invalid(`the URL ${check.problem}`, `It looks like ${SERVICE}.`);
  }
  if (/\/v[0-9]+(\/|$)/.test(new URL(check.url).pathname)) {
    return invalid('the URL goes on after the service itself', 'Leave out /v1, /v2 and what follows.');
  }
  return valid(check.url);
}

/** How well the box of a command has to hold; the same words as the box's own report. */
const ISOLATIONS = ['namespaces', 'process'] as const;
type Isolation = (typeof ISOLATIONS)[number];

/** Where the sandbox service is, and who asks. */
export interface SandboxAccess {
  apiKey: string;
  workspaceId: string | undefined;
  /** Without a slash at its end. */
  baseUrl: string;
  requestTimeoutMs: number;
}

/** A sandbox of the service, until the job ends. */
export interface HostedSettings {
  mode: 'hosted';
  access: SandboxAccess;
  /** What the name begins with; run, attempt and a few letters follow. */
  prefix: string;
  template: string | undefined;
  snapshot: string | undefined;
  proxyConfig: ProxyConfig | undefined;
  waitForReady: boolean;
  timeoutMs: number;
  keep: boolean;
}

/** Deletes what jobs left behind that could not. */
export interface SandboxSweepSettings {
  mode: 'sweep';
  access: SandboxAccess;
  prefix: string;
  olderThanMs: number;
  limit: number;
  dryRun: boolean;
}

/** The credential proxy on this runner. */
export interface RunnerSettings {
  mode: 'runner';
  proxyConfig: ProxyConfig;
  /** The values of the step's environment that the rules name. */
  secrets: Readonly<Record<string, string>>;
  /** Undefined: the proxy stays for the steps that follow. */
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
  /** The proxy that this machine goes out by; may hold credentials. */
  upstreamProxy: string | undefined;
}

/** Every input that the mode needs, checked and typed. */
export type SandboxSettings = HostedSettings | SandboxSweepSettings | RunnerSettings;
const MODES = ['hosted', 'runner', 'sweep'] as const;
