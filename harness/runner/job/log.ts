import { Masker } from '../masks/masker.ts';
import { lateMask, type MaskViolation } from '../masks/violations.ts';
import { splitLines } from '../process/lines.ts';
import type { LogLine, Phase } from '../types.ts';

/** The log of one job: what its steps printed and what of that is shown. One masker serves all of it. */
export class JobLog {
  readonly masker = new Masker();
  readonly lines: LogLine[] = [];
  /** What was shown before its mask came. */
  readonly lateMasks: MaskViolation[] = [];
  readonly #summaries: { phase: Phase; step: number; text: string }[] = [];
  readonly #onLine: ((line: string, phase: Phase) => void) | undefined;

  constructor(onLine?: (line: string, phase: Phase) => void) {
    this.#onLine = onLine;
  }

  /** Hides a value from now on, and notes where it has already been shown. */
  hide(value: string): void {
    const forms = this.masker.add(value);
    const mask = this.masker.values.indexOf(value);
    this.lateMasks.push(...lateMask(mask, forms, { lines: this.lines, summaries: this.#summaries }));
  }

  add(line: LogLine): void {
    this.lines.push(line);
    if (line.text !== null) this.#onLine?.(line.text, line.phase);
  }

  /** Takes the summary of a step: masked line by line, as it is uploaded. */
  summarize(step: number, phase: Phase, raw: string): void {
    const text = splitLines(raw)
      .map((line) => `${this.masker.mask(line)}\n`)
      .join('');
    if (text !== '') this.#summaries.push({ phase, step, text });
  }

  /** The uploaded summaries: of one step, or of all. */
  summary(step?: number): string {
    return this.#summaries
      .filter((item) => step === undefined || item.step === step)
      .map((item) => item.text)
      .join('\n');
  }
}
