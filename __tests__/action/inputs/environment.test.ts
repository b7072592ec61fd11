import { describe, expect, test } from '@jest/globals';
import { pushEvent } from '../../../harness/events.ts';
import { parseEvent } from '../../../src/action/event.ts';
import { readInputs } from '../../../src/action/inputs/read.ts';
import { readSandboxInputs } from '../../../src/action/inputs/sandbox-inputs.ts';
import { readVerifyInputs } from '../../../src/action/inputs/verify-inputs.ts';

type Env = Record<string, string>;

const push = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });
const event = parseEvent(
  { GITHUB_EVENT_NAME: push.name, GITHUB_REF: push.ref, GITHUB_SHA: push.sha },
  JSON.stringify(push.payload),
);
const loadConfigCheck = async () => () => [];
const key = { 'INPUT_API-KEY': 'key-of-test' };

/** Each function that reads inputs, with its minimal inputs. */
const READERS: Record<
  string,
  (env: Env) => Promise<{ ok: boolean; problems?: readonly { path: string }[] }>
> = {
  deploy: (env) => readInputs({ ...key, 'INPUT_DEPLOYMENT-NAME': 'agent', ...env }, event),
  verify: (env) =>
    readVerifyInputs({
      ...key,
      'INPUT_DEPLOYMENT-URL': 'https://agent.example.org',
      INPUT_INPUT: '{}',
      ...env,
    }),
  'a hosted sandbox': (env) => readSandboxInputs({ ...key, INPUT_MODE: 'hosted', ...env }, loadConfigCheck),
  'a proxy on the runner': (env) =>
    readSandboxInputs({ INPUT_MODE: 'runner', 'INPUT_PROXY-CONFIG': 'rules: []', ...env }, loadConfigCheck),
};

const UNSAFE = [
  { variable: 'NODE_TLS_REJECT_UNAUTHORIZED', value: '0' },
  { variable: 'NODE_OPTIONS', value: '--max-old-space-size=100 --tls-keylog=/tmp/keys' },
  { variable: 'NODE_OPTIONS', value: '--tls_keylog /tmp/keys' },
  { variable: 'NODE_OPTIONS', value: '"--inspect"' },
  { variable: 'NODE_OPTIONS', value: '--inspect-brk=0.0.0.0:9229' },
];

describe.each(Object.entries(READERS))(
  'an environment variable for which %s would expose the API key',
  (_what, read) => {
    // docs/security.md#cannot-switched-off-run
    test.each(UNSAFE)('is rejected: $variable=$value', async ({ variable, value }) => {
      const reading = await read({ [variable]: value });
      expect(reading).toMatchObject({
        ok: false,
        problems: [{ path: variable, hint: expect.stringMatching(/^(Remove|Unset) the variable/) }],
      });
    });

    test.each([
      { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
      { NODE_OPTIONS: '--max-old-space-size=100 --inspector-free' },
      { NODE_EXTRA_CA_CERTS: '/etc/ca.pem' },
    ])('is distinguished from the harmless variable %j', async (env: Env) => {
      expect(await read(env)).toMatchObject({ ok: true });
    });
  },
);

test("the message about disabled verification suggests the service's CA certificate instead", async () => {
  const reading = await READERS['deploy']?.({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(JSON.stringify(reading)).toContain('NODE_EXTRA_CA_CERTS, or the input `ca-file`');
});
