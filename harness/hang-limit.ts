/**
 * Time after which a test counts as hanging, in milliseconds. Every limit in tests derives from this constant. A
 * limit only guards against hanging and promises no speed, so it is at least ten times the time on an idle machine.
 */
export const HANG_LIMIT_MS = 900_000;

/**
 * Time limit of a wait for one condition, in milliseconds: the wait fails with its own message before the test counts
 * as hanging.
 */
export const WAIT_LIMIT_MS = HANG_LIMIT_MS / 3;

/**
 * Maximum processor time of linear work on a large input, in milliseconds. Inputs of such tests are so large that
 * quadratic work takes several times as long.
 */
export const LINEAR_LIMIT_MS = HANG_LIMIT_MS / 30;

/** Returns the processor time of this thread so far, in milliseconds. Other programs of the machine do not change it. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The wait limit as `wait-timeout` of an action whose clock runs ten times as fast (`harness/clock/accelerated.ts`).
 */
export const PATIENT_WAIT_TIMEOUT = `${(WAIT_LIMIT_MS / 1_000) * 10}s`;
