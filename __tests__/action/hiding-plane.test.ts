import { expect, test } from '@jest/globals';
import { hidingPlane } from '../../src/action/hiding-plane.ts';
import { realClock } from '../../src/clients/clock.ts';
import { createRedactor } from '../../src/clients/redact.ts';
import { createFakePlane } from './support/plane.ts';

const SIGNATURE = '5f'.repeat(64);
const ADDRESS = `https://storage.example.org/bucket/object.tar.gz?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=3600&X-Goog-SignedHeaders=host&X-Goog-Signature=${SIGNATURE}`;

test('of an upload address the whole and its signature are hidden, and no word that stands in every log', async () => {
  const redactor = createRedactor();
  const masked: string[] = [];
  const hide = (values: readonly string[]) => {
    for (const value of values) redactor.learn(value);
  };
  const { plane } = createFakePlane(realClock);
  const inner = { ...plane, uploadUrl: async () => ({ upload_url: ADDRESS, object_path: 'object.tar.gz' }) };
  await hidingPlane(inner, hide, (value) => masked.push(value)).uploadUrl('an-id');
  expect(masked).toEqual([ADDRESS]);
  expect(redactor.redact(`PUT ${new URL(ADDRESS).pathname}${new URL(ADDRESS).search} failed`)).toBe(
    'PUT *** failed',
  );
  expect(redactor.redact(`signed ${SIGNATURE}`)).toBe('signed ***');
  const common = 'the host at localhost answered after 3600 s, as GOOG4-RSA-SHA256 says';
  expect(redactor.redact(common)).toBe(common);
});
