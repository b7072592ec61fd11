import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../server/authenticate.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** Path where an agent pod accepts links. */
export const LINK_PATH = '/_agent/link';
/**
 * Name of the request header that contains an offer. The name is not `Authorization`, because a cluster's API server
 * would read that header.
 */
const HEADER = 'x-agent-link';
/** Name of the response header with the pod's proof, which the pod sends with status 101. */
export const PROOF_HEADER = 'x-agent-link-proof';
/** Maximum length of a pod's first message in bytes. The limit is low, because the pod is not trusted yet. */
export const MAX_FACTS_BYTES = 4 * 1024 * 1024;
/** Version of the link protocol, which increases with each change that would confuse an end with an older version. */
export const LINK_VERSION = 4;

const NONCE_BYTES = 24;
/** Code with which a pod that is about to exit closes the WebSocket. */
export const GOING_AWAY = 1001;

/** Replica and pod of a link. An offer contains the pod's uid, because all pods of a revision share one token. */
export interface LinkParties {
  revisionId: string;
  /** Uid of the pod, which the cluster never reuses. */
  podUid: string;
}

/**
 * Proof that the replica knows the token, and a check of the pod's proof. The proof does not contain the token, because
 * the pod's address may belong to another pod by now.
 */
export interface LinkOffer {
  headers: Readonly<Record<string, string>>;
  /** Returns whether the response headers prove that the pod also knows the token. */
  isAccepted(headers: IncomingHttpHeaders): boolean;
}

/** Creates an offer for the pod that issued `podNonce`. An offer is valid only once, and only for ten seconds. */
export function offerLink(token: string, parties: LinkParties, podNonce: string): LinkOffer {
  const nonces = { own: randomBytes(NONCE_BYTES).toString('base64url'), pod: podNonce };
  const proof = proofOf(token, 'plane', nonces, parties);
  return {
    headers: { [HEADER]: [`v${LINK_VERSION}`, nonces.own, nonces.pod, proof].join(' ') },
    isAccepted: (headers) =>
      isSameSecret(String(headers[PROOF_HEADER] ?? ''), proofOf(token, 'pod', nonces, parties)),
  };
}

/** Nonces of one pod, each of which is valid for one offer. */
export interface PodNonces {
  /** Creates a nonce without storing it, so requests for nonces need no memory in the pod. */
  issue(): string;
  /**
   * Marks a nonce as used. Returns true if this process issued the nonce within the last ten seconds and the nonce was
   * unused.
   */
  redeem(nonce: string): boolean;
}

const NONCE_LIFE_MS = 10_000;
const TIME_BYTES = 8;

/**
 * Creates the nonces of a pod's process. `now` is a monotonic clock in milliseconds. A nonce contains its time and is
 * signed with a secret of the process, so a restarted process refuses earlier nonces.
 */
export function createPodNonces(now: () => number): PodNonces {
  const secret = randomBytes(32);
  const redeemed = new Map<string, number>();
  const sign = (issued: Buffer): Buffer => createHmac('sha256', secret).update(issued).digest();
  return {
    issue() {
      const issued = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(NONCE_BYTES)]);
      issued.writeDoubleBE(now());
      return Buffer.concat([issued, sign(issued)]).toString('base64url');
    },
    redeem(nonce) {
      const bytes = Buffer.from(nonce, 'base64url');
      const issued = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
      const signature = bytes.subarray(TIME_BYTES + NONCE_BYTES);
      if (issued.length !== TIME_BYTES + NONCE_BYTES) return false;
      if (!isSameSecret(signature.toString('base64url'), sign(issued).toString('base64url'))) return false;
      const at = now();
      for (const [earlier, expiresAt] of redeemed) if (expiresAt < at) redeemed.delete(earlier);
      const expiresAt = issued.readDoubleBE() + NONCE_LIFE_MS;
      // The key is computed from the decoded bytes, because base64url can represent the same bytes in several ways.
      const key = issued.toString('hex');
      if (expiresAt < at || redeemed.has(key)) return false;
      redeemed.set(key, expiresAt);
      return true;
    },
  };
}

/** Decision about an offer: the pod's proof, or the response status and reason of a refusal. */
export type LinkDecision =
  | { kind: 'accepted'; proof: string }
  | { kind: 'refused'; status: 401 | 426; reason: string };

/**
 * Checks an offer in constant time. The sender must know the revision's token and address this pod, and the nonce must
 * be from this pod and unused, so a replayed offer is refused.
 */
export function acceptLink(
  headers: IncomingHttpHeaders,
  token: string,
  parties: LinkParties,
  podNonces: Pick<PodNonces, 'redeem'>,
): LinkDecision {
  const [version, own = '', pod = '', proof = '', ...rest] = String(headers[HEADER] ?? '').split(' ');
  if (version !== `v${LINK_VERSION}` && /^v\d{1,6}$/.test(version ?? '')) {
    const reason = `This pod supports version ${LINK_VERSION} of the link, but the control plane uses version ${version}. Deploy the revision again.`;
    return { kind: 'refused', status: 426, reason };
  }
  const nonces = { own, pod };
  const isKnown = rest.length === 0 && isSameSecret(proof, proofOf(token, 'plane', nonces, parties));
  // A nonce is used up only by an offer with a valid proof.
  if (!isKnown || Buffer.from(own, 'base64url').length !== NONCE_BYTES || !podNonces.redeem(pod)) {
    return { kind: 'refused', status: 401, reason: 'Only the control plane of this pod may connect to it.' };
  }
  return { kind: 'accepted', proof: proofOf(token, 'pod', nonces, parties) };
}

function proofOf(
  token: string,
  who: 'plane' | 'pod',
  nonces: { own: string; pod: string },
  { revisionId, podUid }: LinkParties,
): string {
  const parts = [who, nonces.own, nonces.pod, revisionId, podUid];
  return createHmac('sha256', token).update(parts.join('\n')).digest('base64url');
}
