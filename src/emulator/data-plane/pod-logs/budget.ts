/** Limits the lines and bytes that the pods of each revision can store, and the requests that are handled at a time. */
export interface LogBudget {
  /**
   * Admits a request before its body is read. Returns the number of milliseconds after which the pod may try again if
   * the revision has used its budget. Otherwise, the caller must call `end` once the request is handled.
   */
  begin(revisionId: string): { waitMs: number } | { end: () => void };
  /** Charges the revision's budget for a request. */
  charge(revisionId: string, lines: number, bytes: number): void;
}

interface Account {
  /** Lines and bytes that are left. They can be negative after a large request. */
  lines: number;
  bytes: number;
  at: number;
  requests: number;
}

/** Number of lines and bytes that a revision can store in one burst, and continuously per second. */
const LINES = { burst: 20_000, perSecond: 100 };
const BYTES = { burst: 8 * 1024 * 1024, perSecond: 128 * 1024 };
/** Maximum number of requests that are handled at a time, of one revision and of all revisions. */
const REQUESTS = { ofRevision: 8, ofAll: 32 };
const BUSY_MS = 1_000;
/** Maximum delay before the next attempt in milliseconds. */
const MAX_WAIT_MS = 60_000;
/** Number of accounts above which full accounts are removed. */
const ACCOUNTS = 1_000;

/** Creates the budgets. @param now Returns a monotonic time in milliseconds. */
export function createLogBudget(now: () => number): LogBudget {
  const accounts = new Map<string, Account>();
  let requests = 0;

  const refill = (account: Account) => {
    const seconds = (now() - account.at) / 1_000;
    account.at = now();
    account.lines = Math.min(LINES.burst, account.lines + seconds * LINES.perSecond);
    account.bytes = Math.min(BYTES.burst, account.bytes + seconds * BYTES.perSecond);
  };
  const accountOf = (revisionId: string): Account => {
    let account = accounts.get(revisionId);
    if (account === undefined) {
      if (accounts.size >= ACCOUNTS) removeFull();
      account = { lines: LINES.burst, bytes: BYTES.burst, at: now(), requests: 0 };
      accounts.set(revisionId, account);
    }
    refill(account);
    return account;
  };
  const removeFull = () => {
    for (const [revisionId, account] of accounts) {
      refill(account);
      const isFull = account.lines === LINES.burst && account.bytes === BYTES.burst;
      if (isFull && account.requests === 0) accounts.delete(revisionId);
    }
  };

  return {
    begin(revisionId) {
      const account = accountOf(revisionId);
      const debtMs = Math.max(-account.lines / LINES.perSecond, -account.bytes / BYTES.perSecond) * 1_000;
      if (debtMs >= 0) return { waitMs: Math.min(MAX_WAIT_MS, Math.max(BUSY_MS, debtMs)) };
      if (account.requests >= REQUESTS.ofRevision || requests >= REQUESTS.ofAll) return { waitMs: BUSY_MS };
      account.requests += 1;
      requests += 1;
      return {
        end() {
          account.requests -= 1;
          requests -= 1;
        },
      };
    },
    charge(revisionId, lines, bytes) {
      const account = accountOf(revisionId);
      account.lines -= lines;
      account.bytes -= bytes;
    },
  };
}
