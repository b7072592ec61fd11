import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createListeners } from '../../../../../src/clients/listeners.ts';
import { REVISION_STATUSES } from '../../../../../src/contract/statuses.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import { labelsOf } from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import {
  statusEvent,
  statusPatch,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/status-report.ts';
import {
  createStatusReporter,
  type StatusReporterOptions,
} from '../../../../../src/emulator/data-plane/places/kubernetes/status-reporter.ts';
import type { StoreChange } from '../../../../../src/emulator/ports/store-changes.ts';
import { deploymentRow, revisionRow } from '../../../store/samples.ts';

const DEPLOYMENT = '11111111-1111-4111-8111-111111111111';
const identity = {
  plane: 'plane',
  namespace: 'agents',
  deploymentId: DEPLOYMENT,
  name: 'shop',
  revisionId: 'revision-1',
};
const CREATED: object = { ok: true, value: {} };
const refused = { ok: false, problem: { kind: 'forbidden', message: 'not allowed', hint: 'Add a rule.' } };

/** Creates a reporter on a cluster that records what is sent. `owner` is the control plane of the Service. */
function world({ owner = 'plane', newest = 'revision-1', creates = CREATED } = {}) {
  const sent: { kind: string; body: Record<string, unknown> }[] = [];
  const lines: string[] = [];
  const changes = createListeners<[StoreChange]>();
  const metadata = {
    name: 'service',
    uid: 'uid-1',
    labels: labelsOf({ ...identity, plane: owner }, 'agent'),
  };
  const record = (kind: string, body: unknown) => sent.push({ kind, body: body as Record<string, unknown> });
  const client = {
    get: () => Promise.resolve({ ok: true, value: { metadata } }),
    mergePatch(_: unknown, __: unknown, patch: object) {
      record('patch', patch);
      return Promise.resolve({ ok: true, value: { metadata } });
    },
    create(_: unknown, __: string, event: object) {
      record('event', event);
      return Promise.resolve(creates);
    },
  } as unknown as ClusterClient;
  const row = (id: string) =>
    revisionRow(DEPLOYMENT, { id, status: 'BUILD_FAILED', statusMessage: 'no index' });
  const store = {
    deployments: { findById: () => Promise.resolve(deploymentRow('workspace', { id: DEPLOYMENT })) },
    revisions: {
      get: (_: string, id: string) => Promise.resolve(row(id)),
      list: () => Promise.resolve([row(newest)]),
    },
  } as unknown as StatusReporterOptions['store'];
  const reporter = createStatusReporter({
    cluster: {
      client,
      plane: 'plane',
      namespace: 'agents',
      podSecurity: () => Promise.resolve({ ok: true, value: undefined } as const),
      allows: (namespace) => namespace === 'agents',
      traffic: 'direct',
    },
    services: { identityOf: () => identity },
    store,
    clock: { now: () => Date.parse('2026-01-02T03:04:05.678Z') },
    onStoreChange: changes.add,
    log: (line) => lines.push(line),
  });
  return {
    sent,
    lines,
    /** Reports statuses of the revision in this order, and waits until the last one is handled. */
    async report(...statuses: string[]) {
      for (const status of statuses) {
        changes.notify({
          kind: 'revision',
          deployment_id: DEPLOYMENT,
          deployment: 'shop',
          revision_id: 'revision-1',
          status,
          was: null,
        });
      }
      await new Promise((resolve) => setImmediate(resolve));
      await reporter.close();
    },
  };
}

describe('the statuses of revisions in the cluster', () => {
  // docs/kubernetes/monitoring.md#events
  test("are an Event with the reason of a failure, and the status of the deployment's newest revision", async () => {
    const { sent, lines, report } = world();
    await report('BUILD_FAILED');
    expect(sent).toMatchObject([
      {
        kind: 'patch',
        body: {
          metadata: {
            labels: { 'agent-deploy/status': 'BUILD_FAILED' },
            annotations: {
              'agent-deploy/newest-revision': 'revision-1',
              'agent-deploy/status-message': 'no index',
              'agent-deploy/status-since': '2026-01-02T03:04:05.678Z',
            },
          },
        },
      },
      {
        kind: 'event',
        body: {
          type: 'Warning',
          reason: 'BuildFailed',
          message: 'Revision revision-1 of shop could not be built: no index',
          involvedObject: { kind: 'Service', uid: 'uid-1', namespace: 'agents' },
          firstTimestamp: '2026-01-02T03:04:05Z',
        },
      },
    ]);
    expect(lines).toEqual([]);
  });

  test('show only the newest revision on the Service, and no message of another status', async () => {
    const { sent, report } = world({ newest: 'revision-2' });
    await report('DEPLOYED');
    expect(sent).toMatchObject([
      { kind: 'event', body: { message: 'Revision revision-1 of shop serves the deployment.' } },
    ]);
  });

  test('show the current status on the Service if another replica has reported a later status first', async () => {
    const { sent, report } = world();
    await report('BUILDING');
    expect(sent).toMatchObject([
      {
        kind: 'patch',
        body: {
          metadata: {
            labels: { 'agent-deploy/status': 'BUILD_FAILED' },
            annotations: { 'agent-deploy/status-message': 'no index' },
          },
        },
      },
      { kind: 'event', body: { message: 'Revision revision-1 of shop is being built.' } },
    ]);
  });

  test('are not written to a Service of another control plane', async () => {
    const { sent, report } = world({ owner: 'another' });
    await report('DEPLOYED');
    expect(sent).toEqual([]);
  });

  test('that cannot be written are logged once, and do not stop later reports', async () => {
    const { sent, lines, report } = world({ creates: refused });
    await report('BUILDING', 'DEPLOYING', 'DEPLOYED');
    expect(sent.filter(({ kind }) => kind === 'event')).not.toEqual([]);
    expect(lines).toEqual([
      'the status of a revision could not be written to the cluster: not allowed. Add a rule.',
    ]);
  });

  test('have a short message on one line, and a valid label, for every status and message', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...REVISION_STATUSES), fc.string()),
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        (status, message) => {
          const report = { status, message, at: '2026-01-02T03:04:05.678Z' };
          const text = statusEvent(identity, 'uid', report, 'a')?.message ?? '';
          expect([...text].length).toBeLessThanOrEqual(1_000);
          expect(text).not.toMatch(/[\r\n\u2028\u2029]/);
          const label = statusPatch(identity, report)?.metadata.labels['agent-deploy/status'] ?? 'READY';
          expect(label).toMatch(/^[A-Z_]{1,63}$/);
        },
      ),
    );
  });
});
