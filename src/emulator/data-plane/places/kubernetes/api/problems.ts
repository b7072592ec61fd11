import * as z from 'zod';
import { oneLine } from '../../../../../clients/errors.ts';
import { hintForRefusal } from '../plan/refusals.ts';

/** Verb and resource of a request, for messages. */
export interface RequestTarget {
  /** Verb of the request, as in a Role: `get`, `list`, `watch`, `create`, `patch`, `delete`. */
  verb: string;
  /** API group of the resource, empty for the core group. */
  group: string;
  /** Plural name of the resource and its subresource, if any, such as `pods/log`. */
  resource: string;
  namespace?: string | undefined;
  name?: string | undefined;
}

/** Permission that a Role can grant. */
export interface RbacRule {
  verb: string;
  group: string;
  resource: string;
  /** Namespace in which the permission is granted, or `undefined` if it is cluster-wide. */
  namespace: string | undefined;
}

/** Field of an object, with the reason why the cluster rejected the field. */
interface FieldCause {
  field: string;
  message: string;
}

/**
 * Reason why the cluster did not perform a request. `not-found`: the object, its namespace or the resource is missing.
 * `exists`: an object already has this name. `conflict`: the object has another uid or version than expected.
 * `forbidden`: a permission is missing. `refused`: a quota, an admission webhook or the deletion of the namespace
 * prevents the request. `invalid`: Kubernetes considers the object invalid. `unauthorized`: the credentials were
 * rejected. `credentials`: a file or plugin provided no credentials. `expired`: the requested version is no longer
 * available. `busy` and `unavailable`: the request may succeed later. `malformed`: the response is not from this API.
 */
export type ClusterProblem = {
  /** Sentence with the cluster's redacted message. */
  message: string;
  hint: string;
} & (
  | { kind: 'not-found'; missing: 'object' | 'namespace' | 'resource' }
  | { kind: 'forbidden'; right: RbacRule }
  | { kind: 'invalid'; causes: FieldCause[] }
  | { kind: 'busy'; retryAfterMs: number | undefined }
  | {
      kind:
        | 'exists'
        | 'conflict'
        | 'refused'
        | 'unauthorized'
        | 'credentials'
        | 'expired'
        | 'unavailable'
        | 'malformed';
    }
);

