import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { RunPage, RunSummary } from '../../../src/contract/dashboard/runs.ts';
import { stateOf } from '../logic/words.ts';
import type { PaletteEntry } from '../logic/palette.ts';
import { visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { filterOf, listQuery } from '../logic/run-list.ts';
import { actsEverywhere } from './acts.ts';
import { read } from './api.ts';
import { runList } from './runs.ts';
import { deployments, requests } from './store.ts';

type Source = () => PaletteEntry[];

/** Sources of loaded data, which every screen offers. */
const permanent: readonly Source[] = [
  actsEverywhere,
  deploymentEntries,
  requestEntries,
  runEntries,
  threadEntries,
];
/** Sources that the mounted screens and components add. */
const mounted = new Set<Source>();

/** Returns all sources of palette entries. The sources of the current screen come first. */
export const paletteSources = (): Source[] => [...mounted, ...permanent];

/** Adds entries to the palette while the calling component is mounted, for example the actions of its screen. */
export function usePaletteEntries(source: Source): void {
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    const own: Source = () => latest.current();
    mounted.add(own);
    return () => mounted.delete(own);
  }, []);
}

function deploymentEntries(): PaletteEntry[] {
  return (deployments.peek() ?? []).flatMap((one): PaletteEntry[] => {
    const name = visibleLine(one.name);
    const state = stateOf(one.status);
    const also = [one.id, ...one.revisions.map(({ id }) => id)];
    return [
      {
        group: 'Deployments',
        name,
        icon: state.icon,
        tone: state.tone,
        note: state.word,
        also,
        href: pathOf({ screen: 'deployment', id: one.id, tab: 'revisions' }),
      },
      {
        group: 'Deployments',
        name: `${name}: logs`,
        icon: 'log',
        href: pathOf({ screen: 'logs', id: one.id }),
      },
      {
        group: 'Deployments',
        name: `${name}: playground`,
        icon: 'chat',
        href: pathOf({ screen: 'playground', id: one.id, thread: null }),
      },
    ];
  });
}

/** Number of runs that the palette searches, starting with the newest run. */
const SEARCHED_RUNS = 1_000;
/** Number of runs that the palette requests for a text. */
const FOUND_RUNS = 30;

/** Newest runs that contain the text of the palette, because the list of runs may be filtered or not loaded. */
const matchingRuns = signal<readonly RunSummary[]>([]);

/** Finds the newest runs that contain a text, for the entries of the palette, unless `isWanted` has become false. */
export async function findRuns(text: string, isWanted: () => boolean): Promise<void> {
  const query = { ...listQuery(filterOf({ text })), limit: FOUND_RUNS };
  const page = await read<RunPage>('/runs', query).catch(() => null);
  if (page !== null && isWanted()) matchingRuns.value = page.runs;
}

function searchedRuns(): RunSummary[] {
  const runs = [...runList.runs.peek().slice(0, SEARCHED_RUNS), ...matchingRuns.value];
  return [...new Map(runs.map((run) => [run.run_id, run])).values()];
}

function runEntries(): PaletteEntry[] {
  return searchedRuns().map(
    (one): PaletteEntry => ({
      group: 'Runs',
      name: visibleLine(one.title === '' ? one.run_id : one.title).slice(0, 200),
      icon: 'runs',
      note: visibleLine(one.deployment),
      also: [one.run_id, one.thread_id ?? '', one.answer],
      href: pathOf({ screen: 'run', id: one.deployment_id, run: one.run_id }),
    }),
  );
}

/** Returns the threads of the searched runs, each with the title of its newest run. */
function threadEntries(): PaletteEntry[] {
  const threads = new Map<string, PaletteEntry>();
  for (const run of searchedRuns()) {
    const { thread_id: thread } = run;
    if (thread === null || threads.has(thread)) continue;
    threads.set(thread, {
      group: 'Threads',
      name: visibleLine(run.title === '' ? thread : run.title).slice(0, 200),
      icon: 'thread',
      note: visibleLine(run.deployment),
      also: [thread],
      href: pathOf({ screen: 'thread', id: run.deployment_id, thread }),
    });
  }
  return [...threads.values()];
}

/** Number of requests that the palette searches, starting with the newest request. */
const SEARCHED = 2_000;

function requestEntries(): PaletteEntry[] {
  return requests.rows
    .slice(-SEARCHED)
    .toReversed()
    .map(
      (one): PaletteEntry => ({
        group: 'Requests',
        name: `${one.method} ${visibleLine(one.path).slice(0, 200)}`,
        icon: 'request',
        note: one.status === 0 ? 'cut' : String(one.status),
        also: [String(one.seq)],
        href: pathOf({ screen: 'requests', seq: one.seq }),
      }),
    );
}
