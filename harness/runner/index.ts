export { findLeaks, searchText, type Leak } from './leaks.ts';
export { runAction } from './run-action.ts';
export type { ActionRun, Annotation, LogLine, Outcome, Phase, PhaseRun, RunActionOptions } from './types.ts';
