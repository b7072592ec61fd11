import { effect } from '@preact/signals';
import { permission } from './notifications.ts';

/** Name of the lock that one tab of the browser holds while it reports events, also while it is hidden. */
const LOCK = 'agent-deploy-notifications';

let isWatching = false;
const begun = Promise.withResolvers<void>();

/** Returns whether this tab stays connected while it is hidden. */
export const staysConnected = (): boolean => isWatching;

/** Resolves once this tab stays connected while it is hidden. */
export const watchingBegan: Promise<void> = begun.promise;

/**
 * Makes one tab of the browser stay connected while it is hidden, if the user allowed notifications. Without a
 * connection, a hidden tab would receive no events to report. If this tab closes, another tab becomes the tab that
 * stays connected.
 */
export function startWatcher(): void {
  // Web Locks, like notifications, are available only in secure contexts.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  let isAsked = false;
  effect(() => {
    if (permission.value !== 'granted' || locks === undefined || isAsked) return;
    isAsked = true;
    void locks.request(LOCK, () => {
      isWatching = true;
      begun.resolve();
      // The tab holds the lock until it is closed.
      return new Promise<never>(() => undefined);
    });
  });
}
