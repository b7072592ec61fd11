/** What a canonical form came to: the one spelling, or why there is none. Reasons are constants, never input. */
export type Checked<T> = { ok: true; value: T } | { ok: false; reason: string };

export const fine = <T>(value: T): Checked<T> => ({ ok: true, value });
export const wrong = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
