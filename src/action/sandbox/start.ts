import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { realClock } from '../../clients/clock.ts';
import { concealEnvironment } from '../../os/conceal-environment.ts';
import { loadTransport } from '../../clients/load-transport.ts';
import { startPhase } from '../phase.ts';
import { createRunnerHost } from '../host/runner-host.ts';
import { createRunnerMachine } from './machine.ts';
import { runSandboxMain } from './main.ts';
import { runSandboxPost } from './post.ts';
import type { OpenService } from './context.ts';

/**
 * Time limit for reporting a cancelled run, in milliseconds of wall-clock time. The limit is shorter than the grace
 * period that the runner grants a cancelled step.
 */
const REPORT_LIMIT_MS = 5000;

/** Runs the main phase of `sandbox/action.yml` from the program file that the runner starts. */
export async function startSandbox(): Promise<void> {
  await startPhase((given) =>
    runSandboxMain({
      ...given,
      host: createRunnerHost(process.env),
      random: (bytes, as) => randomBytes(bytes).toString(as),
      openService: connectSandboxService,
      machine: createRunnerMachine(),
      cancelGracePeriod: () => realClock.sleep(REPORT_LIMIT_MS),
    }),
  );
}

/** Runs the post phase of `sandbox/action.yml` from the program file that the runner starts. */
export async function startSandboxPost(): Promise<void> {
  concealEnvironment();
  await runSandboxPost({
    host: createRunnerHost(process.env),
    machine: createRunnerMachine(),
    openService: connectSandboxService,
    clock: realClock,
    readAudit: async () => {
      const { AuditEntry } = await import('../../credential-proxy/messages.ts');
      return (line) => {
        try {
          return AuditEntry.safeParse(JSON.parse(line)).data;
        } catch {
          return undefined;
        }
      };
    },
  });
}

/** Opens the sandbox service over HTTP, loading the client on first use. */
export const connectSandboxService: OpenService = async (access, { env, clock, redact, log }) => {
  const [{ createTransport }, { createSandboxService: createSandboxes }] = await Promise.all([
    loadTransport(),
    import('../../clients/sandboxes.ts'),
  ]);
  const transport = createTransport({
    env,
    ...(clock && { clock }),
    redact,
    attemptTimeoutMs: access.requestTimeoutMs,
    log,
  });
  const { baseUrl, apiKey, workspaceId, requestTimeoutMs } = access;
  const service = createSandboxes({ transport, baseUrl, apiKey, workspaceId, requestTimeoutMs });
  return { service, close: () => transport.close() };
};
