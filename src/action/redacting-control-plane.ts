import type { ControlPlane } from '../clients/control-plane.ts';
import type { Deployment, UploadUrl } from '../contract/deployment.ts';
import type { Revision } from '../contract/revision.ts';
import { shortenRedacted } from './text.ts';
import type { SecretMasker } from './secret-masker.ts';
import { containerValues, MARKERS } from './inputs/secrets.ts';
import { isRedactedValue } from './plan/hidden-value.ts';

/**
 * Minimum length of a signature in characters, because shorter query values, such as `host` or `3600`, are too common
 * to be masked.
 */
const SHORTEST_SIGNATURE = 20;

/** Returns the values in the query of a signed URL that might be the URL's signature. */
export function signaturesOf(address: string): string[] {
  const query = URL.parse(address)?.searchParams.values() ?? [];
  return [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE);
}

/**
 * Wraps a control plane so that its responses cannot reveal secrets or flood outputs and comments. Masks secret values
 * before other code sees them, and shortens very long strings.
 */
export function redactingControlPlane(
  controlPlane: ControlPlane,
  {
    redactValues: hide,
    maskSignedUrl: signedAddress,
    keepIds: ids,
  }: Pick<SecretMasker, 'redactValues' | 'maskSignedUrl' | 'keepIds'>,
  redact: (text: string) => string = (text) => text,
): ControlPlane {
  const short = <T extends string | null | undefined>(text: T) =>
    text ? shortenRedacted(text, redact) : text;
  const shortRevision = (revision: Revision): Revision => ({
    ...revision,
    status: shortenRedacted(revision.status, redact),
    status_message: short(revision.status_message),
  });
  const seen = (deployment: Deployment): Deployment => {
    ids([deployment.id, deployment.latest_revision_id, deployment.active_revision_id]);
    // A marker is public, and masking the marker would hide the repository's name in every text.
    const secrets = (deployment.secrets ?? []).filter(({ name }) => !MARKERS.has(name));
    // A placeholder is not secret and can be an ordinary word.
    hide(secrets.flatMap(({ value }) => (value && !isRedactedValue(value) ? [value] : [])));
    hide(containerValues(deployment.source_config?.['resource_spec']));
    return {
      ...deployment,
      name: shortenRedacted(deployment.name, redact),
      status: shortenRedacted(deployment.status, redact),
      url: short(deployment.url),
    };
  };
  // Masks the signed URL and its signature, because anyone with the URL can replace our source.
  const signed = (answer: UploadUrl): UploadUrl => {
    signedAddress(answer.upload_url, signaturesOf(answer.upload_url));
    return answer;
  };
  return {
    ...controlPlane,
    uploadUrl: async (...args) => signed(await controlPlane.uploadUrl(...args)),
    getDeployment: async (...args) => seen(await controlPlane.getDeployment(...args)),
    findDeployments: async (...args) => (await controlPlane.findDeployments(...args)).map(seen),
    listDeployments: async (...args) => (await controlPlane.listDeployments(...args)).map(seen),
    createDeployment: async (...args) => seen(await controlPlane.createDeployment(...args)),
    patchDeployment: async (...args) => seen(await controlPlane.patchDeployment(...args)),
    getRevision: async (...args) => shortRevision(await controlPlane.getRevision(...args)),
    listRevisions: async (...args) => (await controlPlane.listRevisions(...args)).map(shortRevision),
    tailLog: async (...args) =>
      (await controlPlane.tailLog(...args)).map((line) => ({
        ...line,
        level: short(line.level),
        message: shortenRedacted(line.message, redact),
      })),
    redeployRevision: async (...args) => seen(await controlPlane.redeployRevision(...args)),
  };
}
