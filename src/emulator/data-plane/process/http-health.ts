import { get } from 'node:http';

/** The status that what listens at this origin answers `/ok` with; undefined: none within `timeoutMs`. Never rejects. */
export function probeStatus(origin: string, timeoutMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(
      `${origin}/ok`,
      { signal: AbortSignal.timeout(timeoutMs), agent: false },
      (response) => {
        response.resume();
        response.once('error', () => resolve(undefined));
        resolve(response.statusCode);
      },
    );
    request.once('error', () => resolve(undefined));
  });
}

/** Whether a status says that all is well. */
export function isHealthyStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** Whether what listens at this origin answers `/ok` well, within `timeoutMs`. Never rejects. */
export async function isHealthy(origin: string, timeoutMs: number): Promise<boolean> {
  return isHealthyStatus(await probeStatus(origin, timeoutMs));
}
