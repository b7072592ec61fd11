import type { ApiError } from './errors.ts';

/**
 * Whether an agent server refused a run because another one is active on its thread: 409, or 422 and a text of the
 * JavaScript server (facts: service §4.3). Pure.
 */
export function isThreadBusy({ status, message, busy }: ApiError): boolean {
  return status === 409 || busy || namesBusyThread(status, message);
}

/** Looks through the whole of a body: the JavaScript server answers plain text, of which nothing is shown. Pure. */
export function namesBusyThread(status: number | undefined, text: string): boolean {
  return status === 422 && /already running|is busy/i.test(text);
}
