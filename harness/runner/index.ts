export { loadManifest } from './action/manifest.ts';
export { findLeaks, searchText, type Leak } from './leaks/find.ts';
export type { MaskViolation } from './masks/violations.ts';
export { runAction } from './run-action.ts';
export type {
  ActionRun,
  Annotation,
  CancelPauses,
  LogLine,
  Outcome,
  Phase,
  PhaseRun,
  RunActionOptions,
} from './types.ts';
