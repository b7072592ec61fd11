/** Maximum number of bytes of bodies that the proxy stores at a time for one sandbox. */
const MAX_BODY_MEMORY = 64 * 1024 * 1024;

/** Memory for the body of one request. */
export interface BodyReservation {
  /** Reserves further bytes. Returns false if the sandbox has reached its limit. */
  take(bytes: number): boolean;
  /** Frees the reserved bytes. Calls after the first call have no effect. */
  release(): void;
}

/** Limits the memory for bodies that the proxy reads completely, so one sandbox cannot exhaust the memory. */
export class BodyMemory {
  readonly #bySandbox = new Map<string, number>();

  reserve(sandboxId: string): BodyReservation {
    let own = 0;
    const add = (bytes: number): void => {
      own += bytes;
      const all = (this.#bySandbox.get(sandboxId) ?? 0) + bytes;
      if (all === 0) this.#bySandbox.delete(sandboxId);
      else this.#bySandbox.set(sandboxId, all);
    };
    return {
      take: (bytes) => {
        if ((this.#bySandbox.get(sandboxId) ?? 0) + bytes > MAX_BODY_MEMORY) return false;
        add(bytes);
        return true;
      },
      release: () => {
        if (own > 0) add(-own);
      },
    };
  }
}
