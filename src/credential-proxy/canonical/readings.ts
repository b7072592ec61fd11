/** A way in which a server may read a path. */
export type Reading = (path: string) => string;

/**
 * The ways to read a canonical path other than as it stands: escapes decoded up to three times over (`%2F` as a slash),
 * `;parameters` and a decoded query cut off, runs of slashes as one, and all of that together. None for nearly every path, where they
 * come to the same.
 */
export function otherReadings(path: string): Reading[] {
  return isPlain(path) ? [] : READINGS.filter((read) => read(path) !== path);
}

/** A text that every reading leaves as it is. */
export function isPlain(path: string): boolean {
  return !/[%;?#]|\/\//.test(path);
}

const READINGS: readonly Reading[] = [0, 1, 2, 3].flatMap((rounds) =>
  [asIs, withoutParameters].flatMap((cut) =>
    [asIs, withoutEmptySegments].map(
      (merge): Reading =>
        (path) =>
          merge(cut(decoded(path, rounds))),
    ),
  ),
);

function decoded(path: string, rounds: number): string {
  if (rounds === 0 || !path.includes('%')) return path;
  const once = path.replace(/%[0-9A-Fa-f]{2}/g, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
  return decoded(once, rounds - 1);
}

function withoutParameters(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/;[^/]*/g, '');
}

function withoutEmptySegments(path: string): string {
  return path.replace(/\/{2,}/g, '/');
}

function asIs(path: string): string {
  return path;
}
