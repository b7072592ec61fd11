import { createHash } from 'node:crypto';
import type { Deployment } from '../../contract/deployment.ts';
import { PLAIN_DEPLOYMENT_NAME } from '../../contract/patterns.ts';
import { SHARED_PREVIEW_MARKER } from '../inputs/secrets.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { type Ownership, sameRepositoryName } from '../preview/ownership.ts';

/** A shared preview, identified by its repository and label. */
export interface SharedPreviewId {
  repository: string;
  label: string;
}

/** Returns a shared preview as text for messages, such as `acme/agents, label "next"`. */
export function describeShared({ repository, label }: SharedPreviewId): string {
  return `${repository}, label ${JSON.stringify(label)}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the fingerprint of the packed content: the merged tree, and the folder of the tree that is packed. */
export function contentOf(tree: string, sourcePath: string): string {
  return hashOf(JSON.stringify([tree, sourcePath])).slice(0, 40);
}

/** Returns the value of the marker of a shared preview. Labels on GitHub are case-insensitive. */
export function sharedMarkerText({ repository, label }: SharedPreviewId, content: string): string {
  return `${repository} ${content} ${label.toLowerCase()}`;
}

type ParsedMarker =
  | { kind: 'none' }
  | { kind: 'hidden' }
  | { kind: 'of'; of: SharedPreviewId; content: string };

/** Parses the marker of a deployment. An invalid marker is treated like a missing marker. */
export function readSharedMarker({ secrets }: Pick<Deployment, 'secrets'>): ParsedMarker {
  const marker = secrets?.find(({ name }) => name === SHARED_PREVIEW_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || isRedactedValue(marker.value)) return { kind: 'hidden' };
  const [, repository, content, label] =
    /^([^\s/]+\/[^\s/]+) ([0-9a-f]{40}) ([^\n]{1,200})$/.exec(marker.value) ?? [];
  if (repository === undefined || content === undefined || label === undefined) return { kind: 'none' };
  return { kind: 'of', of: { repository, label }, content };
}

/**
 * Returns whether a deployment is the shared preview of a label. Only the marker proves it, because any deployment can
 * have the name. `force` makes the name sufficient if the service hides the value of the marker.
 */
export function checkSharedOwnership(
  deployment: Deployment,
  of: SharedPreviewId,
  { force }: { force: boolean },
): Ownership {
  const mark = readSharedMarker(deployment);
  switch (mark.kind) {
    case 'none':
      return {
        ours: false,
        why: `lacks the variable ${SHARED_PREVIEW_MARKER}, which every shared preview has`,
      };
    case 'hidden':
      if (force) return { ours: true };
      return {
        ours: false,
        why: `has the variable ${SHARED_PREVIEW_MARKER}, but the service hides its value: set \`force: true\` if you are sure that it is the shared preview of ${describeShared(of)}`,
      };
    case 'of': {
      const same =
        sameRepositoryName(mark.of.repository, of.repository) &&
        mark.of.label.toLowerCase() === of.label.toLowerCase();
      return same
        ? { ours: true }
        : { ours: false, why: `is the shared preview of ${describeShared(mark.of)}` };
    }
  }
}

/**
 * Returns the name of a shared preview: the base name, `shared` and the label. The name contains a hash of both if it
 * would otherwise be invalid, ambiguous or longer than `limit` characters. The result is always a valid name.
 */
export function sharedPreviewName(baseName: string, label: string, limit: number): string {
  const plain = `${baseName.toLowerCase()}-shared-${label.toLowerCase()}`;
  const isUnambiguous = plain.split('-shared-').length === 2 && !/-x[0-9a-f]{8}$/.test(plain);
  if (plain.length <= limit && PLAIN_DEPLOYMENT_NAME.test(plain) && isUnambiguous) return plain;
  const tail = `-x${hashOf(JSON.stringify([baseName.toLowerCase(), label.toLowerCase()])).slice(0, 8)}`;
  const stem = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '');
  const start = /^[a-z]/.test(stem) ? stem : `p${stem}`;
  return `${start.slice(0, limit - tail.length).replace(/(?<!-)-+$/, '')}${tail}`;
}
