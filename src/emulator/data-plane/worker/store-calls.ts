import type { CheckpointPage } from '../../ports/store.ts';
import type { StoreAnswer, StoreCall } from '../../ports/store-calls.ts';
import type { FrameParts } from '../link/frames.ts';
import { type Packed, packCall, unpackAnswer } from '../link/parts.ts';
import { type Link, type Links, CONNECTION_LOST, NO_LINK } from './links.ts';
import type { Runs } from './runs.ts';

type ItemCall = Extract<StoreCall, { op: 'items' }>;

/** Requests of a worker to the emulator's store, which responds once to each request. */
export interface StoreCalls {
  /**
   * Executes a call about checkpoints. @throws StaleRunError if the run is no longer current, or else an Error with
   * the name that the emulator sent.
   */
  checkpoints(call: Exclude<StoreCall, ItemCall>): Promise<CheckpointPage>;
  /**
   * Executes operations on items, and returns one result for each operation. @throws Error if the emulator refuses an
   * operation, in which case no operation is applied.
   */
  items(operations: ItemCall['operations']): Promise<unknown[]>;
  resolve(link: Link, id: number, answer: Packed<StoreAnswer>, parts: FrameParts): void;
  /** Repeats the pending reads of a lost link on another link. */
  lose(link: Link): void;
}

type Answered = Extract<StoreAnswer, { ok: true }>;
interface Waiting {
  call: StoreCall;
  link: Link;
  answer: PromiseWithResolvers<Answered>;
}

/** Thrown when the emulator refuses a write because the run was cancelled, rolled back or started again elsewhere. */
export class StaleRunError extends Error {
  override readonly name = 'StaleRunError';
}

const ITEM_READS: ReadonlySet<unknown> = new Set(['get', 'search', 'namespaces']);

/** Creates the store calls of a worker. A call for a run or thread uses the link of that run or thread. */
export function createStoreCalls(
  links: Pick<Links, 'choose'>,
  runs: Pick<Runs, 'linkOf' | 'linkOfThread'>,
): StoreCalls {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  const send = (call: StoreCall, answer: PromiseWithResolvers<Answered>): void => {
    const link = linkFor(call);
    if (link === undefined) {
      answer.reject(
        'runId' in call
          ? new StaleRunError('the control plane took this run back, because another worker may continue it')
          : new Error(NO_LINK),
      );
      return;
    }
    last += 1;
    waiting.set(last, { call, link, answer });
    const { call: packed, parts } = packCall(call);
    link.send({ type: 'store-call', id: last, call: packed }, parts);
  };
  const linkFor = (call: StoreCall): Link | undefined => {
    // The call must use the run's own link, because only the replica at this link knows whether the run is current.
    if ('runId' in call) return runs.linkOf(call.runId);
    return links.choose('threadId' in call ? runs.linkOfThread(call.threadId) : undefined);
  };
  const ask = (call: StoreCall): Promise<Answered> => {
    const answer = Promise.withResolvers<Answered>();
    send(call, answer);
    return answer.promise;
  };

  return {
    async checkpoints(request) {
      const answer = await ask(request);
      return 'found' in answer ? { found: answer.found, next: answer.next } : { found: [], next: undefined };
    },
    async items(operations) {
      const answer = await ask({ op: 'items', operations });
      return 'answers' in answer ? answer.answers : [];
    },
    resolve(link, id, packed, parts) {
      const pending = waiting.get(id);
      if (pending?.link !== link) return;
      waiting.delete(id);
      // The bytes are copied, because a value must not keep the whole message in memory, and must not be a Buffer.
      const answer = unpackAnswer(
        packed,
        parts.map((part) => new Uint8Array(part)),
      );
      if (answer.ok) pending.answer.resolve(answer);
      else pending.answer.reject(refusal(answer));
    },
    lose(link) {
      for (const [id, { call, link: asked, answer }] of waiting) {
        if (asked !== link) continue;
        waiting.delete(id);
        if (isRead(call)) send(call, answer);
        else answer.reject(new Error(`${CONNECTION_LOST}, so it is unknown whether the change was stored`));
      }
    },
  };
}

/** Returns whether a call only reads, so it can be repeated. */
function isRead(call: StoreCall): boolean {
  if (call.op !== 'items') return call.op === 'get' || call.op === 'list';
  return call.operations.every((one) => ITEM_READS.has(Reflect.get(Object(one), 'op')));
}

function refusal({ error, message }: Extract<StoreAnswer, { ok: false }>): Error {
  if (error === 'StaleRunError') return new StaleRunError(message);
  const failure = new Error(message);
  failure.name = error;
  return failure;
}
