export {
  createDataPlane,
  type DataPlane,
  type DataPlaneOptions,
  DEFAULT_TIMING,
  type Timing,
} from './data-plane.ts';
export { createProcesses, type ProcessesOptions } from './process/processes.ts';
export { isDeadOwner, ownerToken } from './process/processes.ts';
