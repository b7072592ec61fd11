/** What a fault rule does to one HTTP exchange (DESIGN §8 "faults"). */
export interface HttpFault {
  /** Answers this status without doing the thing. */
  status?: number;
  /** The body of that answer; JSON unless it is text. */
  body?: unknown;
  /** The content type of a body that is text. */
  contentType?: string;
  /** `Retry-After` of that answer: as it stands, or a date so many seconds after the service's own time. */
  retryAfter?: string | { dateInS: number };
  /** Waits this long first, in real time. */
  delayMs?: number;
  /** Gives no answer: resets the connection, without doing the thing unless `dropAnswer` is there too. */
  reset?: boolean;
  /** Gives no answer and keeps the connection until the client leaves; what is done is as for `reset`. */
  hang?: boolean;
  /** Does the thing and gives no answer; the connection is closed, unless `reset` or `hang` says otherwise. */
  dropAnswer?: boolean;
  /** Does the thing, sends this many bytes of the answer's body, and cuts the connection. */
  truncateAt?: number;
  /** Sends the answer's body in so many pieces, so long apart in real time. */
  slow?: { chunks: number; delayMs: number };
}
