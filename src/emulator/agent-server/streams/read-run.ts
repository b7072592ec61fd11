import type { RunRow, Store } from '../../seams/store.ts';
import type { RunEnd } from '../run-ends.ts';
import type { Bell } from './bell.ts';
import { closing, greeting } from './closing.ts';
import { type Choice, following, tellsFeedback } from './frames.ts';
import { type Standing, standingOf } from './standing.ts';

/** Rows read at a time; a row holds a few hundred events at most. */
const ROWS = 4;

export interface Reading {
  store: Store;
  /** The run as it was when the reader came. */
  run: RunRow;
  /** Rung from before the run was looked at; `over` when there is nobody to read for. */
  bell: Bell;
  /** How the run ended, once that was told. */
  ended: () => RunEnd | undefined;
  /** The place of the last event this reader has, -1 for none; `now`: it wants what comes from now on. */
  from: number | 'now';
  /** Which events it wants; absent: all. */
  wanted: Choice['wanted'];
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
export async function* readRun(reading: Reading): AsyncGenerator<string> {
  const { store, run, bell, wanted } = reading;
  const last = await store.runStreams.lastId(run.id);
  let after = reading.from === 'now' ? last : reading.from;
  // Whoever is not there from the start is still told which run it is, unless it knows.
  let greeted = reading.from !== 'now' && after >= 0;
  let standing = await look(reading);
  if (standing.kind === 'open' && after > last) {
    // It cannot have had this from us: what it would miss nobody knows.
    yield closing({ kind: 'expired' }, run, { after, last: reading.last });
    return;
  }
  if (reading.from === 'now' && after >= 0) {
    greeted = true;
    yield greeting(run);
  }
  for (;;) {
    // After its standing: what was kept before the end is there once the end is seen.
    const rows = standing.kind === 'expired' ? [] : await store.runStreams.read(run.id, after, ROWS);
    for (const row of rows) {
      const feedback = tellsFeedback(row) ? await reading.feedback() : undefined;
      const text = following(row, after, { wanted, feedback });
      after = row.lastId;
      greeted = true;
      if (text !== '') yield text;
    }
    if (rows.length > 0) continue;
    if (standing.kind === 'over' && after < standing.lastId) {
      // They were there a moment ago.
      standing = await look(reading);
      continue;
    }
    if (standing.kind !== 'open') {
      const feedback = standing.kind === 'over' ? await reading.feedback() : undefined;
      yield (greeted ? '' : greeting(run)) + closing(standing, run, { after, feedback, last: reading.last });
      return;
    }
    const rang = await bell.heard();
    if (rang.has('over')) return;
    if (rang.has('end') || rang.has('pause')) standing = await look(reading);
    if (rang.has('pause')) yield '';
  }
}

function look({ store, run, ended, now }: Reading): Promise<Standing> {
  return standingOf(store, run, { ended: ended(), now: now() });
}
