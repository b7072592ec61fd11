import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseResourceSpec, parseSecretReferences } from '../../../src/action/inputs/structured.ts';

const problems = (text: string) => {
  const parsed = parseResourceSpec(text);
  return parsed.ok ? [] : parsed.problems.map(({ message: problem }) => problem);
};

describe('the input resource-spec', () => {
  test('is parsed to the same value from YAML and JSON', () => {
    const value = { cpu: 1, memory_mb: 2048, labels: { team: 'a' } };
    expect(parseResourceSpec('cpu: 1\nmemory_mb: 2048\nlabels:\n  team: a')).toEqual({ ok: true, value });
    expect(parseResourceSpec(JSON.stringify(value))).toEqual({ ok: true, value });
  });

  test.each([
    ['cpu: 9', 'cpu'],
    ['cpu: 0.05', 'cpu'],
    ['cpu_limit: 16.5', 'cpu_limit'],
    ['queue_cpu: 8.1', 'queue_cpu'],
    ['redis_cpu_limit: 17', 'redis_cpu_limit'],
    ['memory_mb: 1.5', 'memory_mb'],
    ['memory_mb: lots', 'memory_mb'],
    ['min_scale: -1', 'min_scale'],
    ['labels: {a: 1}', 'labels.a'],
    ['volumes: [{name: Bad_Name}]', 'volumes.0.name'],
    ['sidecars: [{name: a}]', 'sidecars.0.image'],
    ['volume_mounts: [{name: v, mountPath: /x}]', 'volume_mounts.0.name'],
  ])('is rejected with the invalid field: %j', (text, path) => {
    expect(problems(text)[0]).toMatch(new RegExp(`^line 1: ${path}: `));
  });

  // docs/security/secrets.md#variables-containers
  test.each([
    'sidecars:\n  - name: a\n    image: r/a\n    env:\n      - name: KEY\n        value: ',
    'sidecars:\n  - name: a\n    image: r/a\n    env:\n      - { name: KEY,\n          value: "" }',
    'init_containers:\n  - name: a\n    image: r/a\n    env:\n      - name: KEY\n        value: "Bearer "',
  ])("is rejected for an empty value of a container's variable: %j", (text) => {
    expect(problems(text)).toEqual([
      expect.stringMatching(/^line 6: \w+\.0\.env\.0\.value: KEY is (empty|an authentication scheme)/),
    ]);
  });

  test('can contain a container variable without a value, or with a reference to a value', () => {
    const env = '[{name: A}, {name: B, value: null, valueFrom: {secretKeyRef: {name: x, key: y}}}]';
    expect(problems(`sidecars: [{name: a, image: r/a, env: ${env}}]`)).toEqual([]);
  });

  test('is rejected for a misspelled field, with the intended field as a suggestion', () => {
    expect(parseResourceSpec('memory: 10\ncpus: 1')).toMatchObject({
      ok: false,
      problems: [
        { message: 'line 1: memory: no field with this name exists', hint: 'Did you mean memory_mb?' },
        { message: 'line 2: cpus: no field with this name exists', hint: 'Did you mean cpu?' },
      ],
    });
  });

  test.each([
    ['cpu: [1', 'the text is neither YAML nor JSON: line 1'],
    ['cpu: 1\n\tmemory_mb: 2', 'the text is neither YAML nor JSON: line 2'],
    ['cpu: 1\ncpu: 2', 'the text is neither YAML nor JSON: line 2'],
    ['- 1', 'the value is not a mapping'],
    ['just words', 'the value is not a mapping'],
    ['null', 'the value is not a mapping'],
  ])('with the value %j is rejected because %s', (text, problem) => {
    expect(problems(text)[0]).toContain(problem);
  });

  test('is rejected for aliases that expand too far', () => {
    const bomb = `a: &a [${'x,'.repeat(20)}]\n${[...'bcdefgh']
      .map((key, index) => `${key}: &${key} [${`*${'abcdefgh'[index]},`.repeat(20)}]`)
      .join('\n')}`;
    expect(problems(bomb)).toHaveLength(1);
  });

  test('is parsed or rejected without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof parseResourceSpec(text).ok).toBe('boolean');
      }),
    );
  });
});

describe('the input secret-references', () => {
  const one = '- name: DB_URL\n  secret_name: db\n  secret_key: url';

  test('is a list of mappings with three fields', () => {
    expect(parseSecretReferences(one, [])).toEqual({
      ok: true,
      value: [{ name: 'DB_URL', secret_name: 'db', secret_key: 'url' }],
    });
  });

  test.each([
    ['a: 1', 'the value is not a list'],
    ['- name: A\n  secret_name: b', '0.secret_key'],
    ['- secret_name: b\n  secret_key: c', '0.name'],
    ['- name: POSTGRES_URI\n  secret_name: b\n  secret_key: c', 'POSTGRES_URI is reserved'],
    [`${one}\n${one}`, 'DB_URL is set more than once'],
    ['- [', 'neither YAML nor JSON'],
  ])('is rejected: %j', (text, problem) => {
    const parsed = parseSecretReferences(text, []);
    expect(parsed.ok ? '' : parsed.problems[0]?.message).toContain(problem);
  });

  test.each([
    '- name: A\n  secret_name: \n  secret_key: c',
    '- name: A\n  secret_name: " "\n  secret_key: c',
  ])('is rejected for an empty name: %j', (text) => {
    const parsed = parseSecretReferences(text, []);
    expect(parsed.ok ? [] : parsed.problems.map(({ message: problem }) => problem)).toEqual([
      'line 2: 0.secret_name: the value for A is empty',
    ]);
  });

  test('cannot repeat a name of the input `secrets`', () => {
    expect(parseSecretReferences(one, [{ name: 'DB_URL' }]).ok).toBe(false);
  });
});
