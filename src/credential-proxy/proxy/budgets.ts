import type { CompiledRule } from '../policy/model.ts';
import type { RefusalReason } from '../refusal.ts';

type Taken =
  | { kind: 'taken'; usesLeft: number | null }
  | { kind: 'refused'; reason: Extract<RefusalReason, 'budget-used-up' | 'rule-expired'> };

/** Counts the uses of rules with a budget. The counts remain when a new configuration is pushed. */
export class Budgets {
  readonly #used = new Map<string, Map<string, number>>();

  /** Takes one use of a rule. Checks and counts in one step, so concurrent requests cannot share a use. */
  take(sandboxId: string, rule: CompiledRule, now: number): Taken {
    const { budget } = rule;
    if (budget === null) return { kind: 'taken', usesLeft: null };
    if (isExpired(rule, now)) return { kind: 'refused', reason: 'rule-expired' };
    const left = this.left(sandboxId, rule);
    if (left === null) return { kind: 'taken', usesLeft: null };
    if (left === 0) return { kind: 'refused', reason: 'budget-used-up' };
    const ofSandbox = this.#used.get(sandboxId) ?? new Map<string, number>();
    this.#used.set(sandboxId, ofSandbox);
    ofSandbox.set(rule.name, (budget.uses ?? 0) - left + 1);
    return { kind: 'taken', usesLeft: left - 1 };
  }

  /** Returns the number of uses that are left, or null if the rule has no limit. */
  left(sandboxId: string, { name, budget }: CompiledRule): number | null {
    if (budget === null || budget.uses === null) return null;
    const used = Math.max(budget.used, this.#used.get(sandboxId)?.get(name) ?? 0);
    return Math.max(0, budget.uses - used);
  }

  /** Discards the counts of a removed sandbox. */
  forget(sandboxId: string): void {
    this.#used.delete(sandboxId);
  }
}

/** Returns whether a rule may no longer be used at a time in epoch milliseconds. */
export function isExpired({ budget }: CompiledRule, now: number): boolean {
  return budget !== null && budget.until !== null && now >= budget.until;
}
