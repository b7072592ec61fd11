import { type BarKind, barKind } from './timeline.ts';

/**
 * Kinds of bars, keyed by status: of runs, threads and sandboxes, and successful final statuses of deployments and
 * revisions.
 */
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

/**
 * Returns the kind of a status. The kind determines color and symbol. Accepts statuses of deployments, revisions,
 * runs, threads and sandboxes.
 */
export const statusKind = (status: string): BarKind => KINDS[status] ?? barKind(status);
