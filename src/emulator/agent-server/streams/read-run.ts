import type { Store } from '../../ports/store.ts';
import type { StreamedRun } from './streamed-run.ts';
import type { RunResult } from '../run-ends.ts';
import type { WakeSignal } from './bell.ts';
import { closingFrames, metadataFrame } from './closing.ts';
import { type FrameFilter, framesAfter, hasFeedback } from './frames.ts';
import { type StreamState, readStreamState } from './stream-state.ts';

/** Rows read at a time; a row holds a few hundred events at most. */
const ROWS = 4;

export interface ReadRunOptions {
  store: Store;
  /** The run as it was when the reader came. */
  run: StreamedRun;
  /** Rung from before the run was looked at; `over` when there is nobody to read for. */
  signal: WakeSignal;
  /** How the run ended, once that was told. */
  ended: () => RunResult | undefined;
  /** The place of the last event this reader has, or does not want any more; -1: it is there from the start. */
  after: number;
  /** It came later, and is told which run it is. */
  joined: boolean;
  /** Which events it wants; absent: all. */
  wanted: FrameFilter['wanted'];
  /** JSON text of the run's feedback URLs, made when they are first to be told; undefined: there are none. */
  feedback: () => Promise<string | undefined>;
  /** Whether the stream is over when the run is. */
  last: boolean;
  now: () => number;
}

/**
 * The events of a run as text, in order and without a gap, to the end of the run: what is kept, and what is kept from
 * then on. Gives `''` when nothing came for a while. Reads no faster than it is asked.
 */
export async function* readRunEvents(reading: ReadRunOptions): AsyncGenerator<string> {
  const { store, run, signal: bell, wanted } = reading;
  const last = await store.runStreams.lastId(run.id);
  let { after } = reading;
  let standing = await look(reading, after);
  if (standing.kind === 'open' && after > last) {
    // It cannot have had this from us: what it would miss nobody knows.
    yield closingFrames({ kind: 'expired' }, run, { after, last: reading.last });
    return;
  }
  // Whoever is not there from the start is still told which run it is, unless it knows.
  let greeted = after >= 0;
  if (reading.joined && greeted) yield metadataFrame(run);
  for (;;) {
    // After its standing: what was kept before the end is there once the end is seen.
    const rows = standing.kind === 'expired' ? [] : await store.runStreams.read(run.id, after, ROWS);
    for (const row of rows) {
      const feedback = hasFeedback(row) ? await reading.feedback() : undefined;
      const text = framesAfter(row, after, { wanted, feedback });
      after = row.lastId;
      greeted = true;
      if (text !== '') yield text;
    }
    if (rows.length > 0) continue;
    if (standing.kind === 'over' && after < standing.lastId) {
      // They were there a moment ago.
      standing = await look(reading, after);
      continue;
    }
    if (standing.kind !== 'open') {
      const feedback = standing.kind === 'over' ? await reading.feedback() : undefined;
      yield (greeted ? '' : metadataFrame(run)) +
        closingFrames(standing, run, { after, feedback, last: reading.last });
      return;
    }
    const rang = await bell.next();
    if (rang.has('over')) return;
    if (rang.has('end') || rang.has('pause')) standing = await look(reading, after);
    if (rang.has('pause')) yield '';
  }
}

function look({ store, run, ended, now }: ReadRunOptions, after: number): Promise<StreamState> {
  return readStreamState(store, run, { after, ended: ended(), now: now() });
}
