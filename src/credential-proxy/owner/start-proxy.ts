import type { ChildProcess } from 'node:child_process';
import { parse } from 'node:path';
import process from 'node:process';
import { type AuditEntry, problemsOf, SandboxPush } from '../messages.ts';
import type { CredentialProxy, DetachedProxy, StartProxyOptions } from '../port.ts';
import { type Channel, openChannel } from './channel.ts';
import { noDebuggerFlags } from '../../os/debugger.ts';
import { startToken } from '../../os/processes.ts';
import { startProgram, windowsVariables } from '../../os/programs.ts';

/** Limit of V8's heap in the proxy's process, in megabytes. Buffers of bodies are not part of the heap. */
const HEAP_MB = 512;
const START_MS = 20_000;
const STOP_MS = 3_000;
/**
 * Lifetime of a detached proxy in milliseconds. At the end of the lifetime, the CAs of the proxy's sandboxes have
 * expired.
 */
const DETACHED_LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Starts a credential proxy in a separate process. Resolves when the proxy accepts connections. Rejects with the stderr
 * of the process if the proxy does not start. The process inherits no environment variables, writes no core dumps, and
 * does not open a debugger port on a signal.
 */
export async function startProxy(options: StartProxyOptions): Promise<CredentialProxy> {
  const channel = openChannel(forkProxy(options.entry), options.answerMs);
  try {
    const address = await channel.start({ port: options.port, auditFile: options.auditFile }, START_MS);
    return proxyOver(channel, address, options);
  } catch (error) {
    channel.child.kill('SIGKILL');
    throw error;
  }
}

/** Node flags that limit the memory and the permissions of the process. */
const FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  // The semi-space is half as large as the default, so the garbage of many connections is collected early.
  '--max-semi-space-size=8',
  // `countBodyBytes` needs `--expose-gc` to collect garbage.
  '--expose-gc',
  '--disallow-code-generation-from-strings',
  // With `--permission`, even a compromised library cannot start child processes, threads, native code or debuggers.
  '--permission',
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--disable-warning=ExperimentalWarning',
];

/**
 * Shell script that limits core dumps and replaces itself with Node. Node itself cannot limit core dumps. The limit is
 * one byte, because one byte is the only limit that the kernel respects when it pipes a dump to a program such as
 * apport.
 */
const WITHOUT_CORE = '{ prlimit --pid $$ --core=1:1 2>/dev/null || ulimit -c 0; } && exec "$0" "$@"';

function forkProxy(entry: string): ChildProcess {
  const line = [process.execPath, ...noDebuggerFlags(), ...FLAGS, entry];
  const [command = '', ...args] =
    process.platform === 'win32' ? line : ['/bin/sh', '-c', WITHOUT_CORE, ...line];
  return startProgram(command, args, {
    env: {
      // Number of threads that look up names and sign certificates. With the default of four threads, a single sandbox
      // could occupy all threads (see `limitLookups`).
      UV_THREADPOOL_SIZE: '16',
      ...windowsVariables(),
    },
    // The proxy must not receive signals to the process group of a terminal or workflow step.
    group: 'lasting',
    cwd: parse(process.cwd()).root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function proxyOver(
  channel: Channel,
  address: CredentialProxy['address'],
  { auditFile }: StartProxyOptions,
): CredentialProxy {
  const listeners: ((entry: AuditEntry) => void)[] = [];
  channel.onAudit((entries) => {
    for (const entry of entries) for (const listener of listeners) listener(entry);
  });
  return {
    address,
    pid: channel.pid,
    ended: channel.ended,
    async push(given) {
      const push = SandboxPush.safeParse(given);
      if (!push.success) return { kind: 'refused', problems: problemsOf(push.error) };
      const { answer } = await channel.change('pushed', (id) => ({ kind: 'push', id, push: push.data }));
      return answer;
    },
    async remove(sandboxId) {
      await channel.change('done', (id) => ({ kind: 'remove', id, sandboxId }));
    },
    async explain(sandboxId, url) {
      return (await channel.request('explained', (id) => ({ kind: 'explain', id, sandboxId, url })))
        .explanation;
    },
    async metrics() {
      return (await channel.request('measured', (id) => ({ kind: 'metrics', id }))).text;
    },
    onAudit(listener) {
      if (listeners.push(listener) === 1) channel.send({ kind: 'listen-audit' });
    },
    async detach(): Promise<DetachedProxy> {
      const startTime = await startToken(channel.pid);
      if (startTime === undefined) throw new Error(`The credential proxy (pid ${channel.pid}) has exited.`);
      await channel.change('done', (id) => ({ kind: 'detach', id, lifetimeMs: DETACHED_LIFE_MS }));
      channel.release();
      return { pid: channel.pid, startTime, auditFile };
    },
    async stop() {
      channel.send({ kind: 'stop' });
      const kill = setTimeout(() => channel.child.kill('SIGKILL'), STOP_MS);
      await channel.ended;
      clearTimeout(kill);
    },
  };
}
