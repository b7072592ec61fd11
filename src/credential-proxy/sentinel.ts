import { createHmac } from 'node:crypto';
import type { PushedPlaceholder, PushedRule } from './messages.ts';

/**
 * Returns the sentinel of a variable: harmless text that a program sends instead of a secret. The sentinel differs for
 * each token, so only programs that can read the variable know it. It contains only characters that no encoding of
 * URLs, forms, JSON or headers changes.
 */
export function sentinelOf(
  tokenHash: string,
  { env, prefix }: Pick<PushedPlaceholder, 'env' | 'prefix'>,
): string {
  const digest = createHmac('sha256', tokenHash).update(`sentinel of ${env}`).digest('hex');
  return `${prefix}sentinel${digest.slice(0, 32)}`;
}

/** Returns the variables of a sandbox that contain sentinels. */
export function sentinelVariables(rules: readonly PushedRule[], tokenHash: string): Record<string, string> {
  const all = rules.flatMap(({ placeholders }) => placeholders);
  return Object.fromEntries(all.map((placeholder) => [placeholder.env, sentinelOf(tokenHash, placeholder)]));
}
