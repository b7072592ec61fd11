import type { UploadRow } from './store-uploads.ts';

/** How long an upload waits for a revision to be made of it, in milliseconds of product time. */
export const UNUSED_UPLOAD_TTL_MS = 24 * 60 * 60_000;

/** Whether nobody made a revision of it in time, from when it came, or else from when it was asked for. */
export function isUploadExpired(
  { used, uploadedAt, createdAt }: Pick<UploadRow, 'used' | 'uploadedAt' | 'createdAt'>,
  now: number,
): boolean {
  return !used && (uploadedAt ?? createdAt) + UNUSED_UPLOAD_TTL_MS <= now;
}
