import { type BarKind, barKind } from './timeline.ts';

/** Of runs, threads and sandboxes, whose words are small; and where all is well. */
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

/** How a status is drawn: of deployments, revisions, runs, threads and sandboxes. */
export const statusKind = (status: string): BarKind => KINDS[status] ?? barKind(status);
