import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { createCertificateAuthority } from '../credential-proxy/certificate-authority.ts';
import { accepted, type ClusterApi } from './api.ts';

/** A validating admission webhook for one namespace. */
export interface Webhook {
  /** Response to later requests, which tests may change. */
  answer: WebhookAnswer;
  /** Kinds of objects for which the webhook received requests. */
  readonly asked: readonly string[];
  /** Removes the webhook from the cluster and stops its server. */
  close(): Promise<void>;
}

/** Response of the webhook; a refusal may have a code and a message. */
type WebhookAnswer = { allowed: true } | { allowed: false; code?: number; message?: string };

export interface WebhookOptions {
  namespace: string;
  /** Resource in the form `group/resource`, such as `apps/deployments`, or `/pods` for the core group. */
  resource: string;
  answer: WebhookAnswer;
}

const Review = z.looseObject({
  apiVersion: z.string(),
  request: z.looseObject({ uid: z.string(), kind: z.looseObject({ kind: z.string() }) }),
});

/**
 * Serves a webhook over HTTPS on this machine, with a certificate of a separate authority, and registers the webhook.
 * The API server then sends a request before an object of the resource is created or changed. The registration takes
 * effect with a delay, whose end `asked` shows.
 */
export async function installWebhook(api: ClusterApi, options: WebhookOptions): Promise<Webhook> {
  const { namespace, resource } = options;
  const authority = await createCertificateAuthority('webhooks of a test');
  const asked: string[] = [];
  const server = createServer(await authority.issue(['127.0.0.1']));
  const webhook: Webhook = {
    answer: options.answer,
    asked,
    async close() {
      await api.request('DELETE', `${PLACE}/${namespace}`);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const judge = async (request: IncomingMessage): Promise<string> => {
    const { apiVersion, request: review } = Review.parse(JSON.parse(await text(request)));
    asked.push(review.kind.kind);
    const { answer } = webhook;
    const status = answer.allowed ? undefined : { code: answer.code, message: answer.message };
    const response = { uid: review.uid, allowed: answer.allowed, status };
    return JSON.stringify({ apiVersion, kind: 'AdmissionReview', response });
  };
  server.on('request', (request, response) => {
    judge(request).then(
      (body) => response.setHeader('content-type', 'application/json').end(body),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const [group, plural] = resource.split('/');
  accepted(
    await api.apply({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: namespace },
      webhooks: [
        {
          name: WEBHOOK,
          clientConfig: {
            url: `https://127.0.0.1:${port}/`,
            caBundle: Buffer.from(authority.caPem).toString('base64'),
          },
          failurePolicy: 'Fail',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          rules: [
            {
              apiGroups: [group],
              apiVersions: ['v1'],
              operations: ['CREATE', 'UPDATE'],
              resources: [plural],
            },
          ],
        },
      ],
    }),
  );
  return webhook;
}

/** Name of the webhook in the cluster. */
export const WEBHOOK = 'guard.example.com';
const PLACE = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
