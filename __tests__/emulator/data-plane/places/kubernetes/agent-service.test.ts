import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AgentServices,
  createAgentServices,
} from '../../../../../src/emulator/data-plane/places/kubernetes/agent-service.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { Outcome } from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type { Service } from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  LABELS,
  labelsOf,
  serviceName,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import type { DeploymentRow, RevisionRow } from '../../../../../src/emulator/ports/store.ts';
import { deploymentRow, revisionRow } from '../../../store/samples.ts';

const { signal } = new AbortController();
const DEPLOYMENT = '11111111-1111-4111-8111-111111111111';
const problem = (kind: 'conflict' | 'exists', message = kind): Outcome<never> => ({
  ok: false,
  problem: { kind, message, hint: '' },
});

/** Creates a cluster with the Service of one deployment, and a store with its revisions. */
function world() {
  let deployment: DeploymentRow = {
    ...deploymentRow('workspace', { id: DEPLOYMENT, status: 'READY' }),
    activeRevisionId: null,
  };
  const revisions = new Map<string, RevisionRow>();
  let service: Service | undefined;
  let version = 0;
  /** Called between a read of the Service and the write. */
  let between: (() => void) | undefined;

  const put = (
    selector: Record<string, string>,
    labels = labelsOf({ plane: 'plane', deploymentId: DEPLOYMENT }, 'agent'),
  ) => {
    version += 1;
    const name = serviceName(DEPLOYMENT);
    const metadata = { name, uid: 'uid', resourceVersion: String(version), labels };
    service = { metadata, spec: { selector } };
    return service;
  };
  const client = {
    get: () =>
      Promise.resolve(
        service === undefined
          ? { ok: false, problem: { kind: 'not-found', missing: 'object', message: '', hint: '' } }
          : { ok: true, value: service },
      ),
    apply(
      _: unknown,
      __: string,
      object: { metadata: { resourceVersion?: string }; spec: { selector: Record<string, string> } },
    ) {
      const { resourceVersion } = object.metadata;
      if (resourceVersion !== undefined && resourceVersion !== String(version))
        return Promise.resolve(problem('conflict'));
      return Promise.resolve({ ok: true, value: put(object.spec.selector) });
    },
  } as unknown as ClusterClient;
  const store = {
    deployments: { findById: () => Promise.resolve(deployment) },
    revisions: {
      get: (_: string, id: string) => {
        between?.();
        between = undefined;
        return Promise.resolve(revisions.get(id));
      },
      unfinishedOf: () =>
        Promise.resolve([...revisions.values()].filter(({ status }) => !/^DEPLOYED$|FAILED/.test(status))),
    },
  };
  const cluster = {
    client,
    plane: 'plane',
    namespace: 'agents',
    podSecurity: () => Promise.resolve({ ok: true, value: undefined } as const),
    allows: () => true,
    traffic: 'proxy',
  } as const;
  return {
    services: createAgentServices(cluster, store as unknown as Parameters<typeof createAgentServices>[1]),
    revision(id: string, status: string): RevisionRow {
      const row = { ...revisions.get(id), ...revisionRow(DEPLOYMENT, { id, status }), settings: null };
      revisions.set(id, row as RevisionRow);
      return row as RevisionRow;
    },
    activate(id: string) {
      deployment = { ...deployment, activeRevisionId: id };
    },
    deployment: () => deployment,
    selected: () => service?.spec.selector?.[LABELS.revision],
    select: (id: string) => void put({ [LABELS.revision]: id }),
    belongsTo: (labels: Record<string, string>) => void put({ [LABELS.revision]: 'theirs' }, labels),
    meanwhile(change: () => void) {
      between = change;
    },
  };
}

