import type { EvaluationApi } from '../clients/evaluation.ts';
import { signaturesOf } from './redacting-control-plane.ts';
import type { SecretMasker } from './secret-masker.ts';

/**
 * Wraps a client of the API for datasets, and redacts the URLs of attachments before other code sees them, because
 * anyone with such a URL can read the attachment.
 */
export function redactingEvaluationApi(
  api: EvaluationApi,
  { redactSignedUrl }: Pick<SecretMasker, 'redactSignedUrl'>,
): EvaluationApi {
  return {
    ...api,
    readDataset: async (...args) => {
      const reading = await api.readDataset(...args);
      if (reading.kind !== 'read') return reading;
      for (const { attachments } of reading.examples) {
        for (const { presignedUrl } of attachments) redactSignedUrl(presignedUrl, signaturesOf(presignedUrl));
      }
      return reading;
    },
  };
}
