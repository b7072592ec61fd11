import { needImage } from './need-image.ts';
import type { Workload } from './workload.ts';

/** Takes every source and runs no code: a revision is built and deployed by being said to be (DESIGN §6). */
export function createStubWorkload(): Workload {
  const done = () => Promise.resolve();
  return {
    built: () => Promise.resolve(true),
    build: done,
    async launch({ revision }) {
      needImage(revision);
      return undefined;
    },
    discard: done,
    stored: () => Promise.resolve([]),
    settle: done,
    close: done,
  };
}
