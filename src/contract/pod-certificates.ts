import * as z from 'zod';

/** Maximum number of characters of a certificate signing request. */
const MAX_REQUEST = 4_096;

/** Request of an agent pod for the certificate of its server. */
export const PodCertificateRequest = z.object({
  /** Certificate signing request (PEM, PKCS #10) with a P-256 key that never leaves the pod. */
  request: z.string().min(1).max(MAX_REQUEST),
});

/** Certificate of an agent pod's server. */
export const PodCertificate = z.object({
  /** Certificate in PEM format. */
  certificate: z.string().min(1),
  /** End of the certificate's validity in epoch milliseconds. */
  expires_at: z.int(),
});
export type PodCertificate = z.infer<typeof PodCertificate>;
