export { ConcurrencyGroups } from './concurrency.ts';
export { findWorkflowLeaks } from './leaks.ts';
export {
  tokenPermissions,
  type PermissionLevel,
  type PermissionName,
  type TokenPermissions,
} from './model/permissions.ts';
export { WorkflowError } from './model/read.ts';
export { formatRun } from './report.ts';
export { runWorkflow } from './run-workflow.ts';
export { withCallDefaults, withDefaults } from './with-defaults.ts';
export type {
  ActionSource,
  Conclusion,
  DeploymentEnvironment,
  JobRun,
  StandInCall,
  StandInResult,
  StepRun,
  WorkflowOptions,
  WorkflowRun,
} from './types.ts';
