/** An answer whose head may have to go out alone. */
export interface Flushable {
  flushHead(): void;
}

let waiting: Flushable[] = [];

/**
 * Has a head flushed when what can be read now was read: once for all answers, since a callback for each costs more
 * than the flush.
 */
export function flushSoon(answer: Flushable): void {
  if (waiting.push(answer) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const all = waiting;
  waiting = [];
  for (const answer of all) answer.flushHead();
}
