/** A place in a log. It means something only in the log, and in the order, that it was made for. */
export interface LogCursor {
  /** Which log: its kind, and whose it is. */
  scope: string;
  order: 'asc' | 'desc';
  /** The last line given; 0 before the first. */
  line: number;
}

/** A cursor as clients are given it: opaque. */
export function encodeCursor({ scope, order, line }: LogCursor): string {
  return Buffer.from(`1 ${order} ${line} ${scope}`).toString('base64url');
}

export type DecodedCursor = { ok: true; line: number } | { ok: false; reason: string };

/** The place a client came to in this log and this order; a reason for what is no place in it. */
export function decodeCursor(text: string, log: Pick<LogCursor, 'scope' | 'order'>): DecodedCursor {
  const bytes = Buffer.from(text, 'base64url');
  const read = /^1 (asc|desc) (\d{1,15}) (.+)$/s.exec(bytes.toString('utf8'));
  // What is decoded leniently must come out the same again.
  if (read === null || bytes.toString('base64url') !== text) {
    return { ok: false, reason: 'is not a cursor of this service: pass it on as it came' };
  }
  const [, order, line, scope] = read;
  if (scope !== log.scope)
    return { ok: false, reason: 'belongs to another log: begin this one without a cursor' };
  if (order !== log.order) {
    return {
      ok: false,
      reason: `belongs to the order ${order}: go on in that order, or begin without a cursor`,
    };
  }
  return { ok: true, line: Number(line) };
}
