import { ICON_NAMES, type IconName } from './icon-names.ts';
import { BASE } from './paths.ts';
import type { Tone } from './words.ts';

/** An entry that the palette can find. The name is shown on one line, so callers escape it with `visibleLine`. */
export type PaletteEntry = {
  /** Heading of the entry's group, such as `Runs`, `Acts` or `Screens`. */
  group: string;
  name: string;
  icon: IconName;
  tone?: Tone;
  /** Short text at the right, such as an age. */
  note?: string;
  /** Additional texts for finding the entry, such as its ID. */
  also?: readonly string[];
} & ({ href: string } | { run: () => void });

/** An entry that matches, and the matching part of its name. */
export interface Found {
  entry: PaletteEntry;
  from: number;
  to: number;
}

/** Heading of the group of recently visited screens. */
export const RECENT = 'Recent';
const MAX_VISITS = 8;

/** A visit to the screen of a single object, such as a run or a thread. */
export interface Visit {
  href: string;
  name: string;
  icon: IconName;
}

/** Returns the visits with a new visit in front. A screen that was visited again appears only once. */
export const withVisit = (visits: readonly Visit[], visit: Visit): Visit[] =>
  [visit, ...visits.filter(({ href }) => href !== visit.href)].slice(0, MAX_VISITS);

/**
 * Parses stored visits. Omits visits that do not lead to a screen of the dashboard, because other code might store
 * text.
 */
export function parseVisits(stored: string | null): Visit[] {
  try {
    const visits: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(visits) ? visits.filter(isVisit).slice(0, MAX_VISITS) : [];
  } catch {
    return [];
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  if (!('href' in value) || !('name' in value) || !('icon' in value)) return false;
  const { href, name, icon } = value;
  const isIcon = ICON_NAMES.some((one) => one === icon);
  return typeof href === 'string' && href.startsWith(BASE) && typeof name === 'string' && isIcon;
}

/** Maximum number of results. */
const SHOWN = 40;
/** Groups in the order of the results, followed by all other groups. */
const ORDER = [
  'This screen',
  RECENT,
  'Runs',
  'Cases',
  'Acts',
  'Threads',
  'Deployments',
  'Screens',
  'Requests',
];
/** Maximum number of results of one group, so that one group does not hide all other groups. */
const SHOWN_PER_GROUP = 12;

const rank = (group: string): number => (ORDER.includes(group) ? ORDER.indexOf(group) : ORDER.length);

/** Finds entries by a text. If the text starts with `>`, finds only entries that perform an action. */
export function searchPalette(entries: readonly PaletteEntry[], text: string): Found[] {
  const onlyActs = text.startsWith('>');
  const wanted = (onlyActs ? text.slice(1) : text).trim().toLowerCase();
  const counts = new Map<string, number>();
  const found: { found: Found; score: number }[] = [];
  for (const entry of entries) {
    if (onlyActs && 'href' in entry) continue;
    const match = matchOf(entry, wanted);
    if (match === undefined) continue;
    found.push(match);
  }
  return found
    .toSorted((a, b) => rank(a.found.entry.group) - rank(b.found.entry.group) || a.score - b.score)
    .map((one) => one.found)
    .filter(isFirstOf)
    .filter(({ entry: { group } }) => {
      const count = (counts.get(group) ?? 0) + 1;
      counts.set(group, count);
      return count <= SHOWN_PER_GROUP || group === 'Screens';
    })
    .slice(0, SHOWN);
}

/**
 * Returns whether no earlier result opens the same address, so that a recent run is not listed again among the runs.
 */
const isFirstOf = ({ entry }: Found, index: number, all: readonly Found[]): boolean =>
  !('href' in entry) ||
  all.findIndex((other) => 'href' in other.entry && other.entry.href === entry.href) === index;

/**
 * Entries whose name starts with the text come first, then entries whose name contains the text, and then matches of
 * other texts.
 */
function matchOf(entry: PaletteEntry, wanted: string): { found: Found; score: number } | undefined {
  if (wanted === '') return { found: { entry, from: 0, to: 0 }, score: 0 };
  const at = entry.name.toLowerCase().indexOf(wanted);
  if (at !== -1) return { found: { entry, from: at, to: at + wanted.length }, score: at === 0 ? 0 : 1 };
  const others = [entry.note ?? '', entry.group, ...(entry.also ?? [])];
  return others.some((other) => other.toLowerCase().includes(wanted))
    ? { found: { entry, from: 0, to: 0 }, score: 2 }
    : undefined;
}
