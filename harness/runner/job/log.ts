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
  /** The values that steps asked to hide, in order. */
  readonly masks: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #summaries: { phase: Phase; step: number; text: string }[] = [];
  readonly #onLine: ((line: string, phase: Phase) => void) | undefined;

  constructor(onLine?: (line: string, phase: Phase) => void) {
    this.#onLine = onLine;
  }

  /**
   * Hides a value from now on, and notes where it has already been shown.
   * @param name what it is, when the job itself hides it; a step's masks are counted
   */
  hide(value: string, name?: string): void {
    const forms = this.masker.add(value);
    if (!this.#names.has(value)) {
      if (name === undefined && value !== '') this.masks.push(value);
      this.#names.set(value, name ?? `mask ${this.masks.length}`);
    }
    const known = this.#names.get(value) ?? '';
    this.lateMasks.push(...lateMask(known, forms, { lines: this.lines, summaries: this.#summaries }));
  }

  add(line: LogLine): void {
    this.lines.push(line);
    if (line.text !== null) this.#onLine?.(line.text, line.phase);
  }

  /** Every hidden value by its name, with all that hides it. */
  get hidden(): { name: string; forms: string[] }[] {
    return this.masker.values.map(({ value, forms }) => ({ name: this.#names.get(value) ?? '', forms }));
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
