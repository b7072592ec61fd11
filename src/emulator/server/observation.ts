import { nextTurn } from '../../clients/pacer.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import type { ServiceClock } from '../ports/clock.ts';
import type { HttpFault } from '../ports/faults.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import type { JsonBody, ReplayMark, ServerHooks } from './journal-entry.ts';
import type { RequestContext } from './request.ts';
import type { Reply } from './respond.ts';
import type { RequestTarget } from './router.ts';

/** Collects the journal entry of one request while the request runs. */
export interface Observation extends Pick<RequestContext, 'recordBody' | 'noteRoute' | 'letTimePass'> {
  /** Marks the moment before the first byte of the response is sent, which precedes the client's next request. */
  beginResponse(): void;
  /** Marks the end of a fault rule's delay. */
  endDelay(): void;
  /** Writes the journal entry. `status` is 0 and `reply` is `undefined` if the client received no response. */
  record(end: {
    status: number;
    reply: Reply | undefined;
    fault: HttpFault | undefined;
    withheldStatus: number | undefined;
  }): Promise<void>;
}

/** Observation of a request that is not recorded. */
export const NO_OBSERVATION: Observation = {
  recordBody: () => undefined,
  noteRoute: () => undefined,
  letTimePass: () => undefined,
  beginResponse: () => undefined,
  endDelay: () => undefined,
  record: () => Promise.resolve(),
};

/** Starts to observe a request. Virtual time does not advance until `letTimePass`. */
export function observe({
  method,
  target,
  clock,
  hooks,
  headers,
  source,
}: {
  method: string;
  target: RequestTarget;
  clock: ServiceClock;
  hooks: ServerHooks;
  headers: HeaderList;
  source: { deploymentId?: string | undefined; replay?: ReplayMark | undefined };
}): Observation {
  const started = performance.now();
  const began = hooks.nextSequence();
  let ended = 0;
  let heldMs = 0;
  let decidedMs: number | undefined;
  let body: unknown;
  let route: string | undefined;
  const resumeClock = clock.pause();
  return {
    recordBody(sent) {
      body = sent;
    },
    noteRoute(pattern) {
      route = pattern;
    },
    letTimePass: () => resumeClock(),
    beginResponse() {
      ended = hooks.nextSequence();
      decidedMs = performance.now() - started - heldMs;
    },
    endDelay() {
      heldMs = performance.now() - started;
    },
    async record({ status, reply, fault, withheldStatus }) {
      // Other requests run before a stream's body is recorded, because the stream might have blocked them.
      if (reply !== undefined && 'stream' in reply) await nextTurn();
      const request = bodyOf(body);
      const response = reply && answeredBody(reply);
      if ((request?.json.length ?? 0) + (response?.json.length ?? 0) > LARGE_CHARACTERS) await nextTurn();
      hooks.record({
        surface: target.surface,
        method,
        path: target.rawPath,
        query: target.query.toString(),
        route,
        status,
        ms: performance.now() - started,
        heldMs,
        decidedMs,
        withheldStatus,
        began,
        ended,
        deploymentId: target.deploymentId,
        fault: fault?.mark,
        headers,
        onOwnPort: source.deploymentId !== undefined,
        replay: source.replay,
        request,
        response,
      });
    },
  };
}

/** Length in characters above which other requests run before a body is searched for secrets. */
export const LARGE_CHARACTERS = 256 * 1024;

function bodyOf(value: unknown, json = stringifyExactJson(value)): JsonBody | undefined {
  return value === undefined ? undefined : { value, json };
}

function answeredBody(answer: Reply): JsonBody | undefined {
  if ('stream' in answer || answer.text === undefined) return undefined;
  // A plain-text body is recorded as a JSON string.
  return typeof answer.body === 'string' ? bodyOf(answer.body) : bodyOf(answer.body, answer.text);
}
