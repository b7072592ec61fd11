import type { ApiError } from './errors.ts';

/**
 * Whether an agent server refused a run because another one is active on its thread: 409, or 422 and a text of the
 * JavaScript server (facts: service §4.3). Pure.
 */
export function isBusy({ status, message }: ApiError): boolean {
  return status === 409 || (status === 422 && /already running|is busy/i.test(message));
}
