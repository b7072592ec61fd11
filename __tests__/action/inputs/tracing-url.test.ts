import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tracingUrlOf } from '../../../src/action/inputs/endpoint.ts';
import {
  controlPlaneUrlOf,
  REGION_HOSTS,
  tracingUrlOfControlPlane,
  webUrlOf,
} from '../../../src/contract/dialect.ts';

// docs/security.md#address-datasets-environment
describe('the URL of the API for datasets', () => {
  test.each([
    ['https://api.host.langchain.com', 'https://api.smith.langchain.com'],
    ['https://eu.api.host.langchain.com', 'https://eu.api.smith.langchain.com'],
    ['https://smith.example.org/api-host', 'https://smith.example.org/api/v1'],
    ['https://smith.example.org:8443/x/api-host', 'https://smith.example.org:8443/x/api/v1'],
    ['http://127.0.0.1:8123/api-host', 'http://127.0.0.1:8123/api/v1'],
    ['http://127.0.0.1:8123', 'http://127.0.0.1:8123'],
    ['https://emulator.example.org', 'https://emulator.example.org'],
  ])('is derived from the URL of the control plane: %s', (baseUrl, url) => {
    // The environment is ignored, because an input sets the control plane.
    const env = { LANGSMITH_ENDPOINT: 'https://evil.example.org' };
    expect(tracingUrlOf({ baseUrl, allowInsecureHost: false }, env)).toEqual({ ok: true, value: url });
  });

  test.each([
    ['https://eu.api.smith.langchain.com/', 'https://eu.api.smith.langchain.com'],
    ['https://smith.example.org/api', 'https://smith.example.org/api'],
    ['https://smith.example.org/api-host', 'https://smith.example.org/api/v1'],
    [' ', 'https://control.example.org/api/v1'],
    [undefined, 'https://control.example.org/api/v1'],
  ])('comes from LANGSMITH_ENDPOINT=%s if the environment sets the control plane', (value, url) => {
    const endpoint = { baseUrl: 'https://control.example.org/api-host', allowInsecureHost: false };
    const variable = 'LANGGRAPH_HOST_URL';
    const env = { LANGSMITH_ENDPOINT: value };
    expect(tracingUrlOf({ ...endpoint, variable }, env)).toEqual({ ok: true, value: url });
  });

  test.each([
    ['http://smith.example.org', /LANGSMITH_ENDPOINT is invalid: the URL must use https/],
    ['https://u:p@smith.example.org', /must not contain credentials/],
    ['https://smith.example.org/?x', /query or a fragment/],
    ['nonsense', /is not a URL/],
  ])('is rejected if it is unsafe: LANGSMITH_ENDPOINT=%s', (value, message) => {
    const endpoint = { baseUrl: 'https://control.example.org', variable: 'LANGSMITH_ENDPOINT' };
    const parsed = tracingUrlOf({ ...endpoint, allowInsecureHost: false }, { LANGSMITH_ENDPOINT: value });
    expect(parsed).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(message) }] });
    expect(JSON.stringify(parsed)).not.toContain('u:p');
  });

  test('can use plain http if the inputs allow insecure hosts', () => {
    const endpoint = { baseUrl: 'http://emulator.internal:8123', allowInsecureHost: true };
    expect(tracingUrlOf(endpoint, {})).toEqual({ ok: true, value: 'http://emulator.internal:8123' });
    expect(tracingUrlOf({ ...endpoint, allowInsecureHost: false }, {})).toMatchObject({ ok: false });
  });

  test("can be converted back to the control plane's URL", () => {
    const hosted = fc.constantFrom(...Object.values(REGION_HOSTS));
    const prefix = fc.stringMatching(/^(?:\/[a-z]{1,8}){0,3}$/);
    const selfHosted = fc
      .tuple(fc.domain(), prefix)
      .map(([host, path]) => `https://${host}${path}/api-host`)
      .filter((url) => !url.includes('langchain.com'));
    fc.assert(
      fc.property(fc.oneof(hosted, selfHosted), (baseUrl) => {
        expect(controlPlaneUrlOf(tracingUrlOfControlPlane(baseUrl))).toBe(baseUrl);
      }),
    );
  });
});

test.each([
  ['https://api.smith.langchain.com', 'https://smith.langchain.com'],
  ['https://eu.api.smith.langchain.com/api/v1', 'https://eu.smith.langchain.com'],
  ['https://smith.example.org/api/v1', 'https://smith.example.org'],
  ['https://smith.example.org/x/api', 'https://smith.example.org/x'],
  ['http://127.0.0.1:8123', undefined],
  ['https://api.smith.langchain.com.evil.org', undefined],
])('the web pages of the API %s are at %s', (tracingUrl, url) => {
  expect(webUrlOf(tracingUrl)).toBe(url);
});
