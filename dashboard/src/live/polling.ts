import { useEffect } from 'preact/hooks';
import { connection } from './store.ts';

/** Interval at which a list that the stream does not carry is loaded again, in milliseconds. */
const INTERVAL_MS = 3_000;

/**
 * Calls `load` every three seconds while the component is mounted, the page is visible and the emulator is connected.
 * For lists that the stream does not carry.
 */
export function usePolling(load: () => Promise<void>, dependencies: readonly unknown[] = []): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && connection.peek().kind === 'live') void load();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, dependencies);
}
