import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod';

/** An event as webhooks carry it. */
export interface WebhookEvent {
  /** `push`, `pull_request`, … */
  name: string;
  payload: unknown;
}

export interface DeliveryOptions {
  url: string;
  /** Signs the delivery. `null`: a hook without a secret, which sends no signature. */
  secret: string | null;
  /** Default: JSON; a form holds the JSON in its field `payload`. */
  contentType?: 'application/json' | 'application/x-www-form-urlencoded';
  /** More headers, or others in place of GitHub's own: a forged signature. */
  headers?: Record<string, string>;
  /** Milliseconds to wait for the answer. GitHub gives ten seconds. */
  timeoutMs?: number;
}

export interface Delivery {
  /** `X-GitHub-Delivery`: the event's own id, the same when it is delivered again. */
  id: string;
  event: string;
  redelivery: boolean;
  /** `null`: no answer in time, or at all. */
  status: number | null;
  answer: string;
  /** The bytes sent, exactly. */
  body: string;
}

export interface Webhooks {
  /** Posts an event as GitHub does, signed, and gives what came back. It is not tried again by itself. */
  deliver(event: WebhookEvent, options: DeliveryOptions): Promise<Delivery>;
  /** Sends a delivery once more: the same id, the same bytes. Throws when there was none of that id. */
  redeliver(id: string, options?: Partial<DeliveryOptions>): Promise<Delivery>;
  /** Everything sent so far, oldest first. */
  deliveries(): readonly Delivery[];
}

/** `X-Hub-Signature-256` of a body: the HMAC of its bytes under the secret. */
export function signature(secret: string, body: string, algorithm: 'sha256' | 'sha1' = 'sha256'): string {
  return `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
}

export function createWebhooks(): Webhooks {
  const sent: Delivery[] = [];
  const originals = new Map<string, Original>();
  const post = async (id: string, again: boolean, options: DeliveryOptions): Promise<Delivery> => {
    const original = originals.get(id);
    if (original === undefined) throw new Error(`there was no delivery ${id} to repeat`);
    const { event, body } = original;
    const answer = await send(id, original, options);
    const delivery: Delivery = { id, event, redelivery: again, body, ...answer };
    sent.push(delivery);
    return delivery;
  };
  return {
    deliver({ name, payload }, options) {
      const id = randomUUID();
      const json = JSON.stringify(payload);
      const form = options.contentType === 'application/x-www-form-urlencoded';
      const body = form ? new URLSearchParams({ payload: json }).toString() : json;
      // The hook belongs to the repository the payload names.
      const target = InRepository.safeParse(payload).data?.repository.id ?? null;
      originals.set(id, { event: name, body, target, options });
      return post(id, false, options);
    },
    redeliver(id, options = {}) {
      const before = originals.get(id)?.options;
      if (before === undefined) return Promise.reject(new Error(`there was no delivery ${id} to repeat`));
      return post(id, true, { ...before, ...options });
    },
    deliveries: () => sent,
  };
}

interface Original {
  event: string;
  body: string;
  /** Id of the repository. */
  target: number | null;
  options: DeliveryOptions;
}
const InRepository = z.looseObject({ repository: z.looseObject({ id: z.number() }) });

async function send(
  id: string,
  { event, body, target }: Original,
  options: DeliveryOptions,
): Promise<{ status: number | null; answer: string }> {
  const { secret } = options;
  try {
    const response = await fetch(options.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      headers: {
        'Content-Type': options.contentType ?? 'application/json',
        'User-Agent': 'GitHub-Hookshot/double',
        'X-GitHub-Event': event,
        'X-GitHub-Delivery': id,
        'X-GitHub-Hook-ID': '292430182',
        'X-GitHub-Hook-Installation-Target-Type': 'repository',
        ...(target === null ? {} : { 'X-GitHub-Hook-Installation-Target-ID': String(target) }),
        ...(secret === null
          ? {}
          : {
              'X-Hub-Signature': signature(secret, body, 'sha1'),
              'X-Hub-Signature-256': signature(secret, body),
            }),
        ...options.headers,
      },
    });
    return { status: response.status, answer: await response.text() };
  } catch (error) {
    return { status: null, answer: error instanceof Error ? error.message : String(error) };
  }
}

/** The address a control plane takes its git host's events at. */
export function integrationWebhookUrl(controlPlane: string, integrationId: string): string {
  return `${controlPlane.replace(/\/+$/, '')}/v1/integrations/git_host/${integrationId}/webhook`;
}
