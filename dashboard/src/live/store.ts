import { batch, computed, type Signal, signal } from '@preact/signals';
import type { DeploymentList, DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import type { DashboardEvent, EventPage } from '../../../src/contract/dashboard/events.ts';
import type { ActiveFaultRules } from '../../../src/contract/dashboard/faults.ts';
import type { DashboardLogLine } from '../../../src/contract/dashboard/logs.ts';
import type { RequestPage, RequestSummary } from '../../../src/contract/dashboard/requests.ts';
import type { AuditLine, AuditPage } from '../../../src/contract/dashboard/sandboxes.ts';
import type { DashboardInfo } from '../../../src/contract/dashboard/session.ts';
import type { StreamFrame } from '../../../src/contract/dashboard/stream.ts';
import type { RunChanges } from '../logic/loaded-runs.ts';
import { createRows, type Numbered, type Rows } from '../logic/rows.ts';
import { read } from './api.ts';

/** Maximum number of rows of a list, equal to the emulator's maximum. */
const KEPT = 10_000;
/** Maximum number of rows of a list that no screen has shown yet, and that the palette searches. */
const KEPT_UNSEEN = 2_000;

/** Rows of a list that the stream keeps current. `version` increases with each change. */
export interface LiveRows<T extends Numbered> {
  rows: Rows<T>;
  version: { readonly value: number };
  changed(): void;
  /** True after the newest page has been read. */
  loaded: Signal<boolean>;
}

function liveRows<T extends Numbered>(): LiveRows<T> {
  const version = signal(0);
  return {
    rows: createRows<T>(KEPT),
    version,
    changed() {
      version.value += 1;
    },
    loaded: signal(false),
  };
}

export const info = signal<DashboardInfo | null>(null);
export const deployments = signal<readonly DeploymentSummary[] | null>(null);
export const faults = signal<ActiveFaultRules | null>(null);
export const requests = liveRows<RequestSummary>();
export const events = liveRows<DashboardEvent>();
export const audit = liveRows<AuditLine>();

/**
 * State of the connection to the emulator. `since` is the browser's time in epoch milliseconds, because the service's
 * time is unknown during a disconnection.
 */
export type Connection =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'lost'; since: number; attempt: number };
export const connection = signal<Connection>({ kind: 'connecting' });

/** The service's time in the last message, and the browser's monotonic clock at its arrival, in milliseconds. */
const serviceTime = signal({ now: 0, at: 0 });
const ticks = signal(0);

/**
 * The service's current time in milliseconds. The time stops while the page is disconnected and, in virtual time,
 * between two messages.
 */
export const now = computed(() => {
  const { now: at, at: since } = serviceTime.value;
  const runs = info.value?.clock === 'real' && connection.value.kind === 'live';
  return runs && ticks.value >= 0 ? at + Math.max(performance.now() - since, 0) : at;
});

export const clockSkewMs = signal(0);
/** Milliseconds by which the user has moved the real clock forward. */
export const clockMovedMs = signal(0);

/** Updates the displayed time each second while the page is visible. */
export function startTicking(): void {
  setInterval(() => {
    if (!document.hidden && connection.peek().kind === 'live') ticks.value += 1;
  }, 1_000);
}

function setTime(nowMs: number): void {
  serviceTime.value = { now: nowMs, at: performance.now() };
}

/** Functions that receive new log lines from the stream. */
export const logListeners = new Set<(lines: readonly DashboardLogLine[]) => void>();

/**
 * Functions that receive changed and removed runs from the stream. If `reload` is true, the function must read its
 * list again.
 */
export const runListeners = new Set<(changes: RunChanges, reload: boolean) => void>();

/** Applies one frame of the stream to the signals of this module. A frame without changes causes no rendering. */
export function applyFrame(frame: StreamFrame): void {
  batch(() => {
    switch (frame.kind) {
      case 'hello':
        setTime(frame.now_ms);
        connection.value = { kind: 'live' };
        break;
      case 'requests':
        append(requests, frame.rows);
        break;
      case 'events':
        append(events, frame.rows);
        break;
      case 'audit':
        append(audit, frame.rows);
        break;
      case 'log':
        for (const listener of logListeners) listener(frame.lines);
        break;
      case 'runs':
        for (const listener of runListeners) {
          listener(
            { changed: frame.runs, removed: frame.removed, removedThreads: frame.removed_threads },
            frame.reload,
          );
        }
        break;
      case 'deployments':
        deployments.value = merged(deployments.peek() ?? [], frame.deployments, frame.removed);
        break;
      case 'faults':
        faults.value = frame.faults;
        break;
      case 'beat':
        setTime(frame.now_ms);
        clockSkewMs.value = frame.skew_ms;
        clockMovedMs.value = frame.moved_ms;
        break;
      case 'end':
        break;
      default:
        // A newer emulator might send unknown kinds of frames.
        break;
    }
  });
}

