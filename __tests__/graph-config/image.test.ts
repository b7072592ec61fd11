import { describe, expect, test } from '@jest/globals';
import {
  requiresImage,
  baseImageOf,
  describeImageKeys,
  type ImageKeys,
} from '../../src/graph-config/image.ts';
import { parseGraphConfig } from '../../src/graph-config/parse.ts';

// docs/departures/graphs.md#image-keys
describe('the base image of an agent', () => {
  const API = 'docker.io/langchain/langgraph-api';
  test.each<[ImageKeys, 'python' | 'javascript', string | undefined, string]>([
    [{}, 'python', undefined, `${API}:3.11`],
    [{}, 'python', '3.12', `${API}:3.12`],
    [{}, 'javascript', undefined, 'docker.io/langchain/langgraphjs-api:20'],
    [{ image_distro: 'wolfi' }, 'python', '3.13', `${API}:3.13-wolfi`],
    [{ image_distro: 'debian' }, 'javascript', '24', 'docker.io/langchain/langgraphjs-api:24'],
    [{ api_version: '0.8' }, 'python', '3.12', `${API}:0.8-py3.12`],
    [
      { api_version: '0.8', image_distro: 'wolfi' },
      'javascript',
      '22',
      'docker.io/langchain/langgraphjs-api:0.8-node22-wolfi',
    ],
    [
      { base_image: 'langchain/langgraph-server:0.2' },
      'python',
      '3.12',
      'docker.io/langchain/langgraph-server:0.2-py3.12',
    ],
    [
      { base_image: 'registry.example.com:5000/agents/base' },
      'python',
      '3.12',
      'registry.example.com:5000/agents/base:3.12',
    ],
    [{ base_image: 'localhost/mine' }, 'python', '3.12', 'localhost/mine:3.12'],
    [{ base_image: 'mine' }, 'python', '3.12', 'docker.io/mine:3.12'],
  ])('for the keys %j, the language %s and the version %s is %s', (keys, language, version, image) => {
    expect(baseImageOf(keys, language, version)).toEqual({ image });
  });

  test('is the newest image for a range of versions, as a note states', () => {
    expect(baseImageOf({ api_version: '~=0.8' }, 'python', '3.12')).toEqual({
      image: `${API}:3.12`,
      note: expect.stringMatching(/^specifies a range, ~=0\.8, so the newest image is used/),
    });
  });

  test.each(['Mine', '../mine', '--network=host', 'a b', 'mine\nRUN x', 'x@sha256:00'])(
    'cannot have the name %j',
    (name) => {
      const text = JSON.stringify({ graphs: { a: './a.ts:b' }, base_image: name });
      expect(parseGraphConfig(text)).toMatchObject({
        ok: false,
        problem: { key: 'base_image', message: expect.stringContaining('it is not the name of an image') },
      });
    },
  );

  test('must be named without a tag', () => {
    expect(baseImageOf({ base_image: 'python:3.12-slim' }, 'python', '3.12')).toEqual({
      problem: {
        key: 'base_image',
        message:
          'is "python:3.12-slim": it has a tag, and the hosted service adds another, so it would look for "docker.io/python:3.12-slim:3.12". Write the image without its tag, and give it the tag "3.12"',
      },
    });
  });
});

describe('the keys for container images', () => {
  test('require an image build with Dockerfile lines or a custom base image, but not with the service’s own base images', () => {
    expect(requiresImage({ dockerfile_lines: ['RUN true'] })).toBe(true);
    expect(requiresImage({ base_image: 'mine' })).toBe(true);
    expect(requiresImage({ dockerfile_lines: ['', ' '] })).toBe(false);
    expect(requiresImage({ image_distro: 'wolfi', api_version: '0.8', keep_pkg_tools: true })).toBe(false);
  });

  test('cause an error that names the first key with a value', () => {
    const keys: ImageKeys = {
      dockerfile_lines: [],
      base_image: '',
      image_distro: 'wolfi',
      keep_pkg_tools: false,
    };
    expect(describeImageKeys(keys)).toMatch(/^the key "image_distro" is not supported without "base_image"/);
    expect(describeImageKeys({ ...keys, image_distro: undefined })).toBeUndefined();
  });
});
