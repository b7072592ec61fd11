import type { ControlPlane } from '../clients/control-plane.ts';
import type { Deployment, Revision, UploadUrl } from '../contract/deployment.ts';
import { shortenRedacted } from './text.ts';
import type { SecretMasker } from './secret-masker.ts';
import { containerValues, PREVIEW_MARKER } from './inputs/secrets.ts';
import { looksHidden } from './plan/hidden-value.ts';

/** What signs an address is longer than any of the words beside it (`host`, `3600`), which stand in every log. */
const SHORTEST_SIGNATURE = 20;

/**
 * A control plane whose answers cannot give a secret away, nor fill outputs and comments: the values in them are hidden
 * before anything else sees them, and its words are cut where they are too long to be read.
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
    // Whose preview it is is no secret: hidden, it would star out the repository's name everywhere.
    const secrets = (deployment.secrets ?? []).filter(({ name }) => name !== PREVIEW_MARKER);
    // What stands for a hidden value is no secret, and an ordinary word at times.
    hide(secrets.flatMap(({ value }) => (value && !looksHidden(value) ? [value] : [])));
    hide(containerValues(deployment.source_config?.['resource_spec']));
    return {
      ...deployment,
      name: shortenRedacted(deployment.name, redact),
      status: shortenRedacted(deployment.status, redact),
      url: short(deployment.url),
    };
  };
  // The address lets anyone put another source in place of ours: it is a secret as a whole, and so is its signature.
  const signed = (answer: UploadUrl): UploadUrl => {
    const query = URL.parse(answer.upload_url)?.searchParams.values() ?? [];
    signedAddress(
      answer.upload_url,
      [...query].filter(({ length }) => length >= SHORTEST_SIGNATURE),
    );
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
