/** What follows the end that was guessed of a longer value is no value. */
const LONGEST_REST = 4_096;

/** A name with what may be its value, and the rest of the line where nothing says for sure where that ends. */
export interface Assignment {
  name: string;
  values: string[];
  rest: string;
}

/** `NAME=value`, `name: value`, `"name": "value"`, one after the other, whatever separates them. */
export function* assignments(line: string): Generator<Assignment> {
  const names = /([A-Za-z_$@/-][\w.$@/:-]*(?:(?<!:) [A-Za-z]\w*){0,3})["']?\s*(=>|:=|=|:(?=[\s"']|$))\s*/y;
  for (let at = 0; at < line.length; ) {
    names.lastIndex = at;
    const found = names.exec(line);
    if (found === null) {
      // From the next word on.
      const next = /[^\w.$@/:-]+/g;
      next.lastIndex = at;
      if (next.exec(line) === null) return;
      at = Math.max(next.lastIndex, at + 1);
      continue;
    }
    const { values, rest, end } = valuesAt(line, names.lastIndex);
    yield { name: found[1] ?? '', values, rest };
    at = Math.max(end, at + 1);
  }
}

/** Where a value ends that has no quotes: before what separates it from another name, or from the end. */
const END =
  /\s{0,20}[;&,](?=\s{0,20}$|\s{0,20}[A-Za-z_@][\w.@ -]{0,80}[=:]|\s+[A-Za-z])|\s{1,20}(?=[A-Za-z_$@][\w.$@-]{0,80}\s{0,20}=(?!=))|\s{1,20}#|\s{0,20}[}\]]{1,20}\s{0,20}$/;

/** What may be the value at this place, where it ends, and the rest of the line where nothing says that for sure. */
function valuesAt(line: string, at: number): { values: string[]; rest: string; end: number } {
  const quote = line[at];
  if (quote === '"' || quote === "'" || quote === '{') {
    const close = closing(line, at, quote === '{' ? '}' : quote);
    if (close !== -1) {
      const inner = line.slice(at + 1, close);
      const plain = inner.replaceAll(/\\(.)/g, '$1').replaceAll(quote + quote, quote);
      const whole = quote === '{' ? [line.slice(at, close + 1)] : [];
      return { values: [...new Set([inner, plain, ...whole])], rest: '', end: close + 1 };
    }
  }
  const rest = line.slice(at);
  const length = rest.search(END);
  const short = (length === -1 ? rest : rest.slice(0, length)).trim();
  return {
    values: short === '' ? [] : [short],
    rest: rest.length <= LONGEST_REST ? rest.trim() : '',
    end: at + Math.max(short.length, 1),
  };
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

/** Without the quotes around it. */
export function unquote(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}
