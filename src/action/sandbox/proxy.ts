import { createHash } from 'node:crypto';
import type { PushProblem } from '../../credential-proxy/messages.ts';
import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError } from '../outcome.ts';
import { errorMessage } from '../../os/errors.ts';
import type { SandboxPaths } from './machine.ts';
import { SECRET_OUTPUT } from './report.ts';
import type { SandboxContext, Variables } from './context.ts';

/** ID of the only sandbox that a runner's proxy serves. */
export const SANDBOX_ID = 'runner';
/** User name of the sandbox at the proxy. */
export const PROXY_USER = `sbx-${SANDBOX_ID}`;

/** A configured proxy, and the variables that programs need to use it. */
export interface ConfiguredProxy {
  proxy: CredentialProxy;
  token: string;
  caPem: string;
  noProxy: readonly string[];
  envVars: Record<string, string>;
  /** Returns whether the proxy has exited. */
  gone: () => boolean;
}

/** Configures a started proxy. A proxy that refuses its rules is stopped. */
export async function configureProxy(
  context: SandboxContext,
  settings: RunnerSettings,
  paths: SandboxPaths,
  proxy: CredentialProxy,
): Promise<ConfiguredProxy> {
  const { machine, record, masker, host } = context;
  let ended = false;
  void proxy.ended.then(() => {
    ended = true;
  });
  try {
    const resolved = await machine.resolve(settings.proxyConfig, settings.secrets);
    if (resolved.kind === 'refused') throw refused(resolved.problems);
    const token = context.random(32, 'base64url');
    masker.maskSecret(token);
    const boxed = settings.command !== undefined && settings.isolation === 'namespaces';
    const answer = await proxy.push({
      ...resolved.part,
      sandboxId: SANDBOX_ID,
      revision: 1,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      privateNetworks: [...settings.privateNetworks],
      extraRoots: await extraRoots(context, settings),
      upstreamProxy: settings.upstreamProxy ?? null,
      socketPath: boxed ? paths.socketPath : null,
    });
    if (answer.kind === 'refused') throw refused(answer.problems);
    record.warnings.push(...new Set([...resolved.warnings, ...answer.warnings]));
    for (const message of record.warnings) {
      host.annotate({ level: 'warning', title: 'Agent Deploy: proxy-config', message });
    }
    const { noProxy } = resolved.part;
    return { proxy, token, caPem: answer.caPem, noProxy, envVars: resolved.envVars, gone: () => ended };
  } catch (error) {
    await proxy.stop();
    if (error instanceof ActionError) throw error;
    const message = `The credential proxy could not read its rules: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  }
}

async function extraRoots({ machine }: SandboxContext, { caFile }: RunnerSettings): Promise<string[]> {
  if (caFile === undefined) return [];
  const roots = await machine.readFile(caFile);
  if (roots !== undefined) return [roots];
  throw new ActionError(
    'invalid-input',
    'ca-file: the file does not exist or cannot be read. Give a file of certificates (PEM).',
  );
}

/** Starts a proxy without rules, which therefore blocks everything. Throws an ActionError. */
export function startUnconfiguredProxy(
  { machine }: SandboxContext,
  paths: SandboxPaths,
): Promise<CredentialProxy> {
  const starting = machine.startProxy(paths.auditFile).catch((error: unknown) => {
    const message = `The credential proxy could not be started: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  });
  // The failure of this promise is awaited later, after other work.
  starting.catch(() => {});
  return starting;
}

/** Inputs of the parts of a configuration that are not rules. */
const INPUT_OF: Readonly<Record<string, string>> = {
  privateNetworks: 'private-networks',
  extraRoots: 'ca-file',
  upstreamProxy: 'HTTPS_PROXY',
};

function refused(problems: readonly PushProblem[]): ActionError {
  const lines = problems.map(({ loc: [first, ...rest], msg }) => {
    const input = INPUT_OF[String(first)];
    const where = input === undefined ? ['proxy-config', [first, ...rest].join('.')] : [input, ...rest];
    return `- ${where.join(': ')}: ${msg}`;
  });
  return new ActionError(
    'invalid-input',
    ['The credential proxy rejected the rules, so it was not started.', ...lines].join('\n'),
  );
}

