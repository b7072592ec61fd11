const LONGEST = 120;

/** Shows what an agent or its server wrote: short, on one line, and free of secrets before anything of it is cut off. */
export interface ValueRenderer {
  /** Texts and numbers as they are, what is made of parts by its size alone: a state holds what users said. */
  value(value: unknown): string;
  text(text: string): string;
}

/** `redact` takes out the secrets that are known; half of one would not be known any more. Pure. */
export function createValueRenderer(redact: (text: string) => string): ValueRenderer {
  return {
    value(value) {
      if (value === undefined) return 'nothing';
      if (Array.isArray(value)) return `a list of ${value.length}`;
      if (typeof value === 'object' && value !== null) {
        return `an object with ${countOf(Object.keys(value).length, 'field')}`;
      }
      const json = JSON.stringify(typeof value === 'string' ? redact(value) : value);
      return shortened(json.replace(UNSEEN, escaped));
    },
    text: (text) => shortened(redact(text).replace(SPACE, ' ').trim()),
  };
}

/** Controls, those of eight bits too, marks of direction, and ends of lines: JSON leaves most of them as they are. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const SPACE = /[\s\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Such as `1 field`, `2 fields`. Pure. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
