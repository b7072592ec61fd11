import type { SandboxSnapshot } from '../relay-port.ts';

/** Something of a sandbox that is open now: a tunnel, a connection that is looked into, a request at work. */
export interface ActiveConnection {
  readonly sandboxId: string;
  readonly kind: 'tunnel' | 'intercepted' | 'websocket' | 'request';
  /** Whether it may go on under this snapshot; null = the sandbox is gone, nothing may. */
  stillAllowed(snapshot: SandboxSnapshot): boolean;
  abort(): void;
}

/** What is open of one sandbox, in no order; each knows its place, so that it is taken out without a search. */
type Places = { live: ActiveConnection; at: number }[];

/** All that is open, by sandbox, so that a change of configuration reaches it (facts A.4: old tunnels, old policy). */
export class ActiveConnections {
  // Arrays, not sets: a set that is added to and deleted from for each request makes itself anew again and again, and
  // its former tables keep all that was in them from being collected with the young garbage.
  readonly #bySandbox = new Map<string, Places>();
  #whenEmpty: (() => void)[] = [];

  /** Enters it and returns how to take it out, which may be done more than once. */
  add(live: ActiveConnection): () => void {
    const { sandboxId } = live;
    let places = this.#bySandbox.get(sandboxId);
    if (places === undefined) {
      places = [];
      this.#bySandbox.set(sandboxId, places);
    }
    const all = places;
    const place = { live, at: all.length };
    all.push(place);
    return () => {
      if (place.at === -1) return;
      const last = all.pop();
      // The last one takes the free place, but for its own.
      if (last !== undefined && last !== place) {
        all[place.at] = last;
        last.at = place.at;
      }
      place.at = -1;
      if (all.length > 0) return;
      this.#bySandbox.delete(sandboxId);
      if (this.#bySandbox.size > 0) return;
      for (const tell of this.#whenEmpty.splice(0)) tell();
    };
  }

  count(...kinds: ActiveConnection['kind'][]): number {
    let count = 0;
    for (const lives of this.#bySandbox.values()) {
      for (const { live } of lives) if (kinds.includes(live.kind)) count += 1;
    }
    return count;
  }

  /** Judges again what a sandbox has open: all of it is cut when the sandbox is gone. */
  reevaluate(sandboxId: string, snapshot: SandboxSnapshot | null): void {
    for (const { live } of Array.from(this.#bySandbox.get(sandboxId) ?? [])) {
      if (snapshot === null || !live.stillAllowed(snapshot)) live.abort();
    }
  }

  /** Cuts everything; resolves when all of it has ended. */
  async abortAll(): Promise<void> {
    if (this.#bySandbox.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty.push(resolve);
    for (const lives of Array.from(this.#bySandbox.values()))
      for (const { live } of Array.from(lives)) live.abort();
    await promise;
  }
}
