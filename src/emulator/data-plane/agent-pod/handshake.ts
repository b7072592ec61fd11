import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../server/authenticate.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** Where an agent pod takes links. */
export const LINK_PATH = '/_agent/link';
/** Of the API server of a cluster, which may be in between, is `Authorization`. */
const HEADER = 'x-agent-link';
/** The version of the protocol: it changes when an older end would misunderstand. */
export const LINK_VERSION = 2;

const NONCE_BYTES = 24;
/** As a close of the WebSocket says it: the pod is about to end. */
export const GOING_AWAY = 1001;

/** Between whom a link is: all pods of a revision have its token, so an offer to one of them must be worth nothing at another. */
export interface LinkParties {
  revisionId: string;
  /** The uid of the pod, which the cluster never gives to another one. */
  podUid: string;
}

/**
 * What a replica proves itself with, and asks the pod to prove. The token itself is never sent: an address may have become
 * that of another pod.
 */
export interface LinkOffer {
  headers: Readonly<Record<string, string>>;
  /** What the pod's hello must carry. */
  expected: string;
}

export function offerLink(token: string, parties: LinkParties): LinkOffer {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const proof = proofOf(token, 'plane', nonce, parties);
  return {
    headers: { [HEADER]: [`v${LINK_VERSION}`, nonce, proof].join(' ') },
    expected: proofOf(token, 'pod', nonce, parties),
  };
}

/** What comes of an offer: the pod's own proof, or why it is refused, with the status to answer. */
export type LinkDecision =
  | { kind: 'accepted'; proof: string }
  | { kind: 'refused'; status: 401 | 426; reason: string };

/** Checks, in constant time, that the other end knows the token of this revision and means this pod. */
export function acceptLink(headers: IncomingHttpHeaders, token: string, parties: LinkParties): LinkDecision {
  const [version, nonce = '', proof = '', ...rest] = String(headers[HEADER] ?? '').split(' ');
  if (version !== `v${LINK_VERSION}` && /^v\d{1,6}$/.test(version ?? '')) {
    const reason = `This pod speaks version ${LINK_VERSION} of the link, and not ${version}: deploy the revision again.`;
    return { kind: 'refused', status: 426, reason };
  }
  const isKnown = rest.length === 0 && isSameSecret(proof, proofOf(token, 'plane', nonce, parties));
  if (!isKnown || Buffer.from(nonce, 'base64url').length !== NONCE_BYTES) {
    return { kind: 'refused', status: 401, reason: 'Only the control plane of this pod may link to it.' };
  }
  return { kind: 'accepted', proof: proofOf(token, 'pod', nonce, parties) };
}

function proofOf(
  token: string,
  who: 'plane' | 'pod',
  nonce: string,
  { revisionId, podUid }: LinkParties,
): string {
  const parts = [who, nonce, revisionId, podUid];
  return createHmac('sha256', token).update(parts.join('\n')).digest('base64url');
}
