import { describe, expect, test } from '@jest/globals';
import {
  EXTRA_RULES,
  missingRule,
  planeRole,
  RULES,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';

const permits = (resource: string): string[] =>
  RULES.filter(({ resources }) => resources?.includes(resource)).flatMap(({ verbs }) => verbs);

describe('the permissions of a control plane in Kubernetes', () => {
  test('never allow reading or changing a Secret', () => {
    expect(permits('secrets')).toEqual(['create', 'delete']);
  });

  test('contain no wildcards and no access to roles or to commands in pods', () => {
    const rules = [...RULES, ...Object.values(EXTRA_RULES)];
    for (const { apiGroups, resources, verbs } of rules) {
      expect([...(apiGroups ?? []), ...(resources ?? []), ...verbs]).not.toContain('*');
      expect(apiGroups).not.toContain('rbac.authorization.k8s.io');
    }
    expect(rules.flatMap(({ resources }) => resources ?? [])).not.toContain('pods/exec');
  });

  test('consist of a Role in one namespace and the required cluster-wide permissions', () => {
    expect(planeRole('prod').rules).toEqual(RULES);
    const role = planeRole('prod', ['finalizers']);
    expect(role).toMatchObject({ kind: 'Role', metadata: { name: 'agent-deploy', namespace: 'prod' } });
    expect(role.rules).toEqual([...RULES, EXTRA_RULES.finalizers]);
  });

  test('appear as a line to add in the error about a missing permission', () => {
    expect(missingRule('apps', 'deployments', 'patch')).toBe(
      '- {apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list", "watch", "create", "patch", "delete"]}',
    );
    expect(missingRule('', 'pods/log', 'get')).toBe(
      '- {apiGroups: [""], resources: ["pods/log"], verbs: ["get"]}',
    );
    expect(missingRule('', 'secrets', 'get')).toBeUndefined();
  });
});
