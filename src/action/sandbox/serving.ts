import { createHash } from 'node:crypto';
import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { PushProblem } from '../../credential-proxy/push.ts';
import type { RunnerSettings } from '../inputs/sandbox-settings.ts';
import { ActionError } from '../outcome/outcome.ts';
import { errorMessage } from '../error-message.ts';
import type { SandboxPaths } from './paths.ts';
import type { SandboxContext } from './world.ts';

/** The one sandbox that the proxy of a runner serves. */
export const SANDBOX_ID = 'runner';
/** What programs call it to the proxy (facts: credential-proxy D.2). */
export const PROXY_USER = `sbx-${SANDBOX_ID}`;

/** A proxy that has its configuration, and what programs need to be led to it. */
export interface ConfiguredProxy {
  proxy: CredentialProxy;
  token: string;
  caPem: string;
  noProxy: readonly string[];
  /** Harmless values that the rules give to tools. */
  envVars: Record<string, string>;
  /** Whether it has ended by itself. */
  gone: () => boolean;
}

/** Gives a proxy that was started its rules; where it does not take them it is ended again. */
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
    const message = `The credential proxy did not take its rules: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  }
}

async function extraRoots({ machine }: SandboxContext, { caFile }: RunnerSettings): Promise<string[]> {
  if (caFile === undefined) return [];
  const roots = await machine.readFile(caFile);
  if (roots !== undefined) return [roots];
  throw new ActionError(
    'invalid-input',
    'ca-file: there is no such file, or it cannot be read. Give a file of certificates (PEM).',
  );
}

/** Starts a proxy that has no rules yet, and therefore lets nothing through. Throws a Stop. */
export function startUnconfiguredProxy(
  { machine }: SandboxContext,
  paths: SandboxPaths,
): Promise<CredentialProxy> {
  const starting = machine.startProxy(paths.auditFile).catch((error: unknown) => {
    const message = `The credential proxy could not be started: ${errorMessage(error)}`;
    throw new ActionError('proxy-failed', message, { cause: error });
  });
  // Whoever waits for something else first hears of it later.
  starting.catch(() => {});
  return starting;
}

/** What of a push is not from the rules. */
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
    ['The proxy refuses the rules; nothing was started.', ...lines].join('\n'),
  );
}
