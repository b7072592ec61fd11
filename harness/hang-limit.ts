/**
 * How long a test may take before it counts as hanging, in milliseconds. Every limit in tests derives from this constant: a
 * limit guards against hanging and promises no speed, so it is at least ten times what a quiet machine needs.
 */
export const HANG_LIMIT_MS = 900_000;

/** How long a test waits for one condition, in milliseconds: a wait fails with its own message before the test hangs. */
export const WAIT_LIMIT_MS = HANG_LIMIT_MS / 3;

/** The same for `wait-timeout` of an action whose clock runs ten times as fast (`harness/clock/accelerated.ts`). */
export const PATIENT_WAIT_TIMEOUT = `${(WAIT_LIMIT_MS / 1_000) * 10}s`;
