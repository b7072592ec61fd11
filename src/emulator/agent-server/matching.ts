const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether JSON `have` holds all of `want`, as the service's database compares: of objects every named key, of lists every
 * element somewhere, anything else only the same.
 */
export function contains(have: unknown, want: unknown): boolean {
  if (isObject(want)) {
    if (!isObject(have)) return false;
    return Object.entries(want).every(
      ([key, value]) => Object.hasOwn(have, key) && contains(have[key], value),
    );
  }
  if (Array.isArray(want)) {
    return Array.isArray(have) && want.every((value) => have.some((one) => contains(one, value)));
  }
  return have === want;
}

/** One step of a path: a key, or a place in a list, counted from its end when below zero. */
export type PathStep = string | number;

const FIRST = /^(values|metadata|config|interrupts)/;
const STEP = /^(?:\.([^.[\]]+)|\[(-?\d{1,9})\])/;

/** The steps of a path such as `values.messages[-1].content`; `undefined` when it is none. */
export function parsePath(text: string): PathStep[] | undefined {
  const [first] = FIRST.exec(text) ?? [];
  if (first === undefined) return undefined;
  const steps: PathStep[] = [first];
  let rest = text.slice(first.length);
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) return undefined;
    const [all, key, index] = found;
    steps.push(key ?? Number(index));
    rest = rest.slice(all.length);
  }
  return steps;
}

/** What stands at a path; null when nothing does. */
export function valueAt(value: unknown, steps: readonly PathStep[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof step === 'number') at = Array.isArray(at) ? at.at(step) : undefined;
    else at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at ?? null;
}
