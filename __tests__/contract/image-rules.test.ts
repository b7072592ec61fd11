import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ClusterSettings } from '../../src/contract/cluster-settings.ts';
import { parseImage, repositoryName, repositoryUrl, withDigest } from '../../src/contract/image-reference.ts';
import { imageProblems, signatureRulesOf } from '../../src/contract/image-rules.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

describe('the name of an image', () => {
  test.each([
    ['node', 'docker.io/library/node', 'node', undefined, undefined],
    ['team/agent:1', 'docker.io/team/agent', 'team/agent', '1', undefined],
    ['index.docker.io/node', 'docker.io/library/node', 'index.docker.io/node', undefined, undefined],
    ['registry-1.docker.io/a/b', 'docker.io/a/b', 'registry-1.docker.io/a/b', undefined, undefined],
    ['Registry.Example/a', 'registry.example/a', 'Registry.Example/a', undefined, undefined],
    ['localhost/a:b', 'localhost/a', 'localhost/a', 'b', undefined],
    ['host:5000/a/b:c', 'host:5000/a/b', 'host:5000/a/b', 'c', undefined],
    ['[::1]:5000/a', '[::1]:5000/a', '[::1]:5000/a', undefined, undefined],
    [`a.example/b:1@${DIGEST}`, 'a.example/b', 'a.example/b', '1', DIGEST],
  ])('%s is split into its parts', (text, repository, name, tag, digest) => {
    const found = parseImage(text);
    expect(found).toMatchObject({ name, tag, digest });
    expect(found && repositoryName(found)).toBe(repository);
  });

  test.each([
    '',
    'Node',
    'a.example/../b',
    'a.example//b',
    'a.example/b:',
    'a.example/b@sha256:00',
    'a.example/b c',
    'a.example:port/b',
    'user@a.example/b',
    'a.example/b?x=1',
    'a.example/b#x',
    `a.example/${'a'.repeat(1_000)}`,
  ])('%j is invalid', (text) => {
    expect(parseImage(text)).toBeUndefined();
  });

  test('leads only to URLs of its registry, and stays the same image by digest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const found = parseImage(text);
        if (found === undefined) return;
        const url = new URL(repositoryUrl(found));
        expect([url.protocol, url.pathname, url.username]).toEqual(['https:', `/v2/${found.repository}`, '']);
        expect(parseImage(withDigest(found, DIGEST))).toMatchObject({
          host: found.host,
          repository: found.repository,
          digest: DIGEST,
        });
      }),
      { examples: [['a.example/b:1'], ['node'], ['a:80/b']] },
    );
  });
});

// docs/kubernetes/images.md#repositories
describe('the permitted repositories of images', () => {
  const spec = {
    sidecars: [{ name: 'proxy', image: 'docker.io/envoy:1' }],
    init_containers: [{ name: 'wait', image: 'busybox' }],
  };

  test('must contain the images of the agent, of init containers and of sidecars, in both lists', () => {
    const named = { image: 'registry.example/team/agent:1', spec };
    const paths = (all: string[] | undefined, workspace: string[] | undefined) =>
      imageProblems(named, { all, workspace }).map(({ loc }) => loc.slice(1).join('.'));
    expect(paths(undefined, undefined)).toEqual([]);
    expect(paths(['**'], ['registry.example/**', 'docker.io/library/*'])).toEqual([]);
    expect(paths(['registry.example/*'], undefined)).toEqual([
      'source_revision_config.image_uri',
      'source_config.resource_spec.init_containers.0.image',
      'source_config.resource_spec.sidecars.0.image',
    ]);
    expect(paths(['registry.example/team/*'], ['docker.io/library/*'])).toHaveLength(3);
    expect(imageProblems({ image: 'Not An Image', spec: null }, { all: ['**'], workspace: null })).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^the image Not An Image may not be used: .*agents\.images\.allowed/),
      }),
    ]);
  });
});

// docs/kubernetes/images.md#signature-rules
describe('the rules for signatures', () => {
  const signatures = [
    { images: ['registry.example/*'], keys: ['a'] },
    { images: ['docker.io/library/*', 'registry.example/team'], keys: ['b'] },
  ];

  test.each([
    ['registry.example/team:1', ['a', 'b']],
    ['registry.example/other/team', []],
    ['node', ['b']],
    ['index.docker.io/node:1', ['b']],
    ['Not An Image', ['a', 'b']],
  ])('apply to %s by its repository', (image, keys) => {
    expect(signatureRulesOf({ signatures }, image).flatMap((rule) => rule.keys)).toEqual(keys);
    expect(signatureRulesOf(undefined, image)).toEqual([]);
  });

  test.each([
    { signatures: [{ images: [], keys: ['k'] }] },
    { signatures: [{ images: ['a'], keys: [] }] },
    { signatures: [{ images: ['a'] }] },
    { digests: 'always' },
    { networks: ['10.0.0.0'] },
    { allow: ['a'] },
  ])('%j are invalid settings', (images) => {
    expect(ClusterSettings.safeParse({ images }).success).toBe(false);
  });
});
