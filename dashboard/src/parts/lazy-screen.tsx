import { useComputed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { errorText } from '../live/api.ts';
import type * as LazyScreens from '../screens/lazy-screens.ts';
import { Problem } from './basics.tsx';

type Screens = typeof LazyScreens;

const screens = signal<Screens | null>(null);
const problem = signal('');

async function load(): Promise<void> {
  try {
    screens.value = await import('../screens/lazy-screens.ts');
    problem.value = '';
  } catch (error) {
    problem.value = `The screen could not be loaded: ${errorText(error)}`;
  }
}

/**
 * Shows a screen of the second bundle. The bundle is loaded on first use. `render` receives all screens of the
 * bundle.
 */
export function LazyScreen({ render }: { render: (loaded: Screens) => JSX.Element }): JSX.Element {
  const loaded = useComputed(() => screens.value);
  useEffect(() => {
    if (screens.peek() === null) void load();
  }, []);
  if (problem.value !== '') return <Problem text={problem.value} />;
  return loaded.value === null ? <p role="status">Loading…</p> : render(loaded.value);
}
