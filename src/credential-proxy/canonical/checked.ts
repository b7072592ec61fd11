/** What a canonical form came to: the one spelling, or why there is none. Reasons are constants, never input. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export const ok = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
