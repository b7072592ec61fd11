import { createHash } from 'node:crypto';
import type { PushProblem } from '../../credential-proxy/messages.ts';
import type { CredentialProxy } from '../../credential-proxy/port.ts';
import { literalSecretsOf } from '../inputs/proxy-config.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError } from '../outcome.ts';
import { errorMessage } from '../../os/errors.ts';
import { embeddedSecrets } from '../../redaction/secret-parts.ts';
import type { SandboxPaths } from './machine.ts';
import { SECRET_OUTPUT } from './report.ts';
import type { Machine, SandboxContext, Variables } from './context.ts';

/** ID of the only sandbox that the proxy on a runner serves. */
export const SANDBOX_ID = 'runner';
/** User name with which the sandbox authenticates to the proxy. */
export const PROXY_USER = `sbx-${SANDBOX_ID}`;

/** A configured proxy, and the variables that programs need to use the proxy. */
export interface ConfiguredProxy {
  proxy: CredentialProxy;
  token: string;
  caPem: string;
  noProxy: readonly string[];
  envVars: Record<string, string>;
  /** Warnings about rules that are valid but probably unintended. */
  warnings: readonly string[];
  /** Returns whether the proxy process has exited. */
  gone: () => boolean;
}

/**
 * Returns whether the proxy has ended. A killed proxy might not be reported as exited yet, but no longer responds to
 * requests.
 */
export async function isGone({ gone, proxy }: ConfiguredProxy): Promise<boolean> {
  if (gone()) return true;
  return proxy.metrics().then(
    () => false,
    () => true,
  );
}

type ProxyContext = Pick<SandboxContext, 'random'> & {
  machine: Pick<Machine, 'resolve' | 'sentinels' | 'readFile'>;
  masker: Pick<SandboxContext['masker'], 'maskSecret'>;
};

type ProxySettings = Pick<
  RunnerSettings,
  'proxyConfig' | 'secrets' | 'privateNetworks' | 'caFile' | 'upstreamProxy'
>;

/**
 * Configures a started proxy, or stops the proxy if it refuses the rules.
 *
 * @param socketPath Path of the socket for a box, or null if programs reach the proxy only by its address.
 * @throws ActionError if the rules are invalid or the proxy does not respond.
 */
export async function configureProxy(
  context: ProxyContext,
  settings: ProxySettings,
  socketPath: string | null,
  proxy: CredentialProxy,
): Promise<ConfiguredProxy> {
  const { machine, masker } = context;
  let ended = false;
  void proxy.ended.then(() => {
    ended = true;
  });
  try {
    const resolved = await machine.resolve(settings.proxyConfig, settings.secrets);
    if (resolved.kind === 'refused') throw refused(resolved.problems);
    const token = context.random(32, 'base64url');
    masker.maskSecret(token);
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const answer = await proxy.push({
      ...resolved.part,
      sandboxId: SANDBOX_ID,
      revision: 1,
      tokenHash,
      privateNetworks: [...settings.privateNetworks],
      extraRoots: await extraRoots(machine, settings.caFile),
      upstreamProxy: settings.upstreamProxy ?? null,
      socketPath,
    });
    if (answer.kind === 'refused') throw refused(answer.problems);
    const { noProxy } = resolved.part;
    const warnings = [...new Set([...resolved.warnings, ...answer.warnings])];
    return {
      proxy,
      token,
      caPem: answer.caPem,
      noProxy,
      envVars: { ...resolved.envVars, ...(await machine.sentinels(resolved.part.rules, tokenHash)) },
      warnings,
      gone: () => ended,
    };
  } catch (error) {
    await proxy.stop();
    if (error instanceof ActionError) throw error;
    const message = `The credential proxy could not read its rules: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  }
}

async function extraRoots(machine: Pick<Machine, 'readFile'>, caFile: string | undefined): Promise<string[]> {
  if (caFile === undefined) return [];
  const roots = await machine.readFile(caFile);
  if (roots !== undefined) return [roots];
  throw new ActionError(
    'invalid-input',
    'ca-file: the file does not exist or cannot be read. Give a file of certificates (PEM).',
  );
}

/** Starts a proxy without rules, which blocks all requests, or throws ActionError if the proxy cannot start. */
export function startUnconfiguredProxy(
  machine: Pick<Machine, 'startProxy'>,
  auditFile: string,
): Promise<CredentialProxy> {
  const starting = machine.startProxy(auditFile).catch((error: unknown) => {
    const message = `The credential proxy could not be started: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  });
  // Prevents an unhandled rejection, because the start of the proxy is awaited later, after other work.
  starting.catch(() => {});
  return starting;
}

/** Inputs that set parts of the proxy's configuration other than the rules, keyed by the part. */
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
 * Leaves the proxy running for later steps. Writes the proxy's URL as an output, and the proxy's variables to a file.
 * With `export-env`, also sets the proxy's variables for later steps. Before each change that the post step must undo,
 * saves the data for undoing the change.
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
    const literals = literalSecretsOf(settings.proxyConfig);
    const before = withoutSecrets(host.env, [
      ...Object.values(settings.secrets),
      ...literals.flatMap((value) => [value, ...embeddedSecrets(value)]),
    ]);
    const restored = restoredValues(variables, before, { bundle: paths.bundleFile, roots: roots.file });
    await machine.writeFile(paths.restoreFile, JSON.stringify(restored));
  }
  const startTime = await machine.startTimeOf(proxy.pid);
  if (startTime === undefined) {
    throw new ActionError('proxy-failed', 'The credential proxy exited before it was ready.');
  }
  // Saves the process before any other change, because the proxy with its secrets could outlive the job.
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
  // The runner masks the token in all logs. Does not redact the URL, because the redactor would remove the token from
  // the output that programs read.
  await plain.setOutput(SECRET_OUTPUT, proxyUrl);
  if (!settings.exportEnv) return;
  const exported = exportedValues(variables, host.env);
  for (const [variable, value] of Object.entries(exported)) await host.setVariable(variable, value);
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the variables to set for later steps, where an existing variable that must be unset has an empty value. */
function exportedValues({ set, names }: Variables, env: Env): Record<string, string> {
  const emptied = names.filter((name) => !Object.hasOwn(set, name) && env[name]);
  return { ...set, ...Object.fromEntries(emptied.map((name) => [name, ''])) };
}

/**
 * Returns the variables without a secret of a rule in their values. A variable with a secret usually belongs only to
 * this step: if the post step restored the secret, the secret would be in a file and in the environment of other steps.
 */
function withoutSecrets(env: Env, secrets: readonly string[]): Env {
  const contains = (value: string | undefined): boolean => secrets.some((secret) => value?.includes(secret));
  return Object.fromEntries(Object.entries(env).filter(([, value]) => !contains(value)));
}

/**
 * Returns the values to which the variables are restored after the proxy has ended. A job cannot unset a variable, so a
 * variable without a previous value becomes empty, or `0` if it is a switch. A variable with the path of a certificate
 * file is set to the machine's file, because programs would trust no certificate if the path were empty.
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

/** Returns shell commands that set and unset the variables. */
export function shellLines({ set, names }: Variables): string {
  const unset = names.filter((name) => !Object.hasOwn(set, name));
  const lines = Object.entries(set).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`,
  );
  return [...lines, ...(unset.length > 0 ? [`unset ${unset.join(' ')}\n`] : [])].join('');
}
