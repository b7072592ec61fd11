import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  checkSharedOwnership,
  contentOf,
  readSharedMarker,
  sharedMarkerText,
  sharedPreviewName,
} from '../../../src/action/shared-preview/marker.ts';
import { findCandidates } from '../../../src/action/preview/sweep.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';

const NAME = 'AGENT_DEPLOY_SHARED_PREVIEW';
const CONTENT = 'a'.repeat(40);
const withValue = (value: string): Deployment => ({
  id: 'x',
  name: 'agents-shared-next',
  status: 'READY',
  secrets: [{ name: NAME, value }],
});
/** Labels as GitHub allows them: one line of at most 50 characters. */
const label = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }).filter(
  // Lower case can be longer in some languages, and a marker does not keep the case.
  (text) => text.trim() === text && !/[\x00-\x1f\x7f\u2028\u2029\u0085]/.test(text),
);

describe('the name of a shared preview', () => {
  test.each([
    ['my-agent', 'next', 'my-agent-shared-next'],
    ['My-Agent', 'NEXT', 'my-agent-shared-next'],
  ])('of %s with the label %s is %s', (base, text, name) => {
    expect(sharedPreviewName(base, text, 63)).toBe(name);
  });

  test.each(['next up', '../../etc', 'a\u202eb', '$(id)', '🎉', 'é', 'shared-x12345678', 'a-shared-b'])(
    'contains a hash for the label %j',
    (text) => {
      expect(sharedPreviewName('agents', text, 63)).toMatch(/^agents-shared[a-z0-9-]*-x[0-9a-f]{8}$/);
    },
  );

  test('is always a valid name within the limit, and differs for different labels', () => {
    fc.assert(
      fc.property(label, label, fc.constantFrom(21, 63), (one, other, limit) => {
        const name = sharedPreviewName('my-agent', one, limit);
        expect(name).toMatch(/^[a-z]([-a-z0-9]*[a-z0-9])?$/);
        expect(name.length).toBeLessThanOrEqual(limit);
        if (one.toLowerCase() !== other.toLowerCase()) {
          expect(sharedPreviewName('my-agent', other, limit)).not.toBe(name);
        }
      }),
    );
  });
});

describe('the marker of a shared preview', () => {
  test('returns its repository, content and label', () => {
    fc.assert(
      fc.property(label, (text) => {
        const of = { repository: 'acme/agents', label: text };
        const deployment = withValue(sharedMarkerText(of, CONTENT));
        expect(readSharedMarker(deployment)).toEqual({
          kind: 'of',
          of: { repository: 'acme/agents', label: text.toLowerCase() },
          content: CONTENT,
        });
        expect(checkSharedOwnership(deployment, of, { force: false })).toEqual({ ours: true });
      }),
    );
  });

  test.each([
    [
      'of another repository',
      `other/agents ${CONTENT} next`,
      'is the shared preview of other/agents, label "next"',
    ],
    [
      'of another label',
      `acme/agents ${CONTENT} next 2`,
      'is the shared preview of acme/agents, label "next 2"',
    ],
    ['without a content', 'acme/agents next', `lacks the variable ${NAME}, which every shared preview has`],
    ['of a pull request', 'acme/agents#7', `lacks the variable ${NAME}, which every shared preview has`],
  ])('%s proves no ownership, even with force', (_what, value, why) => {
    const of = { repository: 'acme/agents', label: 'next' };
    expect(checkSharedOwnership(withValue(value), of, { force: true })).toEqual({ ours: false, why });
  });

  test('with a hidden value needs force', () => {
    const of = { repository: 'acme/agents', label: 'next' };
    const check = (force: boolean) => checkSharedOwnership(withValue(''), of, { force });
    expect(check(false)).toMatchObject({ ours: false, why: expect.stringContaining('`force: true`') });
    expect(check(true)).toEqual({ ours: true });
  });

  test('never makes a deployment a candidate of a sweep', () => {
    const naming = { nameTemplate: '{name}-shared-{number}', baseName: 'agents' };
    const deployments = [`acme/agents ${CONTENT} 7`, ''].map((value) => ({
      ...withValue(value),
      name: 'agents-shared-7',
    }));
    expect(findCandidates(deployments, 'acme/agents', naming)).toEqual({ candidates: [], misnamed: [] });
  });
});

test('the fingerprint of the content depends on the tree and on the packed folder', () => {
  const all = [contentOf('t1', '.'), contentOf('t2', '.'), contentOf('t1', 'agents')];
  expect(new Set(all).size).toBe(3);
  expect(contentOf('t1', '.')).toBe(all[0]);
});
