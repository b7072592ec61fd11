import { secretForms } from './secret-forms.ts';

/** What stands in place of a secret. */
export const MASK = '***';

/** Takes secrets out of every text that leaves the process (DESIGN §5). */
export interface Redactor {
  /** Adds a secret met on the way, such as a value the service returned. False: too short or too common to mask. */
  learn(value: string): boolean;
  /** The text with every known secret, in any of its forms, replaced by `***`. */
  redact(text: string): string;
}

/** One redactor for the whole process, knowing these values from the start. */
export function createRedactor(values: Iterable<string> = []): Redactor {
  const known = new Map<string, boolean>();
  const forms = new Set<string>();

  const redactor: Redactor = {
    learn(value) {
      let masked = known.get(value);
      if (masked === undefined) {
        const added = secretForms(value);
        for (const form of added) forms.add(form);
        masked = added.length > 0;
        known.set(value, masked);
      }
      return masked;
    },
    redact(text) {
      return mask(text, ranges(text, forms));
    },
  };
  for (const value of values) redactor.learn(value);
  return redactor;
}

type Range = [start: number, end: number];

/** Every occurrence, overlapping ones too: two secrets that share a piece must not uncover each other's rest. */
function ranges(text: string, forms: Iterable<string>): Range[] {
  const found: Range[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
      found.push([at, at + form.length]);
    }
  }
  return found.sort(([a], [b]) => a - b);
}

function mask(text: string, found: Range[]): string {
  let result = '';
  let done = 0;
  for (const [start, end] of found) {
    if (end <= done) continue;
    // A range that runs into the one before it continues the same mask.
    if (start >= done && !(start === done && done > 0)) result += text.slice(done, start) + MASK;
    done = end;
  }
  return result + text.slice(done);
}
