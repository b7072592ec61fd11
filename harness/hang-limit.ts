/**
 * Milliseconds after which a test counts as hanging. All limits in tests are computed from this value. A limit only
 * detects a hanging test, so it is at least ten times the duration on an idle machine.
 */
export const HANG_LIMIT_MS = 900_000;

/**
 * Time limit in milliseconds of a wait for one condition. The wait fails with its own message before the test counts
 * as hanging.
 */
export const WAIT_LIMIT_MS = HANG_LIMIT_MS / 3;

/**
 * Maximum processor time in milliseconds of linear work on a large input. The inputs of such tests are so large that
 * quadratic work exceeds the limit several times.
 */
export const LINEAR_LIMIT_MS = HANG_LIMIT_MS / 30;

/**
 * Returns the processor time that this thread has used, in milliseconds, which other programs on the machine do not
 * affect.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The wait limit as `wait-timeout` for an action whose clock runs ten times as fast (`harness/clock/accelerated.ts`).
 */
export const PATIENT_WAIT_TIMEOUT = `${(WAIT_LIMIT_MS / 1_000) * 10}s`;
