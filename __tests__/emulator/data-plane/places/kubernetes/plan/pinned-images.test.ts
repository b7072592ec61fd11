import { describe, expect, test } from '@jest/globals';
import type { Pod } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import {
  imagesByContainer,
  pinnedImage,
  pulledDigests,
  withPinnedImages,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/pinned-images.ts';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;

// docs/kubernetes/images.md#digests
describe('the images in the template of a pod', () => {
  test('contain their digests in place of their tags, if the digests are known', () => {
    const digests = { 'registry.example/agent:1': digest('1'), envoy: digest('2') };
    expect(pinnedImage('registry.example/agent:1', digests)).toBe(`registry.example/agent@${digest('1')}`);
    expect(pinnedImage('registry.example/agent:2', digests)).toBe('registry.example/agent:2');
    expect(pinnedImage('constructor', digests)).toBe('constructor');
    const spec = {
      cpu: 1,
      sidecars: [
        { name: 'proxy', image: 'envoy', args: ['-v'] },
        { name: 'other', image: 'registry.example/other' },
      ],
      init_containers: [{ name: 'wait', image: 'registry.example/agent:1' }],
    };
    expect(withPinnedImages(spec, digests)).toEqual({
      cpu: 1,
      sidecars: [
        { name: 'proxy', image: `envoy@${digest('2')}`, args: ['-v'] },
        { name: 'other', image: 'registry.example/other' },
      ],
      init_containers: [{ name: 'wait', image: `registry.example/agent@${digest('1')}` }],
    });
    expect(withPinnedImages(null, digests)).toBeNull();
    expect(withPinnedImages({}, digests)).toEqual({});
  });
});

// docs/kubernetes/images.md#observed
describe('the digests that a node pulled', () => {
  const pod = (isReady: boolean, ids: Record<string, string>, initIds: Record<string, string> = {}): Pod => {
    const statuses = (given: Record<string, string>) =>
      Object.entries(given).map(([name, imageID]) => ({ name, imageID, ready: true, restartCount: 0 }));
    return {
      metadata: { name: 'pod', namespace: 'agents', uid: 'uid', resourceVersion: '1' },
      spec: { containers: [] },
      status: {
        conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }],
        containerStatuses: statuses(ids),
        initContainerStatuses: statuses(initIds),
      },
    };
  };
  const images = imagesByContainer('node:24', {
    sidecars: [{ name: 'proxy', image: `registry.example/envoy@${digest('9')}` }],
    init_containers: [{ name: 'wait', image: 'registry.example/wait' }],
  });

  test('are read from a ready pod, for all images whose repository the node names', () => {
    const ready = pod(
      true,
      { agent: `docker.io/library/node@${digest('1')}`, proxy: `registry.example/envoy@${digest('9')}` },
      { wait: `docker-pullable://registry.example/wait@${digest('2')}` },
    );
    const early = pod(false, { agent: `docker.io/library/node@${digest('3')}` });
    expect(pulledDigests([early, ready], images)).toEqual({
      'node:24': digest('1'),
      'registry.example/wait': digest('2'),
    });
  });

  test.each(['', digest('1'), `docker.io/library/other@${digest('1')}`, 'docker.io/library/node:24'])(
    'are not known from the ID %j',
    (id) => {
      expect(pulledDigests([pod(true, { agent: id })], images)).toEqual({});
    },
  );
});
