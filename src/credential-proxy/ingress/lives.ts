import type { SandboxSnapshot } from '../relay-port.ts';

/** Something of a sandbox that is open now: a tunnel, a connection that is looked into, a request at work. */
export interface Live {
  readonly sandboxId: string;
  readonly kind: 'tunnel' | 'intercepted' | 'websocket' | 'request';
  /** Whether it may go on under this snapshot; null = the sandbox is gone, nothing may. */
  mayGoOn(snapshot: SandboxSnapshot): boolean;
  cut(): void;
}

/** All that is open, by sandbox, so that a change of configuration reaches it (facts A.4: old tunnels, old policy). */
export class Lives {
  readonly #bySandbox = new Map<string, Set<Live>>();
  #whenEmpty: (() => void)[] = [];

  /** Enters it and returns how to take it out. */
  add(live: Live): () => void {
    const lives = this.#bySandbox.get(live.sandboxId) ?? new Set();
    this.#bySandbox.set(live.sandboxId, lives.add(live));
    return () => {
      lives.delete(live);
      if (lives.size === 0 && this.#bySandbox.get(live.sandboxId) === lives) {
        this.#bySandbox.delete(live.sandboxId);
      }
      if (this.#bySandbox.size > 0) return;
      for (const tell of this.#whenEmpty.splice(0)) tell();
    };
  }

  countOf(...kinds: Live['kind'][]): number {
    let count = 0;
    for (const lives of this.#bySandbox.values()) {
      for (const { kind } of lives) if (kinds.includes(kind)) count += 1;
    }
    return count;
  }

  /** Judges again what a sandbox has open: all of it is cut when the sandbox is gone. */
  judge(sandboxId: string, snapshot: SandboxSnapshot | null): void {
    for (const live of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
      if (snapshot === null || !live.mayGoOn(snapshot)) live.cut();
    }
  }

  /** Cuts everything; resolves when all of it has ended. */
  async cutAll(): Promise<void> {
    if (this.#bySandbox.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    for (const lives of Array.from(this.#bySandbox.values()))
      for (const live of Array.from(lives)) live.cut();
    await promise;
  }
}
