import { fork } from 'node:child_process';
import { parse } from 'node:path';
import process from 'node:process';
import { type AuditEntry, problemsOf, SandboxPush } from '../messages.ts';
import type { CredentialProxy, DetachedProxy, StartProxyOptions } from '../port.ts';
import { type Channel, openChannel } from './channel.ts';
import { noDebuggerFlags } from '../../os/debugger.ts';
import { startToken } from '../../os/processes.ts';

/** The limit of V8's heap in the process; buffers of bodies do not count. */
const HEAP_MB = 512;
const START_MS = 20_000;
const STOP_MS = 3_000;
/** As long as the CAs of its sandboxes are valid: a forgotten proxy is of no use after that. */
const DETACHED_LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Starts a credential proxy as a process of its own and resolves when it listens. Nothing of our environment reaches
 * it, no core dump of it can be written, and no signal opens a debugger in it. Rejects with its standard error when it
 * fails to start.
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

/** More flags of the process: no code generated from strings, and a limit on its memory. */
const FLAGS = [
  `--max-old-space-size=${HEAP_MB}`,
  // Half of the default: the garbage of a burst of connections is collected, not kept for the next burst.
  '--max-semi-space-size=8',
  // See `countBodyBytes`.
  '--expose-gc',
  '--disallow-code-generation-from-strings',
  // No child processes, threads, native code or debugger, even if a library is compromised.
  '--permission',
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--disable-warning=ExperimentalWarning',
];

/**
 * Only a shell can set the limit of core dumps; it then becomes node in the same process. The limit is one byte and not
 * zero: the kernel pipes a dump to a program such as apport under any limit but that one.
 */
const WITHOUT_CORE = '{ prlimit --pid $$ --core=1:1 2>/dev/null || ulimit -c 0; } && exec "$0" "$@"';

function forkProxy(entry: string): ReturnType<typeof fork> {
  const shell = process.platform !== 'win32';
  const flags = [...noDebuggerFlags(), ...FLAGS];
  return fork(entry, [], {
    ...(shell
      ? { execPath: '/bin/sh', execArgv: ['-c', WITHOUT_CORE, process.execPath, ...flags] }
      : { execPath: process.execPath, execArgv: flags }),
    env: {
      // These threads look up names and sign certificates: with four, one sandbox could occupy all (see `limitLookups`).
      UV_THREADPOOL_SIZE: '16',
      ...(process.env['SystemRoot'] !== undefined && { SystemRoot: process.env['SystemRoot'] }),
    },
    // Its own session: a signal to the process group of a terminal or a step does not reach it.
    detached: true,
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
      if (startTime === undefined) throw new Error(`The credential proxy (pid ${channel.pid}) has ended.`);
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
