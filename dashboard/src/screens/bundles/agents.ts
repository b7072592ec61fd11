// Screens about runs and threads, in one script, because separate small scripts would compress worse.
export { default as Playground } from '../playground.tsx';
export { default as Run } from '../run.tsx';
export { default as Runs } from '../runs.tsx';
export { default as Thread } from '../thread.tsx';
export { default as Threads } from '../threads.tsx';
