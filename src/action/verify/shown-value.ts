const LONGEST = 120;

/**
 * A value for people, short enough for one line: texts and numbers as they are, what is made of parts by its size alone,
 * because a state holds what users said. Pure.
 */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    return `an object with ${countOf(Object.keys(value).length, 'field')}`;
  }
  return shortened(JSON.stringify(value));
}

/** Text that the agent or its server wrote, as one short line. Pure. */
export function shownText(text: string): string {
  return shortened(
    text.replace(/[\s\u0000-\u001f\u007f\u0085\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim(),
  );
}

/** Such as `1 field`, `2 fields`. Pure. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
