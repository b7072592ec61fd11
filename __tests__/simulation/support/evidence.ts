import type { JournalEntry } from '../../../harness/admin-client.ts';
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
const isLost = ({ error }: CallRecord) => error?.kind === 'ambiguous' || error?.kind === 'aborted';

/** By the run's own calls. Pure. */
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

const isLog = ({ path }: JournalEntry) => /\/(build_|deploy_)?logs$/.test(path);
const isUnanswered = ({ status }: JournalEntry) =>
  status === null || status === 0 || status === 404 || status === 408 || status === 429 || status >= 500;
/** The service did not do it, and said so. */
const isPutOff = ({ status }: JournalEntry) => status === 429 || status === 503;

/** By the requests that the emulator saw of it; `cut`: answers to writes may have been cut short. Pure. */
export function evidenceOfJournal(entries: readonly JournalEntry[], cut: boolean): Evidence {
  const count = (method: string, path: RegExp) => {
    const tries = entries.filter((entry) => entry.method === method && path.test(entry.path));
    return tries.filter((entry, index) => !isPutOff(entry) || index === tries.length - 1).length;
  };
  const isWrite = ({ method, path }: JournalEntry) =>
    method === 'PATCH' || (method === 'POST' && path.endsWith('/deployments'));
  const isLost = ({ status }: JournalEntry) =>
    cut || status === null || status === 0 || (status >= 500 && status !== 501 && status !== 503);
  const lost = entries.findIndex((entry) => isWrite(entry) && isLost(entry));
  const last = entries.findLast((entry) => !isLog(entry));
  return {
    creates: count('POST', /\/v2\/deployments$/),
    patches: count('PATCH', /\/v2\/deployments\/[^/]+$/),
    wrote: entries.some((entry) => isWrite(entry) && (entry.status ?? 0) >= 200 && (entry.status ?? 0) < 300),
    unsure: lost !== -1,
    unsureCreate: entries.some((entry) => isWrite(entry) && entry.method === 'POST' && isLost(entry)),
    disturbed: lost !== -1 && entries.slice(lost + 1).some(isUnanswered),
    blind: last !== undefined && (isUnanswered(last) || last.status === 401 || last.status === 403),
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