/** Result of a request to the cluster. A failed request returns a problem, and only an aborted request throws. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: ClusterProblem };

/** Fields of the API's error object that this client uses. */
const Status = z.object({
  kind: z.literal('Status'),
  message: z.string().nullish(),
  reason: z.string().nullish(),
  code: z.number().nullish(),
  details: z
    .object({
      kind: z.string().nullish(),
      name: z.string().nullish(),
      retryAfterSeconds: z.number().nullish(),
      causes: z
        .array(
          z.object({
            reason: z.string().nullish(),
            message: z.string().nullish(),
            field: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});
type Status = z.infer<typeof Status>;

/** Matches RBAC's message about a missing permission. Other authorizers have other messages. */
const MISSING_RIGHT =
  /User "(?<user>[^"]*)" cannot (?<verb>\S+) resource "(?<resource>[^"]*)" in API group "(?<group>[^"]*)"(?: in the namespace "(?<namespace>[^"]*)")?/;
/**
 * Matches the message of server-side apply about an unknown field, which has status 500, although the object is
 * invalid.
 */
const UNKNOWN_FIELD = /failed to create typed patch object \([^()]*\): (?<field>\S+): (?<message>.*)/;
/**
 * Matches the message of server-side apply about an invalid value, such as a bad quantity, which has status 500,
 * although the object is invalid.
 */
const UNREADABLE =
  /failed to convert new object \([^()]*\) to proper version: (?:unable to convert unstructured object to [^:]*: )?(?<message>.*)/;

/** Returns whether the same request could succeed later. */
export function isTemporary({ kind }: ClusterProblem): boolean {
  return kind === 'busy' || kind === 'unavailable' || kind === 'credentials';
}

/**
 * Returns whether an admission webhook was unreachable, which the user must know, because a webhook may stay
 * unreachable for a long time.
 */
export function isWebhookUnreachable(words: string): boolean {
  return words.includes('failed calling webhook');
}
const UNASKED_HINT =
  'An admission webhook of the cluster does not respond. Ask the administrators of the cluster.';

/**
 * Explains an error response.
 * @param body Parsed JSON of the response, or `undefined` if the response is not JSON.
 * @param retryAfterMs Delay from the response's `Retry-After` header, in milliseconds.
 * @param redact Redacts secrets in the cluster's message.
 */
export function problemOfStatus(
  httpStatus: number,
  body: unknown,
  target: RequestTarget,
  { redact, retryAfterMs }: { redact: (text: string) => string; retryAfterMs?: number | undefined },
): ClusterProblem {
  const parsed = Status.safeParse(body);
  const status: Status | undefined = parsed.success ? parsed.data : undefined;
  const raw = status?.message ?? '';
  const words = oneLine(redact(raw)) || `HTTP status ${httpStatus} without a reason`;
  const message = describe(target, words);
  // The error's own code takes precedence, because an error inside a stream has no HTTP status.
  const code = status?.code ?? httpStatus;

  const refused = refusal(raw, status);
  if (refused !== undefined) return { kind: 'refused', message, hint: refused };
  const unknownField = UNKNOWN_FIELD.exec(raw)?.groups;
  if (code === 500 && unknownField !== undefined) {
    const { field = '', message: why = '' } = unknownField;
    return invalid(message, [{ field: oneLine(redact(field)), message: oneLine(redact(why)) }]);
  }
  const unreadable = UNREADABLE.exec(raw)?.groups;
  if (code === 500 && unreadable !== undefined) {
    return invalid(message, [{ field: '', message: oneLine(redact(unreadable['message'] ?? '')) }]);
  }
  switch (code) {
    case 401:
      return {
        kind: 'unauthorized',
        message,
        hint: 'The cluster rejected the credentials. Renew them, and check that they belong to this cluster.',
      };
    case 403:
      return forbidden(message, raw, target);
    case 404:
      return notFound(message, status, target);
    case 409:
      return status?.reason === 'AlreadyExists'
        ? { kind: 'exists', message, hint: 'Choose another name, or delete the object that has this name.' }
        : { kind: 'conflict', message, hint: 'Read the object again before changing it.' };
    case 410:
      return { kind: 'expired', message, hint: 'List the objects again from the beginning.' };
    case 429: {
      const seconds = status?.details?.retryAfterSeconds;
      const asked = retryAfterMs ?? (typeof seconds === 'number' ? seconds * 1000 : undefined);
      return {
        kind: 'busy',
        message,
        hint: 'The cluster is overloaded. Try again later.',
        retryAfterMs: asked,
      };
    }
    case 400:
    case 413:
    case 422: {
      const causes = (status?.details?.causes ?? []).map((cause) => ({
        field: oneLine(redact(cause.field ?? '')),
        message: oneLine(redact(cause.message ?? cause.reason ?? '')),
      }));
      return invalid(message, causes);
    }
    default:
      if (code >= 500)
        return isWebhookUnreachable(raw) ? unavailable(message, UNASKED_HINT) : unavailable(message);
      return {
        kind: 'malformed',
        message,
        hint: 'Check that the server in the kubeconfig is a Kubernetes API.',
      };
  }
}

/** Returns the problem with a request that failed without a usable response. */
export function problemOfFault(target: RequestTarget, what: string, hint?: string): ClusterProblem {
  return unavailable(describe(target, what), hint);
}

/** Returns the problem with a successful response that is not a response of the Kubernetes API. */
export function malformed(target: RequestTarget, what: string): ClusterProblem {
  return {
    kind: 'malformed',
    message: describe(target, what),
    hint: 'Check that the server in the kubeconfig is a Kubernetes API, and check its version.',
  };
}

/** Returns the Role rule that grants a permission, as YAML on one line. */
function ruleOf({ verb, group, resource }: RbacRule): string {
  return `- {apiGroups: ["${group}"], resources: ["${resource}"], verbs: ["${verb}"]}`;
}

/** Returns a hint about a missing permission, with the rule to add to a Role. */
export function hintForRight(right: RbacRule, user?: string): string {
  const [kind, where] =
    right.namespace === undefined
      ? ['ClusterRole', '']
      : ['Role', ` in the namespace ${right.namespace}, if that namespace exists`];
  return `Add this rule to the ${kind} of ${user || 'this user'}${where}: ${ruleOf(right)}`;
}

function unavailable(message: string, hint = 'Check that the cluster is running.'): ClusterProblem {
  return { kind: 'unavailable', message, hint };
}

function invalid(message: string, causes: FieldCause[]): ClusterProblem {
  return { kind: 'invalid', message, causes, hint: 'Correct the named fields, and deploy again.' };
}

/**
 * Returns a hint if a part of the cluster refused a request although the user has the permission, or `undefined` for
 * other errors.
 */
function refusal(words: string, status: Status | undefined): string | undefined {
  if (status?.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true) {
    return 'The namespace is being deleted. Use another namespace, or create this namespace again.';
  }
  return hintForRefusal(words);
}

function forbidden(message: string, words: string, target: RequestTarget): ClusterProblem {
  const named = MISSING_RIGHT.exec(words)?.groups;
  // The missing permission is read from the message, because an apply may need more permissions than `patch`, and a
  // watch also needs `list`.
  const right: RbacRule = {
    verb: named?.['verb'] ?? target.verb,
    group: named?.['group'] ?? target.group,
    resource: named?.['resource'] ?? target.resource,
    namespace: named === undefined ? target.namespace : named['namespace'],
  };
  const user = named?.['user'];
  const hint =
    user === 'system:anonymous'
      ? 'The request had no credentials. Give the user in the kubeconfig a token, a certificate or an exec plugin.'
      : words !== '' && named === undefined
        ? `Ask the administrators of the cluster. If the cause is a missing right: ${hintForRight(right)}`
        : hintForRight(right, user === undefined ? undefined : oneLine(user));
  return { kind: 'forbidden', message, right, hint };
}

function notFound(message: string, status: Status | undefined, target: RequestTarget): ClusterProblem {
  const kind = status?.details?.kind;
  // A kind with a slash, such as `pods/log`, means that the node does not know the pod yet. For a missing pod, the API
  // server reports the kind `pods`.
  if (kind?.includes('/') === true) return unavailable(message);
  if (kind === 'namespaces' && target.resource !== 'namespaces') {
    const hint = `Create the namespace ${target.namespace ?? ''}, or correct its name.`;
    return { kind: 'not-found', missing: 'namespace', message, hint };
  }
  if (!status?.details?.name) {
    const hint = `The cluster does not serve ${qualified(target)}. Install the extension that provides it, or use a newer version of Kubernetes.`;
    return { kind: 'not-found', missing: 'resource', message, hint };
  }
  return {
    kind: 'not-found',
    missing: 'object',
    message,
    hint: 'Check the name and namespace of the object.',
  };
}

function describe(target: RequestTarget, what: string): string {
  const { verb, name, namespace } = target;
  const where = namespace === undefined ? '' : ` in the namespace ${namespace}`;
  const object = `${qualified(target)}${name === undefined ? '' : ` "${name}"`}`;
  return `The cluster did not ${verb} ${object}${where}: ${what}`.replace(/\.$/, '');
}

function qualified({ resource, group }: RequestTarget): string {
  return group === '' ? resource : `${resource}.${group}`;
}
