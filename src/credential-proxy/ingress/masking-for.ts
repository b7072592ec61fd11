import { createMasker, type Masker, maskText } from '../mask/masker.ts';
import type { CompiledRule } from '../policy/model.ts';
import type { BodyMask, Masking } from '../upstream/masking.ts';
import type { ResponseHead } from '../upstream/response-head.ts';

interface Needles {
  bytes: readonly Buffer[];
  texts: string[];
}

const known = new WeakMap<CompiledRule, Needles>();

/** The masking of answers to one request of a rule; null = the rule injects no secret. */
export function maskingFor(rule: CompiledRule): Masking | null {
  return rule.hasSecret ? new RuleMasking(needlesFor(rule)) : null;
}

/** A class, for there is one per request: an object literal with getters has a shape of its own each time. */
class RuleMasking implements Masking {
  readonly #needles: Needles;
  #texts = 0;
  #masker: Masker | null = null;
  #unsearched = false;

  constructor(needles: Needles) {
    this.#needles = needles;
  }

  get count(): number {
    return this.#texts + (this.#masker?.masked ?? 0);
  }

  get unsearched(): boolean {
    return this.#unsearched;
  }

  text(value: string): string {
    const { bytes, texts } = this.#needles;
    // Nearly no header holds a secret: that is found out cheaply.
    if (!texts.some((text) => value.includes(text))) return value;
    const masked = maskText(bytes, value);
    this.#texts += masked.masked;
    return masked.text;
  }

  /**
   * Whatever its type and coding are said to be: a program that makes a host echo can often name both as well. What
   * really is coded passes byte for byte, as there is nothing to find in it.
   */
  body({ coded, length }: ResponseHead): BodyMask {
    this.#unsearched = coded && length !== '0';
    this.#masker = createMasker(this.#needles.bytes);
    return this.#masker;
  }
}

function needlesFor(rule: CompiledRule): Needles {
  const found = known.get(rule);
  if (found !== undefined) return found;
  const bytes = rule.needles;
  const made = { bytes, texts: bytes.map((needle) => needle.toString('latin1')) };
  known.set(rule, made);
  return made;
}
