import type { LiveInference } from '../../src/contract/live-result.ts';
import { INFERENCES } from './inferences.ts';

const SEEN_MAX = 300;

/** Collects the results of checks, and computes the state of each inference. */
export class Evidence {
  readonly #checks = new Map<string, { ok: boolean; expected: string; seen: string }[]>();
  readonly #redact: (text: string) => string;
  readonly #onWrong: (line: string) => void;

  /** `onWrong` is called with a line about each check that fails. */
  constructor(redact: (text: string) => string, onWrong: (line: string) => void = () => undefined) {
    for (const { id } of INFERENCES) this.#checks.set(id, []);
    this.#redact = redact;
    this.#onWrong = onWrong;
  }

  /** Adds the result of one check. Throws if no inference has this ID. */
  check(id: string, ok: boolean, expected: string, seen: string): void {
    const checks = this.#checks.get(id);
    if (checks === undefined) throw new Error(`no inference has the ID ${id}: add it to inferences.ts`);
    const text = this.#redact(seen);
    const shown = text.length > SEEN_MAX ? `${text.slice(0, SEEN_MAX).toWellFormed()}…` : text;
    checks.push({ ok, expected, seen: shown });
    if (!ok) this.#onWrong(`wrong: ${id}: expected ${expected}, but saw ${shown}`);
  }

  /** Returns all inferences in the order of the list, each with its state. */
  result(): LiveInference[] {
    return INFERENCES.map((inference) => {
      const checks = this.#checks.get(inference.id) ?? [];
      const shown = checks.find(({ ok }) => !ok) ?? checks[0];
      const state = shown === undefined ? 'not-reached' : shown.ok ? 'confirmed' : 'wrong';
      return {
        ...inference,
        state,
        checks: checks.length,
        expected: shown?.expected ?? null,
        seen: shown?.seen ?? null,
      };
    });
  }
}