describe('the Kubernetes Service of a deployment', () => {
  let at: ReturnType<typeof world>;
  let services: AgentServices;
  beforeEach(() => {
    at = world();
    ({ services } = at);
  });
  const identityOf = (id: string) => services.identityOf(at.deployment(), at.revision(id, 'DEPLOYING'));

  test('is created once, and forwards no requests until a revision is selected', async () => {
    const identity = identityOf('one');
    expect(await services.ensure(identity, signal)).toMatchObject({ ok: true });
    expect(at.selected()).toBe('none');
    at.select('one');
    expect(await services.ensure(identity, signal)).toMatchObject({ ok: true, value: { uid: 'uid' } });
    expect(at.selected()).toBe('one');
  });

  test('selects a revision in progress, but not a revision that has since ended', async () => {
    await services.ensure(identityOf('one'), signal);
    expect(await services.select(identityOf('one'), signal)).toEqual({ ok: true, value: true });
    const identity = identityOf('two');
    at.revision('two', 'DEPLOY_FAILED');
    expect(await services.select(identity, signal)).toEqual({ ok: true, value: false });
    expect(at.selected()).toBe('one');
  });

  test('selects the active revision again after another revision failed', async () => {
    at.revision('one', 'DEPLOYED');
    at.activate('one');
    at.revision('two', 'DEPLOY_FAILED');
    at.select('two');
    expect(await services.settle(at.deployment(), 'agents', signal)).toEqual({ ok: true, value: true });
    expect(at.selected()).toBe('one');
  });

  test('keeps a selected revision that is still in progress', async () => {
    at.revision('one', 'DEPLOYED');
    at.activate('one');
    at.revision('two', 'DEPLOYING');
    at.select('two');
    await services.settle(at.deployment(), 'agents', signal);
    expect(at.selected()).toBe('two');
  });

  test('forwards no requests in a namespace that the active revision no longer uses', async () => {
    at.revision('one', 'DEPLOYED');
    at.activate('one');
    at.select('one');
    await services.settle(at.deployment(), 'another', signal);
    expect(at.selected()).toBe('none');
  });

  test('does not undo a switch that another replica made in the meantime', async () => {
    at.revision('one', 'DEPLOYED');
    at.activate('one');
    at.select('one-that-is-gone');
    // Another replica finishes the next revision between the read and the write.
    at.meanwhile(() => {
      at.revision('two', 'DEPLOYED');
      at.activate('two');
      at.select('two');
    });
    await services.settle(at.deployment(), 'agents', signal);
    expect(at.selected()).toBe('two');
  });

  test('is not created when an interrupted switch is completed, but is reported as missing', async () => {
    at.revision('one', 'DEPLOYED');
    at.activate('one');
    expect(await services.settle(at.deployment(), 'agents', signal)).toEqual({ ok: true, value: false });
    expect(at.selected()).toBeUndefined();
  });

  // docs/kubernetes.md#names-of-others
  // docs/security/emulator.md#cluster-planes
  test.each([
    ['another control plane', { plane: 'plane-b', deploymentId: DEPLOYMENT }, '--plane-id plane-b'],
    ['another deployment', { plane: 'plane', deploymentId: 'other' }, '--plane-id plane'],
  ])('stays unchanged and is reported if it belongs to %s', async (_, of, advice) => {
    at.belongsTo(labelsOf(of, 'agent'));
    const identity = identityOf('one');
    for (const outcome of [
      await services.ensure(identity, signal),
      await services.select(identity, signal),
    ]) {
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'refused', message: expect.any(String) } });
      expect(JSON.stringify(outcome)).toContain(advice);
    }
    expect(await services.settle(at.deployment(), 'agents', signal)).toEqual({ ok: true, value: false });
    expect(at.selected()).toBe('theirs');
  });

  test('stays unchanged if no control plane created it', async () => {
    at.belongsTo({});
    expect(await services.ensure(identityOf('one'), signal)).toMatchObject({
      problem: { hint: 'Delete the Service, or deploy into another namespace.' },
    });
    expect(at.selected()).toBe('theirs');
  });
});
