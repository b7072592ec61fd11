import type { Annotation, LogLine, MaskViolation, Phase } from './types.ts';
import { trim } from './workflow-commands.ts';

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

/** What a job has already let go of when a value gets its mask. */
interface Released {
  lines: readonly LogLine[];
  summaries: readonly { phase: Phase; text: string }[];
}

/** Where the forms of a value stand in what was shown before they were hidden. */
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

/** What of a line the log holds; debug lines too, which may be turned on. */
function exposed(line: LogLine): string | null {
  return line.command === 'debug' ? line.raw : line.text;
}

/** Masked values where the runner masks nothing: titles and files of annotations, and the outputs of a step. */
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
 * The forms in which the runner also hides a value: what base64 (wherever it starts in a longer text), a command line,
 * an expression, JSON, a URL and XML make of it, without quotes around it, and the parts PowerShell colours apart.
 * The base64 forms are the whole words of that text: its last letters depend on what follows, as they do there.
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

/** A JSON text as .NET's writer has it: three more line ends escaped than JavaScript does. */
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
