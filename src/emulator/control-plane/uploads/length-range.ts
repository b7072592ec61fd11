/** How many bytes an upload may have, both ends included. */
export interface LengthRange {
  min: number;
  max: number;
}
export type ParsedLengthRange = { ok: true; range: LengthRange } | { ok: false; reason: string };

/**
 * What `X-Goog-Content-Length-Range: <min>,<max>` allows (facts/service §2.2), never more than `cap` bytes. Absent: up to
 * the cap.
 */
export function parseLengthRange(header: string | undefined, cap: number): ParsedLengthRange {
  if (header === undefined) return { ok: true, range: { min: 0, max: cap } };
  const found = /^\s*(\d{1,15})\s*,\s*(\d{1,15})\s*$/.exec(header);
  const [min, max] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)];
  if (Number.isNaN(min) || min > max) {
    return {
      ok: false,
      reason:
        'X-Goog-Content-Length-Range must be two whole numbers of bytes, the smaller first: 0,209715200.',
    };
  }
  return { ok: true, range: { min, max: Math.min(max, cap) } };
}
