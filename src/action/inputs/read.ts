import type { RunEvent } from '../event/event.ts';
import { chooseVerb } from '../intent.ts';
import { DEFAULT_POLICY, type Policy } from '../outcome/exit-code.ts';
import { type Collector, createCollector } from './collector.ts';
import { chooseDialect, type Endpoint, parseBaseUrl, parseRegion } from './endpoint.ts';
import { type Problem, quote } from './problem.ts';
import { proxySettings, wrongProxies } from '../../clients/proxy-settings.ts';
import { type RawInputs, readRaw } from './raw.ts';
import { parseBoolean, parseCount, parseDuration, parseUuid, parseWord } from './scalars.ts';
import { parseSecrets } from './secrets.ts';
import type { Display, Settings, Target, Wanted } from './settings.ts';
import { takeOrigin, takeSource } from './source.ts';
import {
  parseApiKey,
  parseDeploymentName,
  parseHttpUrl,
  parseNamespace,
  parseRepoPath,
  parseText,
  parseVersion,
} from './texts.ts';
import { unknownInputProblem, unknownInputs } from './unknown.ts';

/** What the inputs came to: settings, or everything that is wrong with them. */
export type Reading = { display: Display; policy: Policy; warnings: Problem[] } & (
  | { ok: true; settings: Settings }
  | { ok: false; problems: readonly Problem[] }
);

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every input before any request is sent (issue: bad input). All problems are collected. Schemas and
 * the YAML parser are loaded only when an input needs them, so that a missing input ends the step at once.
 */
export async function readInputs(env: Env, event: RunEvent): Promise<Reading> {
  const raw = readRaw(env);
  const collector = createCollector(raw);
  const display = takeDisplay(collector);
  const policy = takePolicy(collector);
  const warnings = await judgeUnknown(env, collector);
  const verb = collector.take('action', (text) => chooseVerb(text, event.name));
  const apiKey = collector.take('api-key', parseApiKey);
  if (raw['api-key'] === undefined) {
    collector.complain(
      'api-key',
      'it is missing, and LANGSMITH_API_KEY is not set',
      'Pass it from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.',
    );
  }
  for (const variable of wrongProxies(proxySettings(env))) {
    collector.complain(
      variable,
      'the environment variable is not the address of a proxy',
      'Such as http://proxy.example.org:3128, with the special characters of a password percent-encoded.',
    );
  }
  const workspaceId = collector.take('workspace-id', parseUuid);
  const endpoint = takeEndpoint(collector, raw);
  const target = takeTarget(collector, raw);
  const { wanted, resolveCommit } = await takeWanted(collector, raw, event);
  const run = takeRun(collector);
  const common = { display, policy, warnings };
  if (collector.problems.length > 0 || !verb || !apiKey || !endpoint || !target || !run) {
    return { ok: false, ...common, problems: collector.problems };
  }
  const settings = { verb, apiKey, workspaceId, endpoint, target, wanted, resolveCommit, policy, ...run };
  return { ok: true, ...common, settings };
}

/** How to show a result when the other inputs do not count. */
export function readDisplay(env: Env): Display {
  return takeDisplay(createCollector(readRaw(env)));
}

function takeDisplay(collector: Collector): Display {
  return {
    summary: collector.take('summary', parseBoolean) ?? true,
    annotations: collector.take('annotations', parseBoolean) ?? true,
  };
}

function takePolicy(collector: Collector): Policy {
  return {
    onTimeout:
      collector.take('on-timeout', (text) => parseWord(text, ['fail', 'warn'])) ?? DEFAULT_POLICY.onTimeout,
    onSuperseded:
      collector.take('on-superseded', (text) => parseWord(text, ['fail', 'warn', 'ignore'])) ??
      DEFAULT_POLICY.onSuperseded,
  };
}

/** An unknown input is an error, or with `strict-inputs: false` a warning: the variable may come from elsewhere. */
async function judgeUnknown(env: Env, collector: Collector): Promise<Problem[]> {
  const strict = collector.take('strict-inputs', parseBoolean) ?? true;
  const warnings: Problem[] = [];
  for (const input of unknownInputs(env)) {
    const found = await unknownInputProblem(input);
    if (found.ok) continue;
    for (const { problem, cure } of found.problems) {
      if (strict) collector.complain(input, problem, cure);
      else warnings.push({ input, problem, cure });
    }
  }
  return warnings;
}

function takeEndpoint(collector: Collector, raw: RawInputs): Endpoint | undefined {
  const allowInsecureHost = collector.take('allow-insecure-host', parseBoolean) ?? false;
  const dialect = collector.take('api-dialect', (text) => parseWord(text, ['auto', 'generic', 'langsmith']));
  const ofUrl = collector.take('control-plane-url', (text) => parseBaseUrl(text, allowInsecureHost));
  const ofRegion = collector.take('region', parseRegion);
  if (raw['control-plane-url'] !== undefined && raw.region !== undefined) {
    collector.complain('region', 'control-plane-url is given too', 'Give one of them.');
    return undefined;
  }
  const wrong = (raw['control-plane-url'] ?? raw.region) !== undefined && (ofUrl ?? ofRegion) === undefined;
  if (wrong || dialect === undefined) return undefined;
  const parsed = ofUrl ?? ofRegion ?? defaultBaseUrl();
  return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost };
}

