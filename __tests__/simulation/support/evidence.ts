import type { ControlPlane } from '../../../src/clients/control-plane.ts';

/** The facts about a run's requests that the check needs. */
export interface Evidence {
  /** Number of creates and patches, where a request that the service asked to repeat counts once. */
  creates: number;
  patches: number;
  /** True if a write was acknowledged. */
  wrote: boolean;
  /** True if the response to a write was lost or not awaited. */
  unsure: boolean;
  /** True if the response to a create was lost or not awaited. */
  unsureCreate: boolean;
  /** True if a later request had no response. */
  disturbed: boolean;
  /** True if the last request, apart from logs, had no response or was refused. */
  blind: boolean;
}

const isWrite = ({ method }: CallRecord) => method === 'createDeployment' || method === 'patchDeployment';
const isLost = ({ error }: CallRecord) => error?.kind === 'ambiguous' || error?.kind === 'other';

/** Computes the evidence from the run's calls. */
export function evidenceOfCalls(calls: readonly CallRecord[]): Evidence {
  const writes = calls.filter(isWrite);
  const lost = calls.findIndex((call) => isWrite(call) && isLost(call));
  const last = calls.findLast(({ method }) => method !== 'tailLog')?.error;
  return {
    creates: writes.filter(({ method }) => method === 'createDeployment').length,
    patches: writes.filter(({ method }) => method === 'patchDeployment').length,
    wrote: writes.some(({ error }) => error === undefined),
    unsure: lost !== -1,
    unsureCreate: writes.some((call) => call.method === 'createDeployment' && isLost(call)),
    disturbed: lost !== -1 && calls.slice(lost + 1).some(({ error }) => error !== undefined),
    blind: last !== undefined && !(last.kind === 'http' && [409, 422].includes(last.status ?? 0)),
  };
}

/** One call of a run's control plane client, and how the call ended. */
export interface CallRecord {
  method: keyof ControlPlane;
  /** Number of the call among the calls of its method, from 1. */
  nth: number;
  /** Time of the call's start, in virtual milliseconds. */
  startedAt: number;
  endedAt: number;
  /** Error of the call, or `undefined` if the call succeeded. */
  error: { kind: string; status: number | undefined } | undefined;
}
