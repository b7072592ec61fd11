import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { errorText } from '../live/api.ts';
import { connection } from '../live/store.ts';

/**
 * A loaded value, which is loaded again when its dependencies change. Until a new value arrives, the old value remains.
 */
export interface Loaded<T> {
  value: Signal<T | null>;
  problem: Signal<string>;
  reload: () => Promise<void>;
}

/** Loads a value for a component. If a newer request was sent, the response to an older request is discarded. */
export function useLoaded<T>(readValue: () => Promise<T>, dependencies: readonly unknown[]): Loaded<T> {
  const value = useSignal<T | null>(null);
  const problem = useSignal('');
  const round = useSignal(0);
  const reload = async () => {
    const own = round.peek() + 1;
    round.value = own;
    try {
      const next = await readValue();
      if (round.peek() === own) {
        value.value = next;
        problem.value = '';
      }
    } catch (error) {
      if (round.peek() === own) problem.value = errorText(error);
    }
  };
  useEffect(() => {
    void reload();
  }, dependencies);
  return { value, problem, reload };
}

/**
 * Loads a list when the component is mounted, after a reset, and after a reconnect. Returns a signal with the error
 * message of the last request.
 */
export function useList(
  loaded: ReadonlySignal<boolean> | { value: boolean },
  load: () => Promise<void>,
): Signal<string> {
  const problem = useSignal('');
  const isLoaded = loaded.value;
  const isLive = connection.value.kind === 'live';
  useEffect(() => {
    if (isLoaded) return;
    load().then(
      () => (problem.value = ''),
      (error: unknown) => (problem.value = errorText(error)),
    );
  }, [isLoaded, isLive]);
  return problem;
}
