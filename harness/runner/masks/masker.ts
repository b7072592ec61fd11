import { trim } from '../commands/stdout.ts';
import { runnerForms } from './encodings.ts';

/** Replaces registered values as the runner's log does: three stars for each stretch of text that any of them covers. */
export class Masker {
  /** Value → every form of it and of its lines. */
  readonly #values = new Map<string, string[]>();
  readonly #forms = new Set<string>();

  /**
   * Registers a value whole and line by line, each in the forms the runner knows.
   * @returns the forms that were not hidden before
   */
  add(value: string): string[] {
    if (value === '' || this.#values.has(value)) return [];
    const parts = [value, ...value.split(/[\r\n]/).map(trim)].filter((part) => part !== '');
    const forms = [...new Set(parts.flatMap(runnerForms))];
    const fresh = forms.filter((form) => !this.#forms.has(form));
    this.#values.set(value, forms);
    for (const form of fresh) this.#forms.add(form);
    return fresh;
  }

  /** The values as registered, in order, with all that hides each of them. */
  get values(): { value: string; forms: string[] }[] {
    return [...this.#values].map(([value, forms]) => ({ value, forms }));
  }

  /** The text as the log holds it. */
  mask(text: string): string {
    const found = [...this.#forms].flatMap((form) => everywhere(text, form));
    if (found.length === 0) return text;
    let masked = '';
    let done = 0;
    for (const { start, end } of merged(found)) {
      masked += `${text.slice(done, start)}***`;
      done = end;
    }
    return masked + text.slice(done);
  }
}

interface Stretch {
  start: number;
  end: number;
}

function everywhere(text: string, form: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    found.push({ start: at, end: at + form.length });
  }
  return found;
}

/** Stretches that overlap or touch become one. */
function merged(found: Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of found.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else result.push({ ...stretch });
  }
  return result;
}
