import type { ChildProcess } from 'node:child_process';
import { type AuditEntry, FromProxy, type ToProxy } from '../messages.ts';

type Answer = Extract<FromProxy, { id: number }>;
type AnswerKind = Answer['kind'];
type Start = Omit<Extract<ToProxy, { kind: 'start' }>, 'kind'>;
type End = { code: number | null; signal: string | null };

/** Channel to a proxy's process, for the process that started the proxy. */
export interface Channel {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<End>;
  /**
   * Starts the proxy, and resolves with the proxy's address. Rejects if the process exits before it responds, or does
   * not respond in time.
   */
  start(start: Start, timeoutMs: number): Promise<{ host: string; port: number }>;
  send(message: ToProxy): void;
  /** Sends a request and waits for the response. Rejects if the process reports a failure or has ended. */
  request<Kind extends AnswerKind>(
    kind: Kind,
    question: (id: number) => ToProxy,
  ): Promise<Extract<Answer, { kind: Kind }>>;
  /**
   * Requests a change of the proxy's configuration or state. If the promise rejects, the change was not made and never
   * will be: a process that does not respond, or makes only part of the change, is killed, because the request might
   * still be in its queue.
   */
  change<Kind extends AnswerKind>(
    kind: Kind,
    question: (id: number) => ToProxy,
  ): Promise<Extract<Answer, { kind: Kind }>>;
  onAudit(listener: (entries: AuditEntry[]) => void): void;
  /** Closes the channel, so the proxy's process continues when the owner's process ends. */
  release(): void;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Maximum length of stderr in an error message, in characters. */
const MAX_STDERR_CHARACTERS = 4000;

/** Time limit for a response in milliseconds, long enough for a suspended or busy process. */
const ANSWER_MS = 30_000;

/** Opens the channel to a process that has just been forked. */
export function openChannel(child: ChildProcess, answerMs = ANSWER_MS): Channel {
  let stderr = '';
  let auditListener: (entries: AuditEntry[]) => void = () => undefined;
  const opening = Promise.withResolvers<{ host: string; port: number }>();
  const up = Promise.withResolvers<void>();
  // Prevents unhandled rejections while nothing awaits the promises.
  opening.promise.catch(() => undefined);
  up.promise.catch(() => undefined);

  const send = (message: ToProxy): void => {
    // A disconnected process receives no messages. When a disconnected process exits, its pending requests are
    // rejected.
    if (child.connected) child.send(message, () => undefined);
  };
  const requests = createRequests(send, answerMs);
  const lose = (error: Error): void => {
    const reason = requests.end(error);
    opening.reject(reason);
    up.reject(reason);
  };

  const ended = new Promise<End>((resolve) => {
    child.once('error', (error) => {
      lose(new Error('The credential proxy could not be started.', { cause: error }));
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
    // The cause of the exit is in stderr, and `close`, unlike `exit`, is emitted after the end of stderr.
    child.once('close', (code, signal) => {
      lose(endedError(code, signal, stderr));
      resolve({ code, signal });
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
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
      default:
        requests.answer(data);
    }
  });

  return {
    child,
    // If the process has no ID, `start` rejects, so the ID 0 is never used.
    pid: child.pid ?? 0,
    ended,
    send,
    async start(start, timeoutMs) {
      const late = new Error(`The credential proxy did not listen within ${timeoutMs} ms. ${stderr}`.trim());
      const timer = setTimeout(() => lose(late), timeoutMs);
      try {
        await up.promise;
        send({ kind: 'start', ...start });
        return await opening.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    request: requests.ask,
    async change(kind, question) {
      try {
        return await requests.ask(kind, question);
      } catch (error) {
        // A process that has exited or was released cannot receive requests.
        if (!requests.isEnded()) {
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
      lose(new Error('The credential proxy was released, so it accepts no more configuration.'));
      child.disconnect();
      child.stderr?.destroy();
      child.unref();
    },
  };
}

/** Creates a list of requests that wait for a response of the process. */
function createRequests(send: (message: ToProxy) => void, answerMs: number) {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const state: { gone: Error | null } = { gone: null };
  const ask: Channel['request'] = async (kind, question) => {
    if (state.gone !== null) throw state.gone;
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.set(id, { resolve, reject });
    const late = new Error(`The credential proxy did not respond within ${answerMs} ms.`);
    // A request is rejected one turn of the event loop after the timer, because a response might have arrived unread
    // while this process was busy.
    const timer = setTimeout(() => setImmediate(reject, late), answerMs);
    send(question(id));
    const answer = await promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
    if (!isOfKind(answer, kind))
      throw new Error('The credential proxy sent the response to another request.');
    return answer;
  };
  return {
    ask,
    answer(answer: Answer) {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === 'not-done') caller?.reject(new Error(answer.message));
      else caller?.resolve(answer);
    },
    isEnded: () => state.gone !== null,
    /** Rejects all current and future requests. Returns the first error, which is the reason of the rejections. */
    end(error: Error): Error {
      state.gone ??= error;
      for (const caller of waiting.values()) caller.reject(state.gone);
      waiting.clear();
      return state.gone;
    },
  };
}

function isOfKind<Kind extends AnswerKind>(
  answer: Answer,
  kind: Kind,
): answer is Extract<Answer, { kind: Kind }> {
  return answer.kind === kind;
}

function endedError(code: number | null, signal: string | null, stderr: string): Error {
  const how = signal === null ? `with exit code ${code}` : `because of ${signal}`;
  const words = stderr.trim() === '' ? '' : ` Its output was: ${stderr.trim()}`;
  return new Error(
    `The credential proxy exited ${how}. Nothing is forwarded until it is started and configured again.${words}`,
  );
}
