import { createServer, type Server } from 'node:net';
import process from 'node:process';
import { type FromProxy, ToProxy } from '../messages.ts';
import { explain } from '../policy/explain.ts';
import type { ForwardProxy } from '../proxy/proxy.ts';
import type { ProxyHost } from '../proxy/context.ts';
import { type AuditFile, AuditFileError, createAuditLog, openAuditFile } from './audit.ts';
import { createRequestCounters, renderExposition } from './metrics.ts';
import { createSandboxRegistry, type SandboxRegistry } from './registry.ts';

/** Makes the relay of the process; `main.ts` gives it the machine's resolver and network, tests give it theirs. */
export type MakeRelay = (host: ProxyHost) => ForwardProxy;

/** What the process says of itself when somebody starts it by hand. */
const BY_HAND =
  'A credential proxy is started by the program that owns it, with a channel to configure it; it does nothing by itself.\n';

/**
 * The whole life of a proxy's process: takes its configuration from the channel that it was started with, and from
 * nowhere else, and ends with that channel unless it was detached. It serves nothing before it was told to start.
 */
export function serveProxy(createRelay: MakeRelay): void {
  // Before anything is made: its files and sockets are nobody else's.
  process.umask(0o077);
  endOnWhatNobodyHandled();
  const send = process.send?.bind(process);
  if (send === undefined) {
    process.stderr.write(BY_HAND);
    process.exit(2);
  }
  const tell = (message: FromProxy, done: () => void = () => undefined): void => {
    // The channel may close at any time; `disconnect` says so.
    if (process.connected) send(message, undefined, undefined, done);
    else done();
  };

  const lost = { file: 0, owner: 0 };
  const pushes = { acked: 0, refused: 0 };
  let file: AuditFile | null = null;
  let ownerListens = false;
  let detached = false;
  let listener: Server | null = null;

  const meters = createRequestCounters();
  const audit = createAuditLog({
    file: () => file?.append ?? null,
    owner: () => (ownerListens ? (entries, done) => tell({ kind: 'audit', entries }, done) : null),
    lost: (target, lines) => {
      lost[target] += lines;
    },
    later: setImmediate,
  });
  const registry = createSandboxRegistry({
    now: Date.now,
    configChanged: (sandboxId) => relay.configChanged(sandboxId),
    accept: (socket, sandboxId) => relay.accept(socket, { kind: 'sandbox', sandboxId }),
  });
  const relay = createRelay({
    sandboxes: registry,
    ownPorts: () => {
      const address = listener?.address();
      return address !== null && typeof address === 'object' ? [address.port] : [];
    },
    audit(entry) {
      // What ends after its sandbox was removed is written down, but counted for nobody.
      if (entry.sandbox === null || registry.current(entry.sandbox) !== null) meters.count(entry);
      audit.add(entry);
    },
  });

  const leave = (code: number): void => {
    audit.flush();
    file?.close();
    registry.close();
    process.exit(code);
  };
  const stop = (): void => {
    listener?.close();
    // Cut what can be cut so that the last audit lines are written; the channel's other end has its own patience.
    setTimeout(() => leave(0), 1000).unref();
    void relay.close().then(
      () => leave(0),
      () => leave(1),
    );
  };
  const start = ({ port, auditFile }: Extract<ToProxy, { kind: 'start' }>): void => {
    try {
      file = auditFile === null ? null : openAuditFile(auditFile);
    } catch (error) {
      const why = error instanceof AuditFileError ? error.message : codeOf(error);
      fail(`The audit file ${auditFile} could not be opened (${why}).`);
      return;
    }
    listener = createServer((socket) => relay.accept(socket, { kind: 'token' }));
    listener.on('error', (error) => {
      if (listener?.listening !== true) fail(`No one can listen on port ${port} (${codeOf(error)}).`);
    });
    listener.listen({ host: '127.0.0.1', port }, () => {
      const address = listener?.address();
      if (address !== null && typeof address === 'object') {
        tell({ kind: 'listening', host: address.address, port: address.port });
      }
    });
  };
  const fail = (message: string): void => tell({ kind: 'failed', message }, () => leave(1));

  const metrics = (): string => {
    audit.flush();
    return renderExposition(
      meters.read({
        sandboxes: registry.all().map(({ snapshot, pushedAt, leaves }) => ({
          sandboxId: snapshot.sandboxId,
          revision: snapshot.revision,
          pushAgeMs: Date.now() - pushedAt,
          leaves: leaves.counters,
        })),
        gauges: relay.gauges(),
        residentBytes: process.memoryUsage.rss(),
        pushes,
        auditLost: lost,
      }),
    );
  };

  const take = (message: ToProxy): void => {
    switch (message.kind) {
      case 'start':
        if (listener === null) start(message);
        return;
      case 'listen-audit':
        ownerListens = true;
        return;
      case 'stop':
        stop();
        return;
      case 'detach':
        detached = true;
        setTimeout(stop, Math.min(message.lifetimeMs, LONGEST_TIMER_MS)).unref();
        tell({ kind: 'done', id: message.id });
        return;
      default:
        void answerOwner(message, {
          registry,
          metrics,
          pushes,
          forget: (sandboxId) => meters.forget(sandboxId),
        }).then((answer) => {
          audit.flush();
          tell(answer);
        });
    }
  };

  process.on('message', (given) => {
    const message = ToProxy.safeParse(given);
    // Our own owner never says such a thing; what it was is not repeated, a push is all secrets.
    if (message.success) take(message.data);
    else process.stderr.write('A message to the credential proxy was not understood.\n');
  });
  process.on('disconnect', () => {
    if (!detached) leave(0);
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Whoever read our words may be gone.
  process.stderr.on('error', () => undefined);
  if (!process.connected) leave(0);
  tell({ kind: 'up' });
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An error that nobody handled ends the process, and with it all ways out. Its text may hold a value: it is not said. */
function endOnWhatNobodyHandled(): void {
  const end = (error: unknown): void => {
    const where =
      error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
    const name = error instanceof Error ? error.name : 'something that is no error';
    process.stderr.write(
      `The credential proxy ended because of ${name} (${codeOf(error)}).\n${where.join('\n')}\n`,
    );
    process.exit(70);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}

/** What the questions of the owner are answered from. */
export interface AnswerContext {
  registry: SandboxRegistry;
  metrics(): string;
  pushes: { acked: number; refused: number };
  forget(sandboxId: string): void;
}

export type OwnerRequest = Extract<ToProxy, { kind: 'push' | 'remove' | 'explain' | 'metrics' }>;

/** Answers one question; never rejects, since the owner waits for it. */
export async function answerOwner(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
  const { id } = question;
  try {
    return await reallyAnswer(question, from);
  } catch (error) {
    // A message may repeat what it was given: its name and place are enough.
    const name = error instanceof Error ? error.name : 'something that is no error';
    return { kind: 'not-done', id, message: `The credential proxy could not ${question.kind}: ${name}.` };
  }
}

async function reallyAnswer(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
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
          message: `The credential proxy knows no sandbox ${question.sandboxId}.`,
        };
      }
      return { kind: 'explained', id, explanation: explain(snapshot.policy, question.url) };
    }
    case 'metrics':
      return { kind: 'measured', id, text: from.metrics() };
  }
}
