/**
 * Returns the result of `work`. Rejects if `work` takes longer than `ms` milliseconds of real time, but does not stop
 * `work`.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late = 'no answer'): Promise<T> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new Error(`${late} within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
