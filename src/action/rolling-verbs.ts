// The verbs that wait for a revision, and the one that looks at them, stand on the same modules: in one part of the bundle,
// which then holds those once.
export { deploy } from './deploy/deploy.ts';
export { preview } from './preview/preview.ts';
export { rollback } from './rollback/rollback.ts';
export { status } from './watch.ts';
export { wait } from './watch.ts';
