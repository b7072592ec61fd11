import { TARBALL_MAX_BYTES } from '../contract/limits.ts';
import { UploadUrl } from '../contract/upload.ts';
import type { ControlPlane } from './control-plane-port.ts';
import { parseAnswer, type Send } from './control-plane-send.ts';
import { isApiError } from './errors.ts';
import type { Transport } from './transport.ts';
import { USER_AGENT } from './user-agent.ts';

/** What the official clients allow whatever the size, in real milliseconds (facts: service §2.2). */
const UPLOAD_MS = 300_000;
/** A connection slower than this is given up. Bytes per millisecond. */
const SLOWEST = 100;
/** For how long faults are outlived, as for every other call. */
const FAULTS_MS = 120_000;

/** Asks where to upload; an older service knows the address only as the spec writes it, without a version. */
export function createUploadUrl(send: Send): ControlPlane['uploadUrl'] {
  return async (deploymentId, signal) => {
    const path = `/deployments/${encodeURIComponent(deploymentId)}/upload-url`;
    // An address that nobody uses does no harm, so that a lost answer is asked for again.
    const call = { method: 'POST', expect: [200, 201], repeatable: true, signal } as const;
    try {
      return parseAnswer(UploadUrl, await send({ ...call, path: `/v2${path}` }));
    } catch (error) {
      if (!isApiError(error, 404) && !isApiError(error, 405)) throw error;
      try {
        return parseAnswer(UploadUrl, await send({ ...call, path }));
      } catch (second) {
        // The first answer says more: that there is no such deployment, for one.
        throw isApiError(second, 404) || isApiError(second, 405) ? error : second;
      }
    }
  };
}

/** Puts the archive under a signed address: its own headers, no key, and nothing of the address in any error. */
export function createSourceUpload(transport: Transport, now: () => number): ControlPlane['uploadSource'] {
  return async (url, { length, open }, signal) => {
    const tryTimeoutMs = UPLOAD_MS + Math.ceil(length / SLOWEST);
    await transport.call({
      method: 'PUT',
      url,
      shownPath: '(the upload URL)',
      headers: {
        accept: '*/*',
        'user-agent': USER_AGENT,
        'content-type': 'application/gzip',
        'x-goog-content-length-range': `0,${TARBALL_MAX_BYTES}`,
      },
      stream: { length, open },
      ignoreBody: true,
      repeatable: true,
      attemptTimeoutMs: tryTimeoutMs,
      deadlineAt: now() + tryTimeoutMs + FAULTS_MS,
      signal,
    });
  };
}
