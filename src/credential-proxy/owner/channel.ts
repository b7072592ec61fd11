import type { ChildProcess } from 'node:child_process';
import { type AuditEntry, FromProxy, type ToProxy } from '../messages.ts';

type Answer = Extract<FromProxy, { id: number }>;
type AnswerKind = Answer['kind'];
type Start = Omit<Extract<ToProxy, { kind: 'start' }>, 'kind'>;
type End = { code: number | null; signal: string | null };

/** The owner's end of the channel to one proxy's process. */
export interface Channel {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<End>;
  /** Resolves with where it listens; rejects when it ends first, or after this many milliseconds. */
  start(start: Start, patienceMs: number): Promise<{ host: string; port: number }>;
  send(message: ToProxy): void;
  /** Asks and waits; rejects when the process says that it could not, or is gone. */
  request<Kind extends AnswerKind>(
    kind: Kind,
    question: (id: number) => ToProxy,
  ): Promise<Extract<Answer, { kind: Kind }>>;
  /**
   * Asks for a change. When it rejects, the change is not made now and will not be made later: a process that did not
   * answer, or could not do it whole, has been ended, since what it was asked may still be on its way to it.
   */
  change<Kind extends AnswerKind>(
    kind: Kind,
    question: (id: number) => ToProxy,
  ): Promise<Extract<Answer, { kind: Kind }>>;
  onAudit(listener: (entries: AuditEntry[]) => void): void;
  /** Lets go of it: this process may end, that one lives on. */
  release(): void;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** How much of what it wrote to its standard error is told when it does not come up. */
const SAID_CHARACTERS = 4000;

/** A process that was stopped, or is busy for ever, must not keep whoever asks waiting for ever. Milliseconds. */
const ANSWER_MS = 30_000;

/** Opens the channel to a process that was just forked. */
export function openChannel(child: ChildProcess, answerMs = ANSWER_MS): Channel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let said = '';
  const state: { gone: Error | null } = { gone: null };
  let auditListener: (entries: AuditEntry[]) => void = () => undefined;
  const opening = Promise.withResolvers<{ host: string; port: number }>();
  const up = Promise.withResolvers<void>();
  // Nobody may be waiting for these when they fail.
  opening.promise.catch(() => undefined);
  up.promise.catch(() => undefined);

  const lose = (error: Error): void => {
    state.gone ??= error;
    opening.reject(state.gone);
    up.reject(state.gone);
    for (const asker of waiting.values()) asker.reject(state.gone);
    waiting.clear();
  };

  const ended = new Promise<End>((resolve) => {
    child.once('error', (error) => {
      lose(new Error('The credential proxy could not be started.', { cause: error }));
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    // After its standard error has closed as well: what it said last says why.
    child.once('close', (code, signal) => {
      lose(endedError(code, signal, said));
      resolve({ code, signal });
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID_CHARACTERS);
  });

  child.on('message', (given) => {
    const message = FromProxy.safeParse(given);
    if (!message.success) return;
    const { data } = message;
    switch (data.kind) {
      case 'up':
        up.resolve();
        return;
      case 'listening':
        opening.resolve({ host: data.host, port: data.port });
        return;
      case 'failed':
        opening.reject(new Error(`The credential proxy could not start. ${data.message}`));
        return;
      case 'audit':
        auditListener(data.entries);
        return;
      default: {
        const asker = waiting.get(data.id);
        waiting.delete(data.id);
        if (data.kind === 'not-done') asker?.reject(new Error(data.message));
        else asker?.resolve(data);
      }
    }
  });

  const tell = (message: ToProxy): void => {
    // What cannot be sent has nobody to go to: its end follows, and is the answer.
    if (child.connected) child.send(message, () => undefined);
  };

  const ask: Channel['request'] = async (kind, question) => {
    if (state.gone !== null) throw state.gone;
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    const late = new Error(`The credential proxy did not answer within ${answerMs} ms.`);
    // When it is this process that was busy for so long, the answer is here and only unread.
    const timer = setTimeout(() => setImmediate(reject, late), answerMs);
    tell(question(id));
    const answer = await promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
    if (!isOfKind(answer, kind))
      throw new Error('The credential proxy answered something else than it was asked.');
    return answer;
  };

  return {
    child,
    // Without one, `start` rejects and nobody gets to see this.
    pid: child.pid ?? 0,
    ended,
    send: tell,
    async start(start, patienceMs) {
      const late = new Error(`The credential proxy did not listen within ${patienceMs} ms. ${said}`.trim());
      const timer = setTimeout(() => lose(late), patienceMs);
      try {
        await up.promise;
        tell({ kind: 'start', ...start });
        return await opening.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    request: ask,
    async change(kind, question) {
      try {
        return await ask(kind, question);
      } catch (error) {
        // Gone already, or let go of: nothing of ours reaches it any more.
        if (state.gone === null) {
          child.kill('SIGKILL');
          await ended;
        }
        throw error;
      }
    },
    onAudit(listener) {
      auditListener = listener;
    },
    release() {
      lose(new Error('The credential proxy was let go of: it takes no more configuration.'));
      child.disconnect();
      child.stderr?.destroy();
      child.unref();
    },
  };
}

function isOfKind<Kind extends AnswerKind>(
  answer: Answer,
  kind: Kind,
): answer is Extract<Answer, { kind: Kind }> {
  return answer.kind === kind;
}

function endedError(code: number | null, signal: string | null, said: string): Error {
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const words = said.trim() === '' ? '' : ` It said: ${said.trim()}`;
  return new Error(
    `The credential proxy ended ${how}: nothing is forwarded until one is started again and configured afresh.${words}`,
  );
}
