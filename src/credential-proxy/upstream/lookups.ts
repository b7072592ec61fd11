import type { Address, ProxyPorts, Resolver } from './ports.ts';

/** So many may wait; a sandbox has no more connections than that. */
const MOST_WAITING = 512;

/**
 * A resolver that has at most so many names looked up at a time, the rest in turn. The machine looks names up on a few
 * threads, for all sandboxes: one that asks for names that nobody answers must not have them all. What has waited
 * `withinMs` is given up without being looked up.
 */
export function limitLookups(ports: ProxyPorts, most: number, withinMs: number): Resolver {
  const waiting: { begin: () => void; giveUp: () => void; since: number }[] = [];
  let atWork = 0;

  const next = (): void => {
    for (;;) {
      const first = atWork < most ? waiting.shift() : undefined;
      if (first === undefined) return;
      if (ports.elapsed() - first.since < withinMs) first.begin();
      else first.giveUp();
    }
  };
  return {
    resolve: (name) =>
      new Promise<Address[]>((resolve, reject) => {
        const giveUp = (): void => reject(new Error('too many names are being looked up'));
        if (waiting.length >= MOST_WAITING) return giveUp();
        const begin = (): void => {
          atWork += 1;
          ports.resolver
            .resolve(name)
            .then(resolve, reject)
            .finally(() => {
              atWork -= 1;
              next();
            });
        };
        waiting.push({ begin, giveUp, since: ports.elapsed() });
        next();
      }),
  };
}
