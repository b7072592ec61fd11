import type { Event } from 'kubernetes-types/core/v1.js';
import { REVISION_STATUSES } from '../../../../../contract/statuses.ts';
import { labelsOf, MANAGER, type Manifest, type RevisionIdentity, serviceName } from './objects.ts';

/** Label of a deployment's Service with the status of the newest revision, for `kubectl get service -L`. */
const STATUS_LABEL = 'agent-deploy/status';
/** Annotations of a deployment's Service about the newest revision, for `kubectl describe service`. */
const STATUS_ANNOTATIONS = {
  revision: 'agent-deploy/newest-revision',
  message: 'agent-deploy/status-message',
  since: 'agent-deploy/status-since',
} as const;

/** New status of a revision, to report in the cluster. */
export interface RevisionStatusReport {
  status: string;
  /** Reason of a failure, without secrets. */
  message: string | null;
  /** Time of the change, in ISO 8601. */
  at: string;
}

/** Maximum number of characters of an Event's message. The API accepts up to 1,024 bytes in its newer form. */
const MAX_MESSAGE = 1_000;
const MAX_ANNOTATION = 500;

/** Events by status. Other statuses are short steps, which are not reported. */
const EVENTS: Readonly<Record<string, { reason: string; type: 'Normal' | 'Warning'; text: string }>> = {
  BUILDING: { reason: 'BuildStarted', type: 'Normal', text: 'is being built' },
  DEPLOYING: { reason: 'RolloutStarted', type: 'Normal', text: 'is being rolled out' },
  DEPLOYED: { reason: 'RevisionDeployed', type: 'Normal', text: 'serves the deployment' },
  CREATE_FAILED: { reason: 'RevisionFailed', type: 'Warning', text: 'could not be created' },
  BUILD_FAILED: { reason: 'BuildFailed', type: 'Warning', text: 'could not be built' },
  DEPLOY_FAILED: { reason: 'RolloutFailed', type: 'Warning', text: 'could not be rolled out' },
  INTERRUPTED: { reason: 'RevisionInterrupted', type: 'Normal', text: 'was interrupted' },
  SKIPPED: { reason: 'RevisionSkipped', type: 'Normal', text: 'was replaced by a newer revision' },
};

/** Returns whether a status causes an Event. */
export const isReported = (status: string): boolean => Object.hasOwn(EVENTS, status);

/**
 * Returns the Event about a new status on the deployment's Service, or `undefined` if the status causes no Event.
 * `unique` makes the name of the Event unique.
 */
export function statusEvent(
  identity: RevisionIdentity,
  uid: string,
  { status, message, at }: RevisionStatusReport,
  unique: string,
): Manifest<Event> | undefined {
  const event = isReported(status) ? EVENTS[status] : undefined;
  if (event === undefined) return undefined;
  const { namespace, deploymentId, revisionId, name } = identity;
  const service = serviceName(deploymentId);
  const text = `Revision ${revisionId} of ${name} ${event.text}${message === null ? '.' : `: ${message}`}`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${service}.${unique}`,
      namespace,
      labels: labelsOf(identity, 'agent', revisionId),
    },
    involvedObject: { apiVersion: 'v1', kind: 'Service', namespace, name: service, uid },
    type: event.type,
    reason: event.reason,
    message: oneLine(text, MAX_MESSAGE),
    source: { component: MANAGER },
    firstTimestamp: wholeSeconds(at),
    lastTimestamp: wholeSeconds(at),
    count: 1,
  };
}

/**
 * Returns the change of the Service's metadata that shows the status of the deployment's newest revision, or
 * `undefined` for a status that only a fault rule sets.
 */
export function statusPatch(
  { revisionId }: Pick<RevisionIdentity, 'revisionId'>,
  { status, message, at }: RevisionStatusReport,
): { metadata: { labels: Record<string, string>; annotations: Record<string, string> } } | undefined {
  if (!REVISION_STATUSES.some((one) => one === status)) return undefined;
  return {
    metadata: {
      labels: { [STATUS_LABEL]: status },
      annotations: {
        [STATUS_ANNOTATIONS.revision]: revisionId,
        [STATUS_ANNOTATIONS.since]: at,
        // An empty text replaces the message of an earlier status.
        [STATUS_ANNOTATIONS.message]: oneLine(message ?? '', MAX_ANNOTATION),
      },
    },
  };
}

/** Times of Events in this API have no fraction of a second. */
const wholeSeconds = (at: string): string => at.replace(/\.\d+Z$/, 'Z');

/** Joins the lines of a text, removes control characters, and shortens the text. */
function oneLine(text: string, max: number): string {
  // oxlint-disable-next-line no-control-regex -- the control characters are removed
  const joined = text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  const characters = Array.from(joined);
  return characters.length <= max ? joined : `${characters.slice(0, max - 1).join('')}…`;
}
