export { createProcesses, type ProcessesOptions } from './process/processes.ts';
export { ownerToken, sweepProcesses } from './process/sweep.ts';
