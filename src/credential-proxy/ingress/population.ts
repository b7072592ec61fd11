import type { ClientConnection } from './connection.ts';

/** Bounds how many connections there are: of each sandbox, and of clients that have not said yet whose they are. */
export class ConnectionLimiter {
  readonly #limits: { connectionsPerSandbox: number; strangers: number };
  readonly #bySandbox = new Map<string, number>();
  #strangers = 0;

  constructor(limits: { connectionsPerSandbox: number; strangers: number }) {
    this.#limits = limits;
  }

  /** Counts a connection that was accepted; false = there are too many, it has to go. */
  admit(connection: ClientConnection): boolean {
    if (connection.ingress.kind === 'sandbox') return this.assign(connection, connection.ingress.sandboxId);
    this.#strangers += 1;
    return this.#strangers <= this.#limits.strangers;
  }

  /** Says whose a connection is; false = its sandbox has too many, or it is another one's already. */
  assign(connection: ClientConnection, sandboxId: string): boolean {
    if (connection.owner !== null) return connection.owner === sandboxId;
    const count = this.#bySandbox.get(sandboxId) ?? 0;
    if (count >= this.#limits.connectionsPerSandbox) return false;
    if (connection.ingress.kind === 'token') this.#strangers -= 1;
    connection.owner = sandboxId;
    this.#bySandbox.set(sandboxId, count + 1);
    return true;
  }

  /** The connection is closed. */
  release({ ingress, owner }: ClientConnection): void {
    if (owner === null) {
      if (ingress.kind === 'token') this.#strangers -= 1;
      return;
    }
    const count = this.#bySandbox.get(owner) ?? 0;
    if (count > 1) this.#bySandbox.set(owner, count - 1);
    else this.#bySandbox.delete(owner);
  }
}
