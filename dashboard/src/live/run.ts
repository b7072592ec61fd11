import { type Signal, signal } from '@preact/signals';
import { createEventReader, type StreamEvent } from '../logic/frames.ts';
import { NO_RUN, type RunView, withFrame } from '../logic/run-view.ts';
import { act, errorText, request } from './api.ts';

/** Frames beyond these are left out of the raw list, oldest first. */
const FRAMES = 2_000;

/** A run that this page started or joined. It continues when the page leaves its screen. */
export interface LiveRun {
  view: Signal<RunView>;
  frames: Signal<readonly StreamEvent[]>;
  state: Signal<'idle' | 'streaming' | 'broken'>;
  problem: Signal<string>;
}

/** No run yet. */
export const createLiveRun = (): LiveRun => ({
  view: signal(NO_RUN),
  frames: signal<readonly StreamEvent[]>([]),
  state: signal<'idle' | 'streaming' | 'broken'>('idle'),
  problem: signal(''),
});

/** Starts a run on a thread and follows its stream to its end. `messages`: what the chat shows before it. */
export async function streamRun(live: LiveRun, base: string, thread: string, body: object): Promise<void> {
  live.view.value = { ...NO_RUN, messages: live.view.peek().messages, values: live.view.peek().values };
  live.frames.value = [];
  await follow(live, () => request('POST', `/act${base}/threads/${thread}/runs/stream`, { body }));
}

/** Continues to read a run whose stream broke, after the last frame that came. */
export async function joinRun(live: LiveRun, base: string, thread: string): Promise<void> {
  const { runId, lastEventId } = live.view.peek();
  if (runId === null) return;
  const headers = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  await follow(live, () => request('GET', `/act${base}/threads/${thread}/runs/${runId}/stream`, { headers }));
}

async function follow(live: LiveRun, connect: () => Promise<Response>): Promise<void> {
  live.state.value = 'streaming';
  live.problem.value = '';
  try {
    const { body } = await connect();
    const reader = createEventReader();
    if (body !== null) {
      for await (const chunk of body) {
        const frames = reader.read(chunk);
        if (frames.length === 0) continue;
        live.view.value = frames.reduce(withFrame, live.view.peek());
        live.frames.value = [...live.frames.peek(), ...frames].slice(-FRAMES);
      }
    }
    live.state.value = 'idle';
  } catch (error) {
    live.state.value = 'broken';
    live.problem.value = errorText(error);
  }
}

/** Ends a run: `interrupt` keeps what it did, `rollback` removes it. */
export const cancelRun = (
  base: string,
  thread: string,
  run: string,
  how: 'interrupt' | 'rollback',
): Promise<unknown> => act('POST', `${base}/threads/${thread}/runs/${run}/cancel?action=${how}`, {});
