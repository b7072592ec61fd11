import { type BarKind, barKind } from './timeline.ts';

/** Bar kinds of run, thread and sandbox statuses, and of the final good statuses of deployments and revisions. */
const KINDS: Readonly<Record<string, BarKind>> = {
  DEPLOYED: 'serving',
  READY: 'serving',
  ready: 'serving',
  success: 'serving',
  pending: 'waiting',
  interrupted: 'waiting',
  idle: 'ended',
  stopped: 'ended',
  deleted: 'ended',
  error: 'failed',
  timeout: 'failed',
  failed: 'failed',
};

/** Returns the color and symbol for the status of a deployment, revision, run, thread or sandbox. */
export const statusKind = (status: string): BarKind => KINDS[status] ?? barKind(status);