function append<T extends Numbered>(live: LiveRows<T>, rows: readonly T[]): void {
  if (live.rows.append(rows) === 0) return;
  if (!live.loaded.peek()) live.rows.keepNewest(KEPT_UNSEEN);
  live.changed();
}

function merged(
  before: readonly DeploymentSummary[],
  changed: readonly DeploymentSummary[],
  removed: readonly string[],
): DeploymentSummary[] {
  const next = new Map(before.map((one) => [one.id, one]));
  for (const one of changed) next.set(one.id, one);
  for (const id of removed) next.delete(id);
  return [...next.values()];
}

/**
 * Reloads all data at startup and if the stream cannot resume. Waits only for the data of the first screen; each list
 * is loaded when a screen shows it.
 */
export async function reload(): Promise<void> {
  const list = await read<DeploymentList>('/deployments');
  readings += 1;
  batch(() => {
    deployments.value = list.deployments;
    setTime(list.now_ms);
    for (const live of [requests, events, audit]) {
      live.rows.clear();
      live.loaded.value = false;
      live.changed();
    }
    faults.value = null;
  });
  // The details of the emulator are read last, because the home screen shows only the deployments.
  info.value = await read<DashboardInfo>('/info');
}

/** Loads the newest requests once. The stream delivers later requests. */
export const loadRequests = (): Promise<void> =>
  load(requests, async () => (await read<RequestPage>('/requests', { limit: KEPT })).requests);

export const loadEvents = (): Promise<void> =>
  load(events, async () => (await read<EventPage>('/events', { limit: KEPT })).events);

export const loadAudit = (): Promise<void> =>
  load(audit, async () => (await read<AuditPage>('/audit', { limit: KEPT })).lines);

/** Number of full reloads since the page was opened. */
let readings = 0;

async function load<T extends Numbered>(live: LiveRows<T>, readPage: () => Promise<T[]>): Promise<void> {
  for (;;) {
    const reading = readings;
    const newestFirst = await readPage();
    // If the data was reloaded while the rows were being read, the rows might belong to an earlier state or process.
    if (reading !== readings) continue;
    fill(live, newestFirst);
    return;
  }
}

export async function loadFaults(): Promise<void> {
  faults.value = await read<ActiveFaultRules>('/faults');
}

/**
 * Replaces the rows of a list with a page of rows, newest first. Newer rows that the stream has already delivered are
 * not removed.
 */
function fill<T extends Numbered>(live: LiveRows<T>, newestFirst: readonly T[]): void {
  const oldestFirst = newestFirst.toReversed();
  const streamed = live.rows.slice(0);
  live.rows.clear();
  live.rows.append(oldestFirst);
  live.rows.append(streamed);
  live.loaded.value = true;
  live.changed();
}

/** Returns the deployment with this ID, or `undefined` if it does not exist. */
export const deploymentById = (id: string): DeploymentSummary | undefined =>
  deployments.value?.find((one) => one.id === id);

/**
 * Removes a deployment that this tab has deleted, so that no screen requests the deployment before the live stream
 * removes it.
 */
export function removeDeployment(id: string): void {
  deployments.value = deployments.peek()?.filter((one) => one.id !== id) ?? null;
}

/** Returns the name of a deployment, or its ID if the deployment no longer exists. */
export const deploymentName = (id: string): string => deploymentById(id)?.name ?? id;

/** Returns the URL of the control plane for commands to copy. */
export const originOfApi = (): string => info.value?.origin ?? location.origin;

/**
 * Returns the URL of an agent for commands to copy. Without a deployment, the URL contains a placeholder for the
 * deployment's ID.
 */
export const agentUrl = (deployment: Pick<DeploymentSummary, 'id' | 'url'> | undefined): string =>
  deployment?.url ?? `${originOfApi()}/d/${deployment?.id ?? 'DEPLOYMENT_ID'}`;
