import type { EventSourceMessage } from 'eventsource-parser';
import { AgentRunError, AgentFeedback } from '../contract/agent-responses.ts';
import type { StreamHead, StreamWatch } from './event-stream.ts';

/** What a run failed with, in the server's words. */
export interface RunError {
  name: string;
  message: string;
}

/** Told what happens on the way. */
export interface RunEvents {
  /** The run's ID is known. */
  started(runId: string): void;
  /** Nodes that have made a step. `of`: of which sub-graph; empty: of the graph itself. */
  step(nodes: readonly string[], of: readonly string[]): void;
  /** Feedback URLs: secrets. */
  feedback(urls: Readonly<Record<string, string>>): void;
  /** In words: the stream broke, and what is done about it. */
  warning(text: string): void;
}

/** What the streams of one run have told so far. */
export class RunStreamState implements StreamWatch {
  runId: string | undefined;
  over = false;
  error: RunError | undefined;
  #location: string | undefined;
  #lastEventId: string | undefined;
  #any = false;
  readonly #events: RunEvents;
  constructor(events: RunEvents) {
    this.#events = events;
  }

  know(runId: string): void {
    if (this.runId !== undefined) return;
    this.runId = runId;
    this.#events.started(runId);
  }

  /** Where to go on. Before anything was heard: from the beginning. */
  place(): { location: string | undefined; lastEventId: string | undefined } {
    return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? undefined : '-1') };
  }

  opened({ location, contentLocation }: StreamHead): void {
    this.#location ??= location;
    const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? '')?.[1];
    if (found !== undefined) this.know(found);
  }

  event({ event = 'message', id, data }: EventSourceMessage): void {
    this.#any = true;
    if (id !== undefined && id !== '') this.#lastEventId = id;
    const [name = '', ...of] = event.split('|');
    if (name === 'end') this.over = true;
    const value = parsed(data);
    if (typeof value !== 'object' || value === null) return;
    if (name === 'metadata') {
      const runId: unknown = Reflect.get(value, 'run_id');
      if (typeof runId === 'string') this.know(runId);
    } else if (name === 'updates') {
      this.#events.step(Object.keys(value), of);
    } else if (name === 'feedback') {
      const urls = AgentFeedback.safeParse(value);
      if (urls.success) this.#events.feedback(urls.data);
    } else if (name === 'error') {
      const told = AgentRunError.safeParse(value);
      if (told.success) this.error = { name: told.data.error, message: told.data.message };
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
