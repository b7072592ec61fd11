import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createJournalRedactor, REDACTED } from '../../../src/emulator/server/journal-redactor.ts';

describe('the redactor of the journal', () => {
  test('redacts values of fields that contain secrets', () => {
    const { redact: body } = createJournalRedactor();
    expect(
      body({
        name: 'agent',
        secrets: [
          { name: 'A', value: 'x' },
          { name: 'B', value: null },
        ],
        source_config: { resource_spec: { sidecars: [{ env: [{ name: 'E', value: 'plain-env-value' }] }] } },
        proxy_config: { rules: [{ headers: [{ name: 'authorization', type: 'opaque', value: 'v' }] }] },
        api_key: 'k',
        upload_url: 'http://x/y',
        secret_references: [{ name: 'N', secret_name: 's', secret_key: 'k' }],
        feedback: { good: 'http://x/token' },
      }),
    ).toEqual({
      name: 'agent',
      secrets: [
        { name: 'A', value: REDACTED },
        { name: 'B', value: null },
      ],
      source_config: { resource_spec: { sidecars: [{ env: [{ name: 'E', value: REDACTED }] }] } },
      proxy_config: { rules: [{ headers: [{ name: 'authorization', type: 'opaque', value: REDACTED }] }] },
      api_key: REDACTED,
      upload_url: REDACTED,
      secret_references: [{ name: 'N', secret_name: 's', secret_key: 'k' }],
      feedback: { good: REDACTED },
    });
  });

  test('hides the value of a secret field in all later strings, even if encoded', () => {
    const { redact: body, redactText: text } = createJournalRedactor();
    body({ secrets: [{ name: 'A', value: 'p@ss word/1' }] });
    expect(body({ output: 'the agent said p@ss word/1 twice: p@ss word/1' })).toEqual({
      output: `the agent said ${REDACTED} twice: ${REDACTED}`,
    });
    expect(text('/x?q=p%40ss%20word%2F1')).toBe(`/x?q=${REDACTED}`);
  });

  test('redacts and remembers the keys of signing rules, but no other fields', () => {
    const { redact: body, redactText: text } = createJournalRedactor();
    const aws = { region: 'eu-central-1', service: 'bedrock' };
    const hmac = { header: 'X-Signature', value: 'sha256={signature}', secret_encoding: 'base64' };
    const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'literal-key' };
    expect(
      body([{ sign: { aws: { ...aws, ...keys } } }, { sign: { hmac: { ...hmac, secret: 'hook-key' } } }]),
    ).toEqual([
      { sign: { aws: { ...aws, access_key_id: REDACTED, secret_access_key: REDACTED } } },
      { sign: { hmac: { ...hmac, secret: REDACTED } } },
    ]);
    expect(text('bedrock in eu-central-1 with X-Signature')).toBe('bedrock in eu-central-1 with X-Signature');
    expect(text('literal-key and hook-key')).toBe(`${REDACTED} and ${REDACTED}`);
  });

  test('redacts the query of a webhook everywhere, but not its path', () => {
    const redactor = createJournalRedactor();
    const webhook = 'https://hook.test/runs?token=opens-doors';
    expect(redactor.redact({ kwargs: { webhook }, batch: [{ webhook }] })).toEqual({
      kwargs: { webhook: 'https://hook.test/runs?***' },
      batch: [{ webhook: 'https://hook.test/runs?***' }],
    });
    expect(redactor.redactText('sent token=opens-doors')).toBe('sent ***');
    expect(redactor.redact({ webhook: 'https://hook.test/' })).toEqual({ webhook: 'https://hook.test/' });
  });

  test('redacts the beginning of a secret only directly before a truncation mark', () => {
    const redactor = createJournalRedactor();
    redactor.addSecrets(['secret-value', 'other-secret\nvalue']);
    expect(redactor.redactText('a secret-va… and secret-va')).toBe('a ***… and secret-va');
    expect(redactor.redactText('a secretsecr…, b secret-value…, c sec…')).toBe(
      'a secret***…, b ***…, c sec…',
    );
    expect(redactor.redactText('an other-secret value, other-secret va…')).toBe('an ***, ***…');
    const met: string[] = [];
    redactor.redactText('secret-value…', (secret) => met.push(secret));
    expect(met).toEqual(['secret-value']);
  });

  test('does not hide a value that is too short, because that would hide ordinary text', () => {
    const { redact: body } = createJournalRedactor();
    expect(body({ secrets: [{ name: 'PORT', value: '80' }], other: '80' })).toEqual({
      secrets: [{ name: 'PORT', value: REDACTED }],
      other: '80',
    });
  });

  test('hides a secret of one body in all other bodies', () => {
    const { redactAll: bodies } = createJournalRedactor();
    expect(bodies([{ echo: 'value-of-a' }, { secrets: [{ name: 'A', value: 'value-of-a' }] }])).toEqual([
      { echo: REDACTED },
      { secrets: [{ name: 'A', value: REDACTED }] },
    ]);
  });

  test('hides only the user and the password of a URL', () => {
    const { redact: body, redactText: text } = createJournalRedactor();
    expect(body({ repo_url: 'https://mona:hunter2@git.example/owner/agent' })).toEqual({
      repo_url: `https://${REDACTED}@git.example/owner/agent`,
    });
    expect(text('fetching http://token@git.example/a?x=a@b')).toBe(
      `fetching http://${REDACTED}@git.example/a?x=a@b`,
    );
    expect(text('ask mona@git.example, https://git.example/@mona')).toBe(
      'ask mona@git.example, https://git.example/@mona',
    );
  });

  test.each([
    '/feedback/tokens/',
    '/api/v1/feedback/tokens/',
    '/%66eedback/tokens/',
    '/feedback/%54oken%73/',
  ])('hides the token after %s in a URL, because the router also accepts escaped letters', (place) => {
    const { redactText: text } = createJournalRedactor();
    expect(text(`POST ${place}4f1c-token?score=1`)).toBe(`POST ${place}${REDACTED}?score=1`);
  });

  test('never outputs a known value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 6, maxLength: 20 }), { minLength: 1, maxLength: 4 }),
        fc.anything({ withNullPrototype: false }),
        (secrets, filler) => {
          // A secret that is part of the mask cannot be distinguished from the mask.
          fc.pre(secrets.every((secret) => !REDACTED.includes(secret)));
          const redactor = createJournalRedactor();
          redactor.addSecrets(secrets);
          const texts = redactor.redact(secrets.map((secret) => `before ${secret} after`)) as string[];
          for (const [index, secret] of secrets.entries()) expect(texts[index]).not.toContain(secret);
          expect(() => redactor.redact(JSON.parse(JSON.stringify(filler ?? null) ?? 'null'))).not.toThrow();
        },
      ),
    );
  });
});
