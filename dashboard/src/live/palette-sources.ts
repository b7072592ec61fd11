import { useEffect, useRef } from 'preact/hooks';
import { stateOf } from '../logic/words.ts';
import type { PaletteEntry } from '../logic/palette.ts';
import { visibleLine } from '../logic/format.ts';
import { pathOf } from '../logic/paths.ts';
import { deployments, requests } from './store.ts';

type Source = () => PaletteEntry[];

/** Sources that modules of data add once. */
const permanent = new Set<Source>([deploymentEntries, requestEntries]);
/** Sources of the mounted screen. */
const mounted = new Set<Source>();

/** Returns the sources of the palette's entries. The entries of the current screen come first. */
export const paletteSources = (): Source[] => [...mounted, ...permanent];

/** Adds entries of loaded data to the palette, for all screens. */
export function addPaletteSource(source: Source): void {
  permanent.add(source);
}

/** Adds entries to the palette while the calling component is mounted, for example the acts of its screen. */
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

/** Number of requests that the palette searches, newest first. */
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
