import { get } from 'node:http';

/** Whether what listens at this origin answers `/ok` well, within `timeoutMs`. Never rejects. */
export function answersOk(origin: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      `${origin}/ok`,
      { signal: AbortSignal.timeout(timeoutMs), agent: false },
      (response) => {
        response.resume();
        response.once('error', () => resolve(false));
        resolve((response.statusCode ?? 0) >= 200 && (response.statusCode ?? 0) < 300);
      },
    );
    request.once('error', () => resolve(false));
  });
}
