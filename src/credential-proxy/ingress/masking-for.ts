import { createMasker, maskText } from '../mask/masker.ts';
import type { CompiledRule } from '../policy/model.ts';
import type { Masking } from '../upstream/masking.ts';

/** What can be searched as it is (facts D.6); the rest goes through, as does what is compressed. */
const SEARCHED =
  /^(text\/|application\/(json|xml|javascript|ecmascript|x-www-form-urlencoded|graphql|[a-z0-9.-]+\+(json|xml)|x-ndjson|ndjson|jsonl|yaml|x-yaml|problem\+json)|multipart\/)|^$/;

interface Needles {
  bytes: readonly Buffer[];
  texts: string[];
}

const known = new WeakMap<CompiledRule, Needles>();

/** The masking of answers to one request of a rule; null = the rule injects no secret. */
export function maskingFor(rule: CompiledRule): Masking | null {
  if (!rule.hasSecret) return null;
  const needles = needlesFor(rule);
  let count = 0;
  let unsearched = false;
  return {
    text: (value) => {
      // Nearly no header holds a secret: that is found out cheaply.
      if (!needles.texts.some((text) => value.includes(text))) return value;
      const masked = maskText(needles.bytes, value);
      count += masked.masked;
      return masked.text;
    },
    body: ({ coded, contentType, length }) => {
      if (coded || !SEARCHED.test(contentType)) {
        unsearched = length !== '0';
        return null;
      }
      const masker = createMasker(needles.bytes);
      const counted = (out: Buffer, before: number) => {
        count += masker.masked - before;
        return out;
      };
      return {
        push: (chunk) => {
          const before = masker.masked;
          return counted(masker.push(chunk), before);
        },
        end: () => {
          const before = masker.masked;
          return counted(masker.end(), before);
        },
      };
    },
    get count() {
      return count;
    },
    get unsearched() {
      return unsearched;
    },
  };
}

function needlesFor(rule: CompiledRule): Needles {
  const found = known.get(rule);
  if (found !== undefined) return found;
  const bytes = rule.needles;
  const made = { bytes, texts: bytes.map((needle) => needle.toString('latin1')) };
  known.set(rule, made);
  return made;
}
