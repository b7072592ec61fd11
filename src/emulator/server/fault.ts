/** What a fault rule does to one HTTP exchange (DESIGN §8 "faults"). */
export interface HttpFault {
  /** Answers this status without doing the thing. */
  status?: number;
  /** The body of that answer; JSON unless it is text. */
  body?: unknown;
  /** `Retry-After` of that answer: seconds, or an HTTP date. */
  retryAfter?: string;
  /** Waits this long first. */
  delayMs?: number;
  /** Cuts the connection without doing the thing. */
  reset?: boolean;
  /** Does the thing, sends this many bytes of the answer's body, and cuts the connection. */
  truncateAt?: number;
  /** Does the thing, and cuts the connection without an answer. */
  dropAnswer?: boolean;
}
