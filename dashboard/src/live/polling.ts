import { useEffect } from 'preact/hooks';
import { connection } from './store.ts';

/** Interval in milliseconds between two loads of a list that the event stream does not contain. */
const INTERVAL_MS = 3_000;

/**
 * Calls `load` every three seconds while the component is mounted, the page is visible and the emulator is connected,
 * for lists that the event stream does not contain.
 */
export function usePolling(load: () => Promise<void>, dependencies: readonly unknown[] = []): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && connection.peek().kind === 'live') void load();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, dependencies);
}
