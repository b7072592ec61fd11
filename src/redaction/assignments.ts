/** Maximum length of the rest of a line that counts as part of a value with an uncertain end. */
const MAX_REST_LENGTH = 4_096;

/**
 * A name, and the possible values that a line assigns to the name. If the end of a value is uncertain, a possible value
 * includes the rest of the line.
 */
export interface Assignment {
  name: string;
  values: string[];
  rest: string;
}

/** Yields the assignments in a line, such as `NAME=value`, `name: value` and `"name": "value"`, with any separator. */
export function* assignments(line: string): Generator<Assignment> {
  const names = /:?([A-Za-z_$@/-][\w.$@/:-]*(?:(?<!:) [A-Za-z]\w*){0,3})["']?\s*(=>|:=|=|:(?=[\s"']|$))\s*/y;
  const unclosed = new Set<string>();
  for (let at = 0; at < line.length; ) {
    names.lastIndex = at;
    const found = names.exec(line);
    if (found === null) {
      // The pattern matches the separator before the next word.
      const next = /[^\w.$@/:-]+/g;
      next.lastIndex = at;
      if (next.exec(line) === null) return;
      at = Math.max(next.lastIndex, at + 1);
      continue;
    }
    const [all, name = '', sign = ''] = found;
    const { values, rest, end } =
      quotedAround(line, found.index, all, name, unclosed) ??
      valuesAt(line, names.lastIndex, all.endsWith(`${name}${sign}`), unclosed);
    yield { name, values, rest };
    at = Math.max(end, at + 1);
  }
}

/**
 * Returns the value if a pair of quotes encloses the name and the value, as in the command-line argument `'X-Api-Key:
 * x'`.
 */
function quotedAround(
  line: string,
  at: number,
  all: string,
  name: string,
  unclosed: Set<string>,
): ReturnType<typeof valuesAt> | undefined {
  const quote = line[at - 1];
  if ((quote !== '"' && quote !== "'") || /["']/.test(all.slice(name.length))) return undefined;
  const close = closeOnce(`around ${quote}`, unclosed, () => line.indexOf(quote, at + all.length));
  if (close === -1) return undefined;
  const value = line.slice(at + all.length, close).trim();
  return /["'\\]/.test(value) || value === '' ? undefined : { values: [value], rest: '', end: close + 1 };
}

/** Matches the end of an unquoted value: before the separator of another name, or at the end of the line. */
const END =
  /\s{0,20}[;&,](?=\s{0,20}$|\s{0,20}[A-Za-z_@][\w.@ -]{0,80}[=:]|\s+[A-Za-z])|\s{1,20}(?=[A-Za-z_$@][\w.$@-]{0,80}\s{0,20}=(?!=))|\s{1,20}(?=--?[A-Za-z])|\s{1,20}#|\s{0,20}[}\]]{1,20}\s{0,20}$/;

/**
 * Returns the possible values at a position, the end of the values, and the rest of the line if the end is uncertain.
 * `isTight` is true if no space separates the name from the value. If `isTight` is true, a space ends the value, as in
 * a shell.
 */
function valuesAt(
  line: string,
  at: number,
  isTight: boolean,
  unclosed: Set<string>,
): { values: string[]; rest: string; end: number } {
  const quote = line[at];
  const thrice = /^(?:"""|''')/.exec(line.slice(at, at + 3))?.[0];
  if (thrice !== undefined) {
    const close = line.indexOf(thrice, at + 3);
    const end = close === -1 ? line.length : close;
    return { values: [line.slice(at + 3, end)], rest: '', end: end + 3 };
  }
  if (quote === '[') {
    const close = closeOnce(']', unclosed, () => line.indexOf(']', at));
    if (close !== -1) {
      const whole = line.slice(at, close + 1);
      const items = whole.slice(1, -1).split(',');
      return { values: [...items.map((item) => unquote(item.trim())), whole], rest: '', end: close + 1 };
    }
  }
  if (quote === '"' || quote === "'" || quote === '{') {
    const end = quote === '{' ? '}' : quote;
    const close = closeOnce(end, unclosed, () => closing(line, at, end));
    if (close !== -1) {
      const inner = line.slice(at + 1, close);
      const plain = inner.replaceAll(/\\(.)/g, '$1').replaceAll(end + end, end);
      const whole = quote === '{' ? [line.slice(at, close + 1)] : [];
      return { values: [...new Set([inner, plain, ...whole])], rest: '', end: close + 1 };
    }
  }
  const rest = line.slice(at);
  const length = rest.search(END);
  const short = (length === -1 ? rest : rest.slice(0, length)).trim();
  const [word = ''] = isTight ? short.split(/\s/, 1) : [];
  // A YAML tag or anchor can precede the value.
  const bare = short.replace(/^(?:[&!]\S*\s+)+/, '');
  return {
    values: [...new Set([short, bare, word])].filter((value) => value !== ''),
    rest: rest.length <= MAX_REST_LENGTH ? rest.trim() : '',
    end: at + Math.max(short.length, 1),
  };
}

/**
 * Returns the index of the character that closes a value. Returns -1 without a search if the search for `end` has
 * failed before in the line, because repeated searches would take quadratic time.
 */
function closeOnce(end: string, unclosed: Set<string>, search: () => number): number {
  if (unclosed.has(end)) return -1;
  const close = search();
  if (close === -1) unclosed.add(end);
  return close;
}

function closing(line: string, at: number, quote: string): number {
  for (let index = at + 1; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1;
    else if (line[index] === quote) {
      if (line[index + 1] !== quote) return index;
      index += 1;
    }
  }
  return -1;
}

/** Removes the quotes around a string. */
export function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
