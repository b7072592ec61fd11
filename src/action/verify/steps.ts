import { formatDuration } from '../rollout/timeline.ts';
import type { ValueRenderer } from './value-renderer.ts';

/** More lines than this tell nobody anything, and an agent in a loop has no end of them. */
const MOST_STEPS = 40;
/** Under this name the graph library says that it stops for a person. */
const INTERRUPT = '__interrupt__';

/** Says which nodes have made a step, as they come: names only, never what they made. */
export function createStepLog(say: (line: string) => void, sinceMs: () => number, shown: ValueRenderer) {
  let count = 0;
  return (nodes: readonly string[], of: readonly string[]): void => {
    count += 1;
    if (count > MOST_STEPS) {
      if (count === MOST_STEPS + 1) say('         … further steps are not shown');
      return;
    }
    // A sub-graph is named with the ID of its run behind.
    const path = of.map((part) => part.replace(/:.*$/, ''));
    const names = nodes
      .slice(0, 5)
      .map((name) => (name === INTERRUPT ? 'stops to be resumed' : shown.text(name)))
      .join(', ');
    say(
      `${formatDuration(sinceMs()).padStart(7)}  ${[...path.map((name) => shown.text(name)), names].join(' › ')}`,
    );
  };
}
