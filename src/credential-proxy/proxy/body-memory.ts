/** Maximum number of bytes of bodies that the proxy stores at a time for one sandbox. */
const MAX_BODY_MEMORY = 64 * 1024 * 1024;
/** Maximum number of bytes of bodies that the proxy stores at a time for all sandboxes. */
const MAX_TOTAL_BODY_MEMORY = 8 * MAX_BODY_MEMORY;

/** Memory for the body of one request. */
export interface BodyReservation {
  /** Reserves further bytes. Returns false at the limit of the sandbox or of the proxy, and after the release. */
  take(bytes: number): boolean;
  /** Frees the reserved bytes. Calls after the first call have no effect. */
  release(): void;
}

/** Limits the memory for bodies that the proxy reads completely, so sandboxes cannot exhaust the memory. */
export class BodyMemory {
  readonly #bySandbox = new Map<string, number>();
  #total = 0;

  reserve(sandboxId: string): BodyReservation {
    let own = 0;
    let isReleased = false;
    const add = (bytes: number): void => {
      own += bytes;
      this.#total += bytes;
      const all = (this.#bySandbox.get(sandboxId) ?? 0) + bytes;
      if (all === 0) this.#bySandbox.delete(sandboxId);
      else this.#bySandbox.set(sandboxId, all);
    };
    return {
      take: (bytes) => {
        const ofSandbox = this.#bySandbox.get(sandboxId) ?? 0;
        const isFull = ofSandbox + bytes > MAX_BODY_MEMORY || this.#total + bytes > MAX_TOTAL_BODY_MEMORY;
        if (isReleased || isFull) return false;
        add(bytes);
        return true;
      },
      release: () => {
        isReleased = true;
        if (own > 0) add(-own);
      },
    };
  }
}
