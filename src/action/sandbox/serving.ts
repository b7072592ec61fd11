import { createHash } from 'node:crypto';
import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { PushProblem } from '../../credential-proxy/push.ts';
import type { RunnerSettings } from '../inputs/sandbox-settings.ts';
import { Stop } from '../outcome/outcome.ts';
import { wordsOf } from '../words-of.ts';
import type { Places } from './places.ts';
import type { SandboxRun } from './world.ts';

/** The one sandbox that the proxy of a runner serves. */
export const SANDBOX_ID = 'runner';
/** What programs call it to the proxy (facts: credential-proxy D.2). */
export const PROXY_USER = `sbx-${SANDBOX_ID}`;

/** A proxy that has its configuration, and what programs need to be led to it. */
export interface ServingProxy {
  proxy: CredentialProxy;
  token: string;
  caPem: string;
  noProxy: readonly string[];
  /** Harmless values that the rules give to tools. */
  envVars: Record<string, string>;
  /** Whether it has ended by itself. */
  gone: () => boolean;
}

/** Starts the proxy and gives it its rules; where it does not take them it is ended again. */
export async function startServing(
  run: SandboxRun,
  settings: RunnerSettings,
  places: Places,
): Promise<ServingProxy> {
  const { machine, record, hide, host } = run;
  const resolved = await machine.resolve(settings.proxyConfig, settings.secrets);
  if (resolved.kind === 'refused') throw refused(resolved.problems);
  const token = run.random(32, 'base64url');
  hide.secret(token);
  const roots = settings.caFile === undefined ? undefined : await machine.readFile(settings.caFile);
  if (settings.caFile !== undefined && roots === undefined) {
    throw new Stop(
      'invalid-input',
      'ca-file: there is no such file, or it cannot be read. Give a file of certificates (PEM).',
    );
  }
  const proxy = await started(run, places);
  let ended = false;
  void proxy.ended.then(() => {
    ended = true;
  });
  try {
    const answer = await proxy.push({
      ...resolved.part,
      sandboxId: SANDBOX_ID,
      revision: 1,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      privateNetworks: [...settings.privateNetworks],
      extraRoots: roots === undefined ? [] : [roots],
      upstreamProxy: settings.upstreamProxy ?? null,
      socketPath:
        settings.command === undefined || settings.isolation !== 'namespaces' ? null : places.socketPath,
    });
    if (answer.kind === 'refused') throw refused(answer.problems);
    record.warnings.push(...resolved.warnings, ...answer.warnings);
    for (const warning of record.warnings)
      host.annotate({ level: 'warning', title: 'Agent Deploy: proxy-config', message: warning });
    const { noProxy } = resolved.part;
    return { proxy, token, caPem: answer.caPem, noProxy, envVars: resolved.envVars, gone: () => ended };
  } catch (error) {
    await proxy.stop();
    if (error instanceof Stop) throw error;
    throw new Stop('proxy-failed', `The credential proxy did not take its rules: ${wordsOf(error)}`, {
      cause: error,
    });
  }
}

async function started({ machine }: SandboxRun, places: Places): Promise<CredentialProxy> {
  try {
    return await machine.startProxy(places.auditFile);
  } catch (error) {
    throw new Stop('proxy-failed', `The credential proxy could not be started: ${wordsOf(error)}`, {
      cause: error,
    });
  }
}

function refused(problems: readonly PushProblem[]): Stop {
  const lines = problems.map(({ loc, msg }) => `- proxy-config: ${loc.join('.')}: ${msg}`);
  return new Stop(
    'invalid-input',
    ['The proxy refuses the rules; nothing was started.', ...lines].join('\n'),
  );
}