function defaultBaseUrl(): string {
  const us = parseRegion('us');
  if (!us.ok) throw new Error('the region us is missing from the contract');
  return us.value;
}

function takeTarget(collector: Collector, raw: RawInputs): Target | undefined {
  const name = collector.take('deployment-name', parseDeploymentName);
  const id = collector.take('deployment-id', parseUuid);
  if (raw['deployment-name'] !== undefined && raw['deployment-id'] !== undefined) {
    collector.complain('deployment-id', 'deployment-name is given too', 'Give exactly one of them.');
    return undefined;
  }
  if (raw['deployment-name'] === undefined && raw['deployment-id'] === undefined) {
    collector.complain(
      'deployment-name',
      'neither deployment-name nor deployment-id is given',
      'Give exactly one: a name creates the deployment when it does not exist yet.',
    );
  }
  if (name !== undefined) return { by: 'name', name };
  return id === undefined ? undefined : { by: 'id', id };
}

async function takeWanted(
  collector: Collector,
  raw: RawInputs,
  event: RunEvent,
): Promise<{ wanted: Wanted; resolveCommit: boolean }> {
  const source = takeSource(collector, raw);
  const { resolveCommit, ...origin } = takeOrigin(collector, raw, source, event);
  const buildOnPush = collector.take('build-on-push', parseBoolean);
  if (buildOnPush === true && origin.ref?.startsWith('refs/tags/')) {
    collector.complain(
      'build-on-push',
      `${quote(origin.ref)} is a tag, and a tag is never pushed to again`,
      'Set `build-on-push: false`, or deploy a branch.',
    );
  }
  const wanted: Wanted = {
    source,
    sourceSaid: raw.source !== undefined,
    ...origin,
    integrationId: collector.take('integration-id', parseUuid),
    deploymentType: collector.take('deployment-type', (text) => parseWord(text, ['dev_free', 'dev', 'prod'])),
    buildOnPush,
    installCommand: collector.take('install-command', parseText),
    buildCommand: collector.take('build-command', parseText),
    listenerId: collector.take('listener-id', parseUuid),
    k8sNamespace: collector.take('k8s-namespace', parseNamespace),
    customUrl: collector.take('custom-url', parseHttpUrl),
    graphConfigPath: collector.take('graph-config-path', parseRepoPath),
    imageVersion: collector.take('image-version', parseVersion),
    secrets: collector.take('secrets', (text) =>
      parseSecrets(text, { selfHosted: source === 'external_docker' }),
    ),
    secretsStrategy:
      collector.take('secrets-strategy', (text) => parseWord(text, ['merge', 'replace'])) ?? 'merge',
    resourceSpec: undefined,
    secretReferences: undefined,
  };
  if (raw['resource-spec'] !== undefined || raw['secret-references'] !== undefined) {
    const { parseResourceSpec, parseSecretReferences } = await import('./structured.ts');
    wanted.resourceSpec = collector.take('resource-spec', parseResourceSpec);
    wanted.secretReferences = collector.take('secret-references', (text) =>
      parseSecretReferences(text, wanted.secrets ?? []),
    );
  }
  return { wanted, resolveCommit };
}

type Run = Pick<
  Settings,
  'wait' | 'waitTimeoutMs' | 'pollIntervalMs' | 'requestTimeoutMs' | 'force' | 'dryRun' | 'logLines'
>;

function takeRun(collector: Collector): Run | undefined {
  const wait = collector.take('wait', parseBoolean);
  const waitTimeoutMs = collector.take('wait-timeout', (text) =>
    parseDuration(text, { min: '1s', max: '1d' }),
  );
  const pollIntervalMs = collector.take('poll-interval', (text) =>
    parseDuration(text, { min: '1s', max: '1h' }),
  );
  const requestTimeoutMs = collector.take('request-timeout', (text) =>
    parseDuration(text, { min: '1s', max: '10m' }),
  );
  const force = collector.take('force', parseBoolean);
  const dryRun = collector.take('dry-run', parseBoolean);
  const logLines = collector.take('log-lines', (text) => parseCount(text, { min: 0, max: 1000 }));
  if (wait === undefined || force === undefined || dryRun === undefined || logLines === undefined) {
    return undefined;
  }
  if (waitTimeoutMs === undefined || pollIntervalMs === undefined || requestTimeoutMs === undefined) {
    return undefined;
  }
  return { wait, waitTimeoutMs, pollIntervalMs, requestTimeoutMs, force, dryRun, logLines };
}
