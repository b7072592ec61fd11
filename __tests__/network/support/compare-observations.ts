/** A place where two observations differ. */
export interface Disagreement {
  /** Path of the difference, such as `events[3].data.metadata`. */
  path: string;
  ours: unknown;
  theirs: unknown;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/g;
const DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)/g;

/** Returns the value without fields of these names, with IDs numbered in order, and with equal dates. */
export function normalize(value: unknown, dropped: ReadonlySet<string>): unknown {
  const ids = new Map<string, string>();
  const text = (one: string) =>
    one
      .replaceAll(ID, (id) => {
        if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`);
        return ids.get(id) ?? '';
      })
      .replaceAll(DATE, 'date');
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    const parent = one as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.keys(parent)
        .toSorted()
        .filter((key) => !dropped.has(key))
        .map((key) => [text(key), walk(parent[key])]),
    );
  };
  return walk(value);
}

/**
 * Returns the differences of two normalized values. Lists of different lengths have one additional difference, at the
 * end.
 */
export function compare(ours: unknown, theirs: unknown, path = ''): Disagreement[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const inBoth = Math.min(ours.length, theirs.length);
    const found = ours
      .slice(0, inBoth)
      .flatMap((one, index) => compare(one, theirs[index], `${path}[${index}]`));
    if (ours.length === theirs.length) return found;
    return [...found, { path: `${path}[${inBoth}]`, ours: ours[inBoth], theirs: theirs[inBoth] }];
  }
  if (isRecord(ours) && isRecord(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    return keys.flatMap((key) => compare(ours[key], theirs[key], path === '' ? key : `${path}.${key}`));
  }
  return Object.is(ours, theirs) ? [] : [{ path, ours, theirs }];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
