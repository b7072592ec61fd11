import type { Annotation, LogLine, Phase } from '../types.ts';

/** A value that was masked too late, or stands where the runner masks nothing. It is named, never shown. */
export interface MaskViolation {
  /** `mask 2`: the second of `masks`; else `secrets.NAME`, or what the job's own value is. */
  value: string;
  where: 'log' | 'summary' | 'annotation' | 'output';
  /** `log`: `stdout line 3, column 7` of the raw stream; else the name of the output, the phase, or the property. */
  at: string;
  phase: Phase | null;
  /** `log`: place of the line among `lines`; else null. */
  line: number | null;
}

/** What a job has already let go of when a value gets its mask. */
export interface Released {
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

/** What of a line the log holds; debug lines too, which somebody may have turned on. */
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
