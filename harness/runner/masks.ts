import type { Annotation, LogLine, MaskViolation, Phase } from './types.ts';
import { trim } from './workflow-commands.ts';

/**
 * Replaces registered values in strings as the runner's log does: three asterisks for each range that a value covers.
 */
export class Masker {
  /** All masked forms of each value and of its lines, by value. */
  readonly #values = new Map<string, string[]>();
  readonly #forms = new Set<string>();

  /**
   * Registers a value and each of its lines, in the forms that the runner knows.
   * @returns the forms that were not masked before
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

  /** Returns the registered values in order, with all masked forms of each. */
  get values(): { value: string; forms: string[] }[] {
    return [...this.#values].map(([value, forms]) => ({ value, forms }));
  }

  /** Returns the string as it appears in the log. */
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

/** Merges ranges that overlap or touch. */
function merged(found: Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of found.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else result.push({ ...stretch });
  }
  return result;
}

/** Lines and strings of a job that were shown before a value was masked. */
interface Released {
  lines: readonly LogLine[];
  summaries: readonly { phase: Phase; text: string }[];
}

/** Returns the places where a form of the value was shown before it was masked. */
export function lateMask(value: string, forms: readonly string[], released: Released): MaskViolation[] {
  const violations: MaskViolation[] = [];
  const found = (text: string) => forms.find((form) => text.includes(form));
  for (const [line, entry] of released.lines.entries()) {
    const shown = exposed(entry);
    const form = shown === null ? undefined : found(shown);
    if (form === undefined) continue;
    const column = Math.max(entry.raw.indexOf(form), 0) + 1;
    const at = `${entry.stream} line ${line + 1}, column ${column}`;
    violations.push({ value, where: 'log', at, phase: entry.phase, line });
  }
  for (const { phase, text } of released.summaries) {
    if (found(text) !== undefined) {
      violations.push({ value, where: 'summary', at: `summary of ${phase}`, phase, line: null });
    }
  }
  return violations;
}

/** Returns the part of a line that the log shows; debug lines count, because users can enable them. */
function exposed(line: LogLine): string | null {
  return line.command === 'debug' ? line.raw : line.text;
}

/**
 * Finds masked values in places that the runner does not mask: titles and files of annotations, and outputs of a
 * step.
 */
export function unmaskedPlaces(
  hidden: readonly { name: string; forms: readonly string[] }[],
  annotations: readonly Annotation[],
  outputs: Readonly<Record<string, string>>,
): MaskViolation[] {
  const holding = (text: string) =>
    hidden.flatMap(({ name, forms }) => (forms.some((form) => text.includes(form)) ? [name] : []));
  const place = { phase: null, line: null };
  return [
    ...annotations.flatMap((item, index) =>
      (['title', 'file'] as const).flatMap((property) =>
        holding(item[property] ?? '').map((value) => ({
          ...place,
          value,
          where: 'annotation' as const,
          at: `${property} of annotation ${index + 1}`,
        })),
      ),
    ),
    ...Object.entries(outputs).flatMap(([at, text]) =>
      holding(text).map((value) => ({ ...place, value, where: 'output' as const, at })),
    ),
  ];
}

/**
 * Returns the other forms in which the runner masks a value: base64 (at any offset in a longer string), a command
 * line, an expression, JSON, a URL and XML, without surrounding quotes, and the parts that PowerShell colors
 * separately. As in the runner, a base64 form is the whole encoding, whose last letters depend on the following text.
 */
export function runnerForms(value: string): string[] {
  return [
    value,
    base64(value, 0),
    base64(value, 1),
    base64(value, 2),
    value.replaceAll('"', '\\"'),
    value.replaceAll("'", "''"),
    json(value),
    url(value),
    xml(value),
    withoutQuotes(value),
    ...powerShell(value),
  ].filter((form) => form !== '');
}

function base64(value: string, skipped: number): string {
  const bytes = Buffer.from(value);
  return bytes.subarray(bytes.length > skipped ? skipped : 0).toString('base64');
}

/** Returns JSON like .NET, which escapes three more line separators than JavaScript. */
function json(value: string): string {
  return JSON.stringify(value.toWellFormed())
    .slice(1, -1)
    .replaceAll(
      /[\u0085\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function url(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function xml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

function withoutQuotes(value: string): string {
  return value.length > 8 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : '';
}

function powerShell(value: string): string[] {
  const coloured = value.indexOf('&+');
  const parts =
    coloured >= 0
      ? [value.slice(0, coloured + 2), value.slice(coloured + 3)]
      : value.includes('&')
        ? [value.slice(0, value.lastIndexOf('&') + 1), value.slice(value.lastIndexOf('&') + 1)]
        : [];
  return parts.filter((part) => part.length >= 6);
}
