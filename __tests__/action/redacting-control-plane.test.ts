import { expect, test } from '@jest/globals';
import { createSecretMasker } from '../../src/action/secret-masker.ts';
import { redactingControlPlane } from '../../src/action/redacting-control-plane.ts';
import { realClock } from '../../src/clients/clock.ts';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { createFakeControlPlane } from './support/control-plane.ts';

const SIGNATURE = '5f'.repeat(64);
const ADDRESS = `https://storage.example.org/bucket/object.tar.gz?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=3600&X-Goog-SignedHeaders=host&X-Goog-Signature=${SIGNATURE}`;

test('an upload URL and its signature are masked, but not ordinary words in the URL', async () => {
  const redactor = createRedactor();
  const masked: string[] = [];
  const hide = createSecretMasker({ mask: (value) => void masked.push(value) }, redactor);
  const { client: controlPlane } = createFakeControlPlane(realClock);
  const inner = {
    ...controlPlane,
    uploadUrl: async () => ({ upload_url: ADDRESS, object_path: 'object.tar.gz' }),
  };
  await redactingControlPlane(inner, hide).uploadUrl('an-id');
  expect(masked).toContain(ADDRESS);
  expect(masked.filter((value) => !ADDRESS.includes(value))).toEqual([]);
  expect(redactor.redact(`PUT ${new URL(ADDRESS).pathname}${new URL(ADDRESS).search} failed`)).toBe(
    'PUT *** failed',
  );
  expect(redactor.redact(`signed ${SIGNATURE}`)).toBe('signed ***');
  const common = 'the host at localhost answered after 3600 s, as GOOG4-RSA-SHA256 says';
  expect(redactor.redact(common)).toBe(common);
});

const ID = '0f8e64a2-4c1d-4d8e-9b3a-7f21c05d9e11';
const planeWithId = (secrets: { name: string; value: string }[] = []) => {
  const { client: controlPlane } = createFakeControlPlane(realClock);
  return {
    ...controlPlane,
    uploadUrl: async () => ({
      upload_url: `https://storage.example.org/${ID}/x7Kq2?token=${SIGNATURE}`,
      object_path: 'x',
    }),
    getDeployment: async () => ({ id: ID, name: 'agent', status: 'READY', secrets }),
  };
};

test("the deployment's ID stays readable even if the upload URL and a variable contain it", async () => {
  const redactor = createRedactor();
  const masked: string[] = [];
  const hide = createSecretMasker({ mask: (value) => void masked.push(value) }, redactor);
  const controlPlane = redactingControlPlane(
    planeWithId([{ name: 'OWN_URL', value: `https://agents.example.org/${ID}/hook` }]),
    hide,
  );
  await controlPlane.getDeployment(ID);
  await controlPlane.uploadUrl(ID);
  expect(masked).not.toContain(ID);
  expect(redactor.redact(`deployment ${ID} signed ${SIGNATURE}`)).toBe(`deployment ${ID} signed ***`);
});

test("a secret that the service returns as the deployment's ID is redacted", async () => {
  const redactor = createRedactor();
  const hide = createSecretMasker({ mask: () => undefined }, redactor);
  hide.maskSecret(ID, 'API_TOKEN');
  await redactingControlPlane(planeWithId(), hide).getDeployment(ID);
  expect(redactor.redact(`deployment ${ID}`)).toBe('deployment ***');
});
