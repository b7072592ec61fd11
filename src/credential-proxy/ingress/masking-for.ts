import type { CompiledRule } from '../policy/model.ts';
import type { Masking } from '../upstream/masking.ts';

/** The masking of answers to a rule's requests; null = it injects no secret. */
export function maskingFor(_rule: CompiledRule): Masking | null {
  return null;
}
