import { expect, test } from '@jest/globals';
import { redactingEvaluationApi } from '../../src/action/redacting-evaluation-api.ts';
import { createSecretMasker } from '../../src/action/secret-masker.ts';
import type { DatasetReading, EvaluationApi } from '../../src/clients/evaluation.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';

const SIGNATURE = '5f'.repeat(32);
const URL_OF_SCAN = `https://files.example.org/bucket/scan.pdf?X-Amz-Expires=3600&X-Amz-Signature=${SIGNATURE}`;

// docs/security.md#attachment-urls-redacted
test("an attachment's URL is redacted in every output of the run, but not registered as a mask", async () => {
  const reading: DatasetReading = {
    kind: 'read',
    id: undefined,
    name: 'cases',
    version: 'v',
    examples: [
      {
        id: 'a',
        name: 'a',
        inputs: {},
        outputs: undefined,
        modifiedAt: undefined,
        attachments: [{ name: 'scan', presignedUrl: URL_OF_SCAN, mimeType: 'application/pdf' }],
      },
    ],
  };
  const inner = { readDataset: async () => reading } as Partial<EvaluationApi> as EvaluationApi;
  const redactor = createRedactor();
  const masked: string[] = [];
  const masker = createSecretMasker({ mask: (text) => masked.push(text) }, redactor);
  const selection = { by: 'name', value: 'cases', version: undefined, splits: [] } as const;
  const read = await redactingEvaluationApi(inner, masker).readDataset(
    selection,
    { max: 1 },
    new AbortController().signal,
  );
  expect(read).toBe(reading);
  expect(masked).toEqual([]);
  const text = `GET ${URL_OF_SCAN} failed: ${SIGNATURE} is over after 3600 s at files.example.org`;
  expect(redactor.redact(text)).toBe('GET *** failed: *** is over after 3600 s at files.example.org');
});
