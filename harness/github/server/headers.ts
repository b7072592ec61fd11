import { ApiError } from './answer.ts';

/** The dialect of the API the double speaks. */
export const SPOKEN_VERSION = '2022-11-28';

/** What GitHub demands of every request's headers before it looks at anything else. Throws its refusal. */
export function checkHeaders(
  headers: { userAgent: string | undefined; apiVersion: string | undefined },
  versions: readonly string[],
): void {
  if ((headers.userAgent ?? '').trim() === '') {
    throw new ApiError(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
    );
  }
  const { apiVersion } = headers;
  if (apiVersion === undefined || apiVersion === SPOKEN_VERSION) return;
  if (versions.includes(apiVersion)) {
    throw new ApiError(
      501,
      `GitHub knows API version ${apiVersion}, this double speaks ${SPOKEN_VERSION} only: teach it in harness/github/wire`,
    );
  }
  const known = versions.map((version) => `"${version}"`).join(', ');
  throw new ApiError(
    400,
    `The version you specified in the "X-GitHub-API-Version" request header, "${apiVersion}", is not a supported version. The following versions are currently supported: ${known} (most recent).`,
  );
}

/** The custom media type of an `Accept` header: `raw`, `sha`, …; `json` when there is none. */
export function mediaOf(accept: string | undefined): string {
  return /application\/vnd\.github(?:\.v3)?\.(\w+)(?:\+json)?/.exec(accept ?? '')?.[1] ?? 'json';
}
