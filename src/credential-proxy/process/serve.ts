import { type AddressInfo, createServer, type Server } from 'node:net';
import process from 'node:process';
import { errorCode } from '../../os/errors.ts';
import { type FromProxy, ToProxy } from '../messages.ts';
import { explain } from '../policy/explain.ts';
import type { ForwardProxy } from '../proxy/proxy.ts';
import type { ProxyHost } from '../proxy/context.ts';
import { PlainFileError } from '../../os/plain-file.ts';
import { type AuditFile, createAuditLog, openAuditFile } from './audit.ts';
import { createRequestCounters, renderExposition } from './metrics.ts';
import { createSandboxRegistry, type SandboxRegistry } from './registry.ts';

/** Creates the proxy of the process. `main.ts` uses the machine's resolver and network, while tests replace them. */
export type CreateProxy = (host: ProxyHost) => ForwardProxy;

/** Message for a user who starts the process directly. */
const BY_HAND =
  'A credential proxy is started by its owner, which configures it over a channel. It cannot be started directly.\n';

/**
 * Runs the proxy's process. Only the IPC channel configures the proxy. The process exits when the channel closes,
 * unless it was detached. Before the `start` message, the process accepts no connections.
 */
export function serveProxy(createProxy: CreateProxy): void {
  // The umask is set first, because all files and sockets of this process are private.
  process.umask(0o077);
  exitOnUnhandledError();
  const send = openOwnerChannel();
  const pushes = { acked: 0, refused: 0 };
  let detached = false;
  const meters = createRequestCounters();
  const audit = createAuditOutput(send);
  const registry = createSandboxRegistry({
    now: Date.now,
    configChanged: (sandboxId) => proxy.configChanged(sandboxId),
    accept: (socket, sandboxId) => proxy.accept(socket, { kind: 'sandbox', sandboxId }),
  });
  const proxy = createProxy({
    sandboxes: registry,
    ownPorts: () => listener.ports(),
    audit(entry) {
      // A request that ends after its sandbox was removed is logged but not counted.
      if (entry.sandbox === null || registry.current(entry.sandbox) !== null) meters.count(entry);
      audit.add(entry);
    },
  });

  const fail = (message: string): void => send({ kind: 'failed', message }, () => exit(1));
  const listener = createListener(proxy, send, fail);

  const exit = (code: number): void => {
    audit.close();
    registry.close();
    process.exit(code);
  };
  const stop = (): void => {
    listener.close();
    // When the proxy closes, it aborts its connections, and each aborted connection writes its last audit entries. The
    // process exits after one second even if the proxy does not close.
    setTimeout(() => exit(0), 1000).unref();
    void proxy.close().then(
      () => exit(0),
      () => exit(1),
    );
  };
  const metrics = (): string => {
    audit.flush();
    const sandboxes = registry.all().map(({ snapshot, pushedAt, leaves }) => ({
      sandboxId: snapshot.sandboxId,
      revision: snapshot.revision,
      pushAgeMs: Date.now() - pushedAt,
      leaves: leaves.counters,
      usesLeft: snapshot.policy.rules.flatMap((rule) => {
        const left = proxy.usesLeft(snapshot.sandboxId, rule);
        return left === null ? [] : [{ rule: rule.name, left }];
      }),
    }));
    const residentBytes = process.memoryUsage.rss();
    return renderExposition(
      meters.read({ sandboxes, gauges: proxy.gauges(), residentBytes, pushes, auditLost: audit.lost }),
    );
  };

  const forget = (sandboxId: string): void => meters.forget(sandboxId);
  const usesLeft: AnswerContext['usesLeft'] = (sandboxId, rule) => proxy.usesLeft(sandboxId, rule);
  const handle = (message: ToProxy): void => {
    switch (message.kind) {
      case 'start':
        if (!listener.isStarted() && audit.open(message.auditFile, fail)) listener.start(message.port);
        return;
      case 'listen-audit':
        audit.sendToOwner();
        return;
      case 'stop':
        stop();
        return;
      case 'detach':
        detached = true;
        setTimeout(stop, Math.min(message.lifetimeMs, MAX_TIMER_MS)).unref();
        send({ kind: 'done', id: message.id });
        return;
      default:
        void answerOwner(message, { registry, metrics, pushes, forget, usesLeft }).then((answer) => {
          audit.flush();
          send(answer);
        });
    }
  };

  process.on('message', (given) => {
    const message = ToProxy.safeParse(given);
    // The process that started the proxy never sends an invalid message. The content of an invalid message is not
    // printed, because a message of kind `push` contains the secrets of a sandbox.
    if (message.success) handle(message.data);
    else process.stderr.write('The credential proxy received an invalid message.\n');
  });
  process.on('disconnect', () => {
    if (!detached) exit(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // If the reader of stderr has exited, a write fails, which must not end the process.
  process.stderr.on('error', () => undefined);
  if (!process.connected) exit(0);
  send({ kind: 'up' });
}

/**
 * Sends a message to the process that started the proxy. `done` is called once the message is sent or cannot be sent.
 */
type Send = (message: FromProxy, done?: () => void) => void;

/** Opens the channel to the process that started the proxy. Ends this process if it has no channel. */
function openOwnerChannel(): Send {
  const sendMessage = process.send?.bind(process);
  if (sendMessage === undefined) {
    process.stderr.write(BY_HAND);
    process.exit(2);
  }
  return (message, done = () => undefined) => {
    // The channel can close at any time, which the `disconnect` event reports.
    if (process.connected) sendMessage(message, done);
    else done();
  };
}

/**
 * Creates the audit log of the process. The log appends to the audit file once the file is open, and sends entries to
 * the process that started the proxy if that process listens.
 */
function createAuditOutput(send: Send) {
  const lost = { file: 0, owner: 0 };
  let file: AuditFile | null = null;
  let ownerListens = false;
  const log = createAuditLog({
    file: () => file?.append ?? null,
    owner: () => (ownerListens ? (entries, done) => send({ kind: 'audit', entries }, done) : null),
    lost: (target, lines) => {
      lost[target] += lines;
    },
    later: setImmediate,
  });
  return {
    ...log,
    /** Number of lines that did not reach their destination. */
    lost,
    /** Opens the audit file, if `path` is set. If the file cannot be opened, calls `fail` and returns false. */
    open(path: string | null, fail: (message: string) => void): boolean {
      try {
        file = path === null ? null : openAuditFile(path);
        return true;
      } catch (error) {
        const why = error instanceof PlainFileError ? `it ${error.message}` : (errorCode(error) ?? 'no code');
        fail(`The audit file ${path} could not be opened (${why}).`);
        return false;
      }
    },
    sendToOwner() {
      ownerListens = true;
    },
    close() {
      log.flush();
      file?.close();
    },
  };
}

/**
 * Creates the proxy's listener on loopback. Sends the listener's address to the process that started the proxy once the
 * listener accepts connections.
 */
function createListener(proxy: ForwardProxy, send: Send, fail: (message: string) => void) {
  let server: Server | null = null;
  const address = (): AddressInfo | undefined => {
    const bound = server?.address();
    return typeof bound === 'object' && bound !== null ? bound : undefined;
  };
  return {
    isStarted: () => server !== null,
    ports: () => [address()?.port].filter((port) => port !== undefined),
    close: () => void server?.close(),
    start(port: number) {
      server = createServer((socket) => proxy.accept(socket, { kind: 'token' }));
      server.on('error', (error) => {
        if (server?.listening !== true)
          fail(`The credential proxy could not listen on port ${port} (${errorCode(error) ?? 'no code'}).`);
      });
      server.listen({ host: '127.0.0.1', port }, () => {
        const bound = address();
        if (bound !== undefined) send({ kind: 'listening', host: bound.address, port: bound.port });
      });
    },
  };
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Makes an unhandled error end the process. After the end of the process, sandboxes have no network access. The error's
 * message is not printed, because it might contain a secret.
 */
function exitOnUnhandledError(): void {
  const end = (error: unknown): void => {
    const where =
      error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
    const name = error instanceof Error ? error.name : 'a thrown value';
    process.stderr.write(
      `The credential proxy exited because of ${name} (${errorCode(error) ?? 'no code'}).\n${where.join('\n')}\n`,
    );
    process.exit(70);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** State of the process for `answerOwner`. */
export interface AnswerContext {
  registry: SandboxRegistry;
  metrics(): string;
  pushes: { acked: number; refused: number };
  forget(sandboxId: string): void;
  usesLeft: ForwardProxy['usesLeft'];
}

export type OwnerRequest = Extract<ToProxy, { kind: 'push' | 'remove' | 'explain' | 'metrics' }>;

/**
 * Handles a request of the process that started the proxy and returns the response. `answerOwner` never rejects,
 * because the process that started the proxy waits for a response.
 */
export async function answerOwner(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
  const { id } = question;
  try {
    return await handleOwnerRequest(question, from);
  } catch (error) {
    // The error's message is not used, because it might contain a secret.
    const name = error instanceof Error ? error.name : 'a thrown value';
    return { kind: 'not-done', id, message: `The credential proxy could not ${question.kind}: ${name}.` };
  }
}

async function handleOwnerRequest(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
  const { id } = question;
  switch (question.kind) {
    case 'push': {
      const answer = await from.registry.push(question.push);
      from.pushes[answer.kind] += 1;
      return { kind: 'pushed', id, answer };
    }
    case 'remove':
      await from.registry.remove(question.sandboxId);
      from.forget(question.sandboxId);
      return { kind: 'done', id };
    case 'explain': {
      const snapshot = from.registry.current(question.sandboxId);
      if (snapshot === null) {
        return {
          kind: 'not-done',
          id,
          message: `The credential proxy has no sandbox ${question.sandboxId}.`,
        };
      }
      return {
        kind: 'explained',
        id,
        explanation: explain(snapshot.policy, question.url, (rule) =>
          from.usesLeft(question.sandboxId, rule),
        ),
      };
    }
    case 'metrics':
      return { kind: 'measured', id, text: from.metrics() };
  }
}
