/** A growing set of strings to search for. The search time does not depend on the number of strings. */
export interface TextMatcher {
  readonly size: number;
  /** Adds a string of at least {@link SHORTEST_MATCH} characters. */
  add(text: string): void;
  has(text: string): boolean;
  /** Returns the end of the longest known string that begins at index `at`, or -1 if no known string begins there. */
  endOfLongest(line: string, at: number): number;
  /**
   * Returns the first index from `from` on where a known string begins, or -1 if no known string follows. Skips
   * positions where no known string can begin, so a long line is not searched character by character.
   */
  nextMatch(line: string, from: number): number;
  /**
   * Returns whether a known string begins with the part of the line from `at` to `end`. The part must have at least
   * {@link SHORTEST_MATCH} characters.
   */
  isBeginning(line: string, at: number, end: number): boolean;
}

/** Minimum length of a known string, and length of the prefixes in the bucket table. */
export const SHORTEST_MATCH = 3;
/**
 * Number of buckets of known prefixes. Most positions in a line need no search, because their prefixes belong to no
 * bucket.
 */
const BUCKETS = 65_536;
/** Maximum length of the window, which is the beginning of each string that a search compares from the end. */
const MAX_WINDOW = 16;

interface Node {
  edge: string;
  isEnd: boolean;
  children: Map<number, Node> | undefined;
}

/**
 * Creates a matcher with a compressed prefix tree, where adding or finding a string takes time proportional to the
 * length of the string. An automaton would have to be rebuilt for each new string.
 */
export function createTextMatcher(): TextMatcher {
  const root: Node = { edge: '', isEnd: false, children: undefined };
  const begins = new Uint8Array(BUCKETS);
  const skips = createSkips();
  let size = 0;

  const longestAt = (line: string, at: number): number =>
    begins[bucket(line, at)] === 0 ? -1 : endOfLongest(root, line, at);
  return {
    get size() {
      return size;
    },
    add(text) {
      if (text.length < SHORTEST_MATCH) {
        throw new RangeError(`a text to match must have at least ${SHORTEST_MATCH} characters`);
      }
      if (!insert(root, text)) return;
      begins[bucket(text, 0)] = 1;
      skips.add(text);
      size += 1;
    },
    has: (text) => text.length >= SHORTEST_MATCH && endOfLongest(root, text, 0) === text.length,
    endOfLongest: longestAt,
    isBeginning: (line, at, end) => begins[bucket(line, at)] === 1 && isBeginning(root, line, at, end),
    nextMatch(line, from) {
      for (let at = skips.next(line, from); at !== -1; at = skips.next(line, at + 1)) {
        if (longestAt(line, at) !== -1) return at;
      }
      return -1;
    },
  };
}

/**
 * Creates the table of the numbers of positions that a search can skip, as in the algorithm of Wu and Manber. The
 * search compares the last characters of a window that is as long as the shortest string, up to `MAX_WINDOW`. No string
 * begins within the window if no string contains the last characters of the window.
 */
function createSkips() {
  const starts: string[] = [];
  const skips = new Uint8Array(BUCKETS);
  let window = 0;
  const enter = (start: string): void => {
    for (let at = 0; at + SHORTEST_MATCH <= window; at += 1) {
      const place = bucket(start, at);
      skips[place] = Math.min(skips[place] ?? 0, window - SHORTEST_MATCH - at);
    }
  };
  return {
    add(text: string): void {
      starts.push(text.slice(0, MAX_WINDOW));
      const longest = Math.min(text.length, MAX_WINDOW);
      if (window !== 0 && longest >= window) return enter(text);
      // A shorter string makes the window shorter, which requires a new table but happens only a few times.
      window = longest;
      skips.fill(window - SHORTEST_MATCH + 1);
      for (const start of starts) enter(start);
    },
    /** Returns the first index from `from` on where a string might begin, or -1 if no string can follow. */
    next(line: string, from: number): number {
      if (window === 0) return -1;
      const before = window - SHORTEST_MATCH;
      const last = line.length - SHORTEST_MATCH;
      for (let at = from + before; at <= last; ) {
        const skip = skips[bucket(line, at)] ?? 0;
        if (skip === 0) return at - before;
        at += skip;
      }
      return -1;
    },
  };
}

/** Adds a string to the tree, or returns false if the tree already contained the string. */
function insert(root: Node, text: string): boolean {
  let node = root;
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    const child = node.children?.get(first);
    if (child === undefined) {
      const leaf: Node = { edge: text.slice(at), isEnd: true, children: undefined };
      (node.children ??= new Map()).set(first, leaf);
      return true;
    }
    const shared = sharedLength(child.edge, text, at);
    if (shared < child.edge.length) split(child, shared);
    node = child;
    at += shared;
  }
  const isNew = !node.isEnd;
  node.isEnd = true;
  return isNew;
}

function sharedLength(edge: string, text: string, at: number): number {
  const most = Math.min(edge.length, text.length - at);
  let length = 0;
  while (length < most && edge.charCodeAt(length) === text.charCodeAt(at + length)) length += 1;
  return length;
}

function split(node: Node, length: number): void {
  const lower: Node = { edge: node.edge.slice(length), isEnd: node.isEnd, children: node.children };
  node.edge = node.edge.slice(0, length);
  node.isEnd = false;
  node.children = new Map([[lower.edge.charCodeAt(0), lower]]);
}

function endOfLongest(root: Node, line: string, from: number): number {
  let found = -1;
  let at = from;
  let node: Node | undefined = root;
  while (node !== undefined) {
    if (node.isEnd) found = at;
    const child: Node | undefined = node.children?.get(line.charCodeAt(at));
    if (child === undefined || !line.startsWith(child.edge, at)) break;
    at += child.edge.length;
    node = child;
  }
  return found;
}

function isBeginning(root: Node, line: string, from: number, end: number): boolean {
  let node = root;
  for (let at = from; at < end; ) {
    const child = node.children?.get(line.charCodeAt(at));
    if (child === undefined || !line.startsWith(child.edge.slice(0, end - at), at)) return false;
    at += child.edge.length;
    node = child;
  }
  return true;
}

function bucket(text: string, at: number): number {
  const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
  // The bitwise operation computes the remainder of a division by `BUCKETS`, because a division would be slower.
  return mixed & (BUCKETS - 1);
}
