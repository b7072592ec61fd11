import type { ControlPlane } from '../../../src/clients/control-plane.ts';

/** What the judge must know of a run's requests. */
export interface Evidence {
  /** Creates and patches; a request that the service asked to repeat counts once. */
  creates: number;
  patches: number;
  /** One of them was answered as done. */
  wrote: boolean;
  /** The answer to one of them was lost, or not waited for. */
  unsure: boolean;
  /** The one to a create. */
  unsureCreate: boolean;
  /** After that, something it asked was not answered. */
  disturbed: boolean;
  /** The last thing it asked, logs aside, was not answered, or refused. */
  blind: boolean;
}

const isWrite = ({ method }: CallRecord) => method === 'createDeployment' || method === 'patchDeployment';
const isLost = ({ error }: CallRecord) => error?.kind === 'ambiguous' || error?.kind === 'other';

/** By the run's own calls. */
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

/** One call of a run's control plane client, and how it ended. */
export interface CallRecord {
  method: keyof ControlPlane;
  /** The so-many-th of its method, from 1. */
  nth: number;
  /** Virtual time. */
  startedAt: number;
  endedAt: number;
  /** Undefined: it answered. */
  error: { kind: string; status: number | undefined } | undefined;
}
