// Screens that few users open first. They form a separate bundle that is loaded on first use.
export { Clock } from './clock.tsx';
export { Faults } from './faults.tsx';
export { Graph } from './graph.tsx';
export { Playground } from './playground.tsx';
export { Previews } from './previews.tsx';
export { Pushes } from './pushes.tsx';
export { Sandboxes } from './sandboxes.tsx';
export { Snapshot } from './snapshot.tsx';
export { Thread } from './thread.tsx';
export { FeedbackOfRun, Threads } from './threads.tsx';
