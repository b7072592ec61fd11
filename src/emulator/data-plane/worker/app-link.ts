import type {
  AgentRequest,
  AgentResponse,
  AppAnswer,
  AppRequest,
  HeaderList,
} from '../../ports/agent-http.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { HttpCommand } from './commands.ts';
import type { HttpReport } from './reports.ts';

/** The emulator's end of HTTP on a worker's channel. */
export interface AppLink {
  /** Lets the application answer. Rejects when it fails before its response begins. */
  serve(request: AppRequest): Promise<AppAnswer>;
  receive(report: HttpReport): void;
  /** The worker is gone: everything pending fails. */
  end(error: Error): void;
}

/** A request for the application that is under way. */
interface Exchange {
  answer: PromiseWithResolvers<AppAnswer>;
  response: ByteQueue;
  /** The body that is still to be sent. */
  body: AsyncIterator<Uint8Array> | undefined;
}

const NOTHING = new Uint8Array();

/** `answerAgent` answers what the agent's own code asks of the API. */
export function createAppLink(
  send: (command: HttpCommand) => void,
  answerAgent: (request: AgentRequest) => Promise<AgentResponse>,
): AppLink {
  const exchanges = new Map<number, Exchange>();
  const requests = new Map<
    number,
    { controller: AbortController; body: AsyncIterator<Uint8Array> | undefined }
  >();
  let last = 0;

  const fail = (id: number, error: Error): void => {
    const exchange = exchanges.get(id);
    exchanges.delete(id);
    exchange?.answer.reject(error);
    exchange?.response.fail(error);
  };

  const sendBody = async (id: number): Promise<void> => {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    try {
      const next = await exchange.body?.next();
      send({ type: 'app-body', id, bytes: next === undefined || next.done === true ? NOTHING : next.value });
    } catch {
      // The client left in the middle of its request.
      send({ type: 'app-gone', id });
    }
  };

  const ask = async (report: Extract<HttpReport, { type: 'api-request' }>): Promise<void> => {
    const { id, purpose, method, path, headers, bytes } = report;
    const controller = new AbortController();
    requests.set(id, { controller, body: undefined });
    const { signal } = controller;
    try {
      const response = await answerAgent({ purpose, method, path, headers, body: bytes, signal });
      requests.set(id, { controller, body: response.body[Symbol.asyncIterator]() });
      send({ type: 'api-head', id, status: response.status, headers: response.headers });
    } catch (error) {
      requests.delete(id);
      send({ type: 'api-failed', id, message: errorMessage(error) });
    }
  };

  const sendChunk = async (id: number): Promise<void> => {
    try {
      const next = await requests.get(id)?.body?.next();
      const isLast = next === undefined || next.done === true;
      if (isLast) requests.delete(id);
      send({ type: 'api-chunk', id, bytes: isLast ? NOTHING : next.value });
    } catch (error) {
      requests.delete(id);
      send({ type: 'api-failed', id, message: errorMessage(error) });
    }
  };

  return {
    serve({ body, signal, ...head }) {
      last += 1;
      const id = last;
      const leave = (): void => {
        if (exchanges.has(id)) send({ type: 'app-gone', id });
        fail(id, new Error('the client left'));
      };
      const response = createByteQueue({
        onTaken: () => send({ type: 'app-taken', id }),
        onClose: () => {
          signal.removeEventListener('abort', leave);
          if (exchanges.delete(id)) send({ type: 'app-gone', id });
        },
      });
      const answer = Promise.withResolvers<AppAnswer>();
      exchanges.set(id, { answer, response, body: body?.[Symbol.asyncIterator]() });
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      else send({ type: 'app-request', id, request: { ...head, hasBody: body !== undefined } });
      return answer.promise;
    },
    receive(report) {
      const { id } = report;
      switch (report.type) {
        case 'app-head': {
          const exchange = exchanges.get(id);
          const { status, headers } = report;
          exchange?.answer.resolve({ kind: 'response', status, headers, body: exchange.response });
          return;
        }
        case 'app-chunk':
          return exchanges.get(id)?.response.push(report.bytes);
        case 'app-end': {
          if (report.failure !== undefined) return fail(id, new Error(report.failure));
          const exchange = exchanges.get(id);
          exchanges.delete(id);
          exchange?.answer.reject(new Error('the application gave no response'));
          exchange?.response.end();
          return;
        }
        case 'app-pass': {
          const exchange = exchanges.get(id);
          exchanges.delete(id);
          const headers: HeaderList = report.headers;
          exchange?.answer.resolve({ kind: 'pass', headers, body: report.bytes });
          return;
        }
        case 'app-pull':
          return void sendBody(id);
        case 'api-request':
          return void ask(report);
        case 'api-pull':
          return void sendChunk(id);
        case 'api-cancel':
          requests.get(id)?.controller.abort(new Error('the agent left'));
          requests.delete(id);
          return;
      }
    },
    end(error) {
      for (const id of exchanges.keys()) fail(id, error);
      for (const { controller } of requests.values()) controller.abort(error);
      requests.clear();
    },
  };
}

/** Bytes that arrive, for one reader. */
interface ByteQueue extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** `onTaken` is called when the reader asks for more than it has been given; `onClose` once it reads no more. */
function createByteQueue({ onTaken, onClose }: { onTaken: () => void; onClose: () => void }): ByteQueue {
  const waiting: Uint8Array[] = [];
  let finished: { error?: Error } | undefined;
  let arrived = Promise.withResolvers<void>();
  const wake = (): void => {
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  const finish = (how: { error?: Error }): void => {
    finished ??= how;
    wake();
  };
  return {
    push(bytes) {
      waiting.push(bytes);
      wake();
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const next = waiting.shift();
          if (next !== undefined) {
            yield next;
            onTaken();
          } else if (finished !== undefined) {
            if (finished.error) throw finished.error;
            return;
          } else await arrived.promise;
        }
      } finally {
        onClose();
      }
    },
  };
}
