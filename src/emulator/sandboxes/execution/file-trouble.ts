import { BoxFileError, type BoxFileErrorCode } from '../../../box/box.ts';
import { refusal } from '../refusal.ts';

const REFUSALS: Record<BoxFileErrorCode, [status: number, error: string | undefined]> = {
  'not-found': [404, 'FileNotFound'],
  'not-a-file': [400, undefined],
  denied: [403, 'PermissionDenied'],
  outside: [403, 'PermissionDenied'],
  'invalid-path': [400, undefined],
  'no-space': [507, undefined],
  changed: [409, undefined],
  'box-ended': [503, 'ServiceUnavailable'],
  other: [400, undefined],
};

/** What a file that could not be read or written is answered with; anything else is thrown as it is. */
export function toFileRefusal(error: unknown, kind: 'ReadError' | 'WriteError'): unknown {
  if (!(error instanceof BoxFileError)) return error;
  const [status, name] = REFUSALS[error.code];
  return refusal(status, name ?? kind, error.message, { cause: error });
}