/**
 * Leaves the proxy running for later steps: its URL as outputs, its variables in a file, and with `export-env` in
 * their environment. Saves the data that the post step needs before each change that it would have to undo.
 */
export async function detachProxy(
  context: SandboxContext,
  settings: RunnerSettings,
  paths: SandboxPaths,
  { proxy, token, caPem, noProxy, envVars }: ConfiguredProxy,
): Promise<void> {
  const { machine, host, plain, record, state } = context;
  const { host: name, port } = proxy.address;
  const address = `http://${name}:${port}`;
  const proxyUrl = `http://${PROXY_USER}:${token}@${name}:${port}`;
  const roots = await machine.roots();
  await machine.writeFile(paths.caFile, caPem);
  await machine.writeFile(paths.bundleFile, `${roots.pem.trimEnd()}\n${caPem}`);
  const { caFile, bundleFile } = paths;
  const leading = await machine.variables({ proxyUrl, noProxy, caFile, bundleFile });
  const variables: Variables = {
    set: { ...envVars, ...leading.set },
    names: [...new Set([...Object.keys(envVars), ...leading.names])],
  };
  await machine.writeFile(paths.envFile, shellLines(variables));
  if (settings.exportEnv) {
    const restored = restoredValues(variables, host.env, { bundle: paths.bundleFile, roots: roots.file });
    await machine.writeFile(paths.restoreFile, JSON.stringify(restored));
  }
  const startTime = await machine.startTimeOf(proxy.pid);
  if (startTime === undefined) {
    throw new ActionError('proxy-failed', 'The credential proxy exited before it was ready.');
  }
  // An unrecorded process would keep the secrets after the job.
  state.proxy = { pid: proxy.pid, startTime, auditFile: paths.auditFile };
  record.stage = 'serving';
  await context.checkpoint();
  const detached = await proxy.detach();
  state.proxy = detached;
  await context.checkpoint();
  record.proxy = {
    address,
    caFile: paths.caFile,
    bundleFile: paths.bundleFile,
    envFile: paths.envFile,
  };
  // Every log masks the token; the redactor would also remove it from values for programs.
  await plain.setOutput(SECRET_OUTPUT, proxyUrl);
  if (!settings.exportEnv) return;
  const exported = exportedValues(variables, host.env);
  for (const [variable, value] of Object.entries(exported)) await host.setVariable(variable, value);
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the variables of later steps. Variables that must not be set are emptied if they are set. */
function exportedValues({ set, names }: Variables, env: Env): Record<string, string> {
  const emptied = names.filter((name) => !Object.hasOwn(set, name) && env[name]);
  return { ...set, ...Object.fromEntries(emptied.map((name) => [name, ''])) };
}

/**
 * Returns the variables' values for after the proxy has ended: the previous ones. A job cannot unset a variable, so
 * one that did not exist becomes empty, and a switch becomes off. A certificate file that replaces a program's own
 * becomes the machine's file, because with an empty name that program would trust no certificate.
 */
function restoredValues(
  variables: Variables,
  env: Env,
  files: { bundle: string; roots: string | undefined },
): Record<string, string> {
  const exported = Object.entries(exportedValues(variables, env));
  return Object.fromEntries(exported.map(([name, value]) => [name, env[name] ?? without(value)]));
  function without(value: string): string {
    if (value === files.bundle) return files.roots ?? '';
    return value === '1' ? '0' : '';
  }
}

/** Returns lines for a shell to source. */
export function shellLines({ set, names }: Variables): string {
  const unset = names.filter((name) => !Object.hasOwn(set, name));
  const lines = Object.entries(set).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`,
  );
  return [...lines, ...(unset.length > 0 ? [`unset ${unset.join(' ')}\n`] : [])].join('');
}
