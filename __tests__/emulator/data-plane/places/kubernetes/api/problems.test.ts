import { describe, expect, test } from '@jest/globals';
import { problemOfStatus } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import { status } from './support.ts';

const deployments = { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'agents', name: 'a' };
const secrets = { verb: 'create', group: '', resource: 'secrets', namespace: 'agents', name: 's' };
const plain = { redact: (text: string) => text };

/** The responses in these tests are recorded from Kubernetes 1.36.3. */
describe('the problem that describes a refusal of the cluster', () => {
  test('states the verb, resource, namespace and the rule to add if a permission is missing', () => {
    const words =
      'deployments.apps "a" is forbidden: User "plane" cannot patch resource "deployments" in API group "apps" in the namespace "agents"';
    const problem = problemOfStatus(403, status(403, 'Forbidden', words), deployments, plain);
    expect(problem).toMatchObject({
      kind: 'forbidden',
      right: { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'agents' },
    });
    expect(problem.message).toBe(
      `The cluster did not patch deployments.apps "a" in the namespace agents: ${words}`,
    );
    expect(problem.hint).toContain('the Role of plane in the namespace agents');
    expect(problem.hint).toContain('- {apiGroups: ["apps"], resources: ["deployments"], verbs: ["patch"]}');
  });

  test('states the permission that the cluster reports if it differs from the requested permission', () => {
    const words =
      'deployments.apps is forbidden: User "plane" cannot create resource "deployments" in API group "apps" in the namespace "agents"';
    const problem = problemOfStatus(403, status(403, 'Forbidden', words), deployments, plain);
    expect(problem).toMatchObject({ kind: 'forbidden', right: { verb: 'create' } });
  });

  test('can state a permission on a part of a resource, or on the whole cluster', () => {
    const log =
      'pods "p" is forbidden: User "plane" cannot get resource "pods/log" in API group "" in the namespace "agents"';
    const target = { verb: 'get', group: '', resource: 'pods/log', namespace: 'agents', name: 'p' };
    expect(problemOfStatus(403, status(403, 'Forbidden', log), target, plain)).toMatchObject({
      right: { resource: 'pods/log' },
    });
    const nodes =
      'nodes is forbidden: User "plane" cannot list resource "nodes" in API group "" at the cluster scope';
    const problem = problemOfStatus(403, status(403, 'Forbidden', nodes), target, plain);
    expect(problem).toMatchObject({ right: { resource: 'nodes', namespace: undefined } });
    expect(problem.hint).toContain('ClusterRole');
  });

  test('distinguishes a request without credentials from a missing permission', () => {
    const words =
      'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" in the namespace "agents"';
    const { hint } = problemOfStatus(403, status(403, 'Forbidden', words), secrets, plain);
    expect(hint).toContain('had no credentials');
  });

  test.each([
    [
      'a quota',
      403,
      'configmaps "c" is forbidden: exceeded quota: q, requested: count/configmaps=1',
      'quota',
    ],
    [
      'a quota for amounts that the pod does not set',
      403,
      'pods "p" is forbidden: failed quota: q: must specify requests.memory for: agent',
      'resource_spec',
    ],
    ['a webhook', 400, 'admission webhook "policy.example.org" denied the request: no', 'policy'],
    [
      'an admission policy',
      422,
      `deployments.apps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      'policy',
    ],
  ])('is not a missing permission for %s', (_name, code, words, hint) => {
    const problem = problemOfStatus(code, status(code, 'Forbidden', words), deployments, plain);
    expect(problem.kind).toBe('refused');
    expect(problem.message).toContain(words);
    expect(problem.hint).toContain(hint);
  });

  test('states the namespace that is being deleted', () => {
    const words =
      'secrets "s" is forbidden: unable to create new content in namespace agents because it is being terminated';
    const causes = [{ reason: 'NamespaceTerminating', message: 'namespace agents is being terminated' }];
    const problem = problemOfStatus(403, status(403, 'Forbidden', words, { causes }), secrets, plain);
    expect(problem).toMatchObject({ kind: 'refused', hint: expect.stringContaining('being deleted') });
  });

  test('distinguishes a missing object, a missing namespace and an unknown resource', () => {
    const missing = (body: unknown) => problemOfStatus(404, body, deployments, plain);
    const object = { name: 'a', group: 'apps', kind: 'deployments' };
    expect(missing(status(404, 'NotFound', 'deployments.apps "a" not found', object))).toMatchObject({
      kind: 'not-found',
      missing: 'object',
    });
    const namespace = { name: 'agents', kind: 'namespaces' };
    expect(missing(status(404, 'NotFound', 'namespaces "agents" not found', namespace))).toMatchObject({
      missing: 'namespace',
      hint: 'Create the namespace agents, or correct its name.',
    });
    // The response is plain text instead of an object of the API.
    expect(missing(undefined)).toMatchObject({
      missing: 'resource',
      hint: expect.stringContaining('does not serve deployments.apps'),
    });
  });

  test('is temporary if a node does not know a pod yet', () => {
    const details = { name: 'p', kind: 'pods/log' };
    const words = 'the server could not find the requested resource ( pods/log p)';
    const target = { verb: 'get', group: '', resource: 'pods/log', namespace: 'agents', name: 'p' };
    expect(problemOfStatus(404, status(404, 'NotFound', words, details), target, plain).kind).toBe(
      'unavailable',
    );
  });

  test('distinguishes a name that is already in use from a conflict', () => {
    const taken = status(409, 'AlreadyExists', 'secrets "s" already exists', { name: 's', kind: 'secrets' });
    const other = status(
      409,
      'Conflict',
      'the UID in the precondition (a) does not match the UID in record (b)',
    );
    expect(problemOfStatus(409, taken, secrets, plain).kind).toBe('exists');
    expect(problemOfStatus(409, other, secrets, plain).kind).toBe('conflict');
  });

  test('lists the invalid fields of an object', () => {
    const field = 'spec.template.spec.containers[0].volumeMounts[0].name';
    const causes = [{ reason: 'FieldValueNotFound', message: 'Not found: "v"', field }];
    const body = status(422, 'Invalid', `Deployment.apps "a" is invalid: ${field}: Not found: "v"`, {
      causes,
    });
    expect(problemOfStatus(422, body, deployments, plain)).toMatchObject({
      kind: 'invalid',
      causes: [{ field, message: 'Not found: "v"' }],
    });
  });

  test('has the kind `invalid` for an unknown field, although the status of the response is 500', () => {
    const words =
      'failed to create typed patch object (/a; apps/v1, Kind=Deployment): .spec.replica: field not declared in schema';
    expect(problemOfStatus(500, { ...status(500, '', words) }, deployments, plain)).toMatchObject({
      kind: 'invalid',
      causes: [{ field: '.spec.replica', message: 'field not declared in schema' }],
    });
  });

  test('has the kind `invalid` for an unreadable value, although the status of the response is 500', () => {
    const words =
      "failed to convert new object (a/b; apps/v1, Kind=Deployment) to proper version: unable to convert unstructured object to apps/v1, Kind=Deployment: quantities must match the regular expression '^x$'";
    expect(problemOfStatus(500, status(500, '', words), deployments, plain)).toMatchObject({
      kind: 'invalid',
      causes: [{ field: '', message: "quantities must match the regular expression '^x$'" }],
    });
  });

  test('is temporary if a webhook cannot be reached', () => {
    const words = 'Internal error occurred: failed calling webhook "policy.example.org": connection refused';
    expect(problemOfStatus(500, status(500, 'InternalError', words), deployments, plain)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(words),
    });
  });

  test('is one line of redacted text', () => {
    const body = status(422, 'Invalid', 'data: Invalid value: "hunter2"\n::error::x', {
      causes: [{ field: 'data', message: 'Invalid value: "hunter2"\u001b[31m' }],
    });
    const problem = problemOfStatus(422, body, secrets, {
      redact: (text) => text.replaceAll('hunter2', '***'),
    });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
    expect(problem.message).not.toMatch(/[\n\u001b]/);
  });

  test.each([[undefined], ['text'], [{ kind: 'Status', message: 5 }], [[]]])(
    'has an explanation even without a usable body: %j',
    (body) => {
      expect(problemOfStatus(503, body, deployments, plain)).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('HTTP status 503'),
      });
    },
  );
});
