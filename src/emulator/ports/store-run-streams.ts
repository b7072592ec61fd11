// What the agent server keeps for those who read the events of a run: part of the store's interface (store.ts).

/** How a streamed run ended, as its stream tells it. */
export type StreamEnd = { kind: 'ended' } | { kind: 'failed'; error: string; message: string };

export interface RunStreamRow {
  runId: string;
  /** Null once it outlives its thread. */
  threadId: string | null;
  deploymentId: string;
  /** Its events bear ids, and are kept for a while after its end. */
  resumable: boolean;
  /** Of which it tells the URLs; they themselves are kept elsewhere. */
  feedbackKeys: string[] | null;
  /** Null while the run is not over. */
  end: StreamEnd | null;
  endedAt: number | null;
}
/** Some events in a row: their frames as they are sent, and their places; a stream's begin at 0. */
export interface RunEventsRow {
  firstId: number;
  lastId: number;
  frames: string;
}
export interface RunStreamRows {
  /** Begins the stream of a run, which goes with its thread; one that is there becomes this attempt's. */
  open(row: Omit<RunStreamRow, 'end' | 'endedAt'> & { threadId: string; fence: number }): Promise<void>;
  /** It stays when its thread goes. */
  detach(runId: string): Promise<void>;
  get(runId: string): Promise<RunStreamRow | undefined>;
  /** The place of its last event; -1 when there is none. */
  lastId(runId: string): Promise<number>;
  /**
   * Keeps what comes next, or finds it kept already. False, and nothing is kept: the stream is over, gone, or another
   * attempt's. Is in nobody's way but that of whoever changes this very stream.
   * @throws StoreError `conflict` when these are not the next places.
   */
  append(runId: string, fence: number, events: RunEventsRow): Promise<boolean>;
  /** What follows the event at `after`, the row that holds it included when it holds more; in order, at most `limit` rows. */
  read(runId: string, after: number, limit: number): Promise<RunEventsRow[]>;
  /** Nothing happens when the run has no stream. */
  end(runId: string, end: StreamEnd, at: number): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Removes the streams that ended before `at`. */
  prune(at: number): Promise<void>;
}
