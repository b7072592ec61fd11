import { type Box, BoxFileError, type BoxHost, type RunningCommand } from '../../box/box.ts';
import type { Policy } from '../../credential-proxy/policy/model.ts';
import type { CredentialProxy } from '../../credential-proxy/port.ts';
import type { SandboxRuntime } from './runtime.ts';

/** Creates the runtime `stub`, whose boxes have all states but no processes, so they cannot leak secrets. */
export function stubRuntime(): SandboxRuntime {
  return {
    startProxy: stubProxy,
    boxes: stubBoxHost(),
    isolation: 'none',
    privateNetworks: [],
    extraRoots: () => Promise.resolve([]),
    upstreamProxy: null,
  };
}

const WHY =
  'The emulator runs with --runtime stub, whose sandboxes run no programs: start it with --runtime process.';

/** Creates a host whose boxes exist only as records. */
function stubBoxHost(): BoxHost {
  return {
    report: () =>
      Promise.resolve({
        level: 'none',
        findings: ['With --runtime stub, sandboxes run no programs, so no isolation is needed.'],
        remedies: [],
      }),
    start: ({ id, level }) => {
      const ended = Promise.withResolvers<void>();
      const box: Box = {
        id,
        level,
        run: () => refusedCommand(),
        readFile: () => Promise.reject(new BoxFileError('other', WHY)),
        writeFile: () => Promise.reject(new BoxFileError('other', WHY)),
        connect: () => Promise.reject(new BoxFileError('other', WHY)),
        search: () => Promise.reject(new BoxFileError('other', WHY)),
        trust: () => Promise.resolve(),
        ended: ended.promise,
        stop() {
          ended.resolve();
          return Promise.resolve();
        },
      };
      return Promise.resolve(box);
    },
  };
}

function refusedCommand(): RunningCommand {
  return {
    events: failing(),
    write: () => Promise.reject(new Error(WHY)),
    closeStdin: () => undefined,
    kill: () => undefined,
  };
}

// oxlint-disable-next-line require-yield -- it has nothing to tell
async function* failing(): AsyncGenerator<never> {
  await Promise.resolve();
  throw new Error(WHY);
}

/** Creates a proxy that validates configurations like the real proxy, but forwards nothing. */
async function stubProxy(): Promise<CredentialProxy> {
  // Loads the module on demand, because the module loads the public suffix list, which emulators without sandboxes do
  // not need.
  const { compilePolicy } = await import('../../credential-proxy/policy/compile.ts');
  const { explain } = await import('../../credential-proxy/policy/explain.ts');
  const policies = new Map<string, Policy>();
  const ended = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  return {
    address: { host: '127.0.0.1', port: 0 },
    pid: 0,
    push(push) {
      const compiled = compilePolicy(push);
      if (compiled.kind === 'refused') return Promise.resolve(compiled);
      policies.set(push.sandboxId, compiled.policy);
      const { warnings } = compiled;
      return Promise.resolve({ kind: 'acked', revision: push.revision, caPem: '', warnings });
    },
    remove(sandboxId) {
      policies.delete(sandboxId);
      return Promise.resolve();
    },
    explain(sandboxId, url) {
      const policy = policies.get(sandboxId);
      return policy === undefined
        ? Promise.reject(new Error(`the proxy has no sandbox ${sandboxId}`))
        : Promise.resolve(explain(policy, url));
    },
    metrics: () => Promise.resolve(''),
    onAudit: () => undefined,
    ended: ended.promise,
    detach: () => Promise.reject(new Error('there is no process to detach')),
    stop() {
      ended.resolve({ code: 0, signal: null });
      return Promise.resolve();
    },
  };
}
