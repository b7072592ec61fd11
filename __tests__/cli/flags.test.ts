import { describe, expect, test } from '@jest/globals';
import { INPUT_NAMES, VERIFY_INPUT_NAMES } from '../../src/action/inputs/registry.ts';
import { inputsOf, kindOf, parseFlags, unknownFlagProblems } from '../../src/cli/flags.ts';

const inputs = inputsOf('deploy');
const parse = (...argv: string[]) => parseFlags(argv, inputs);

describe('the flags of the command line', () => {
  // docs/cli.md#inputs
  test('exist for each input of the actions except the verb', () => {
    expect(Object.keys(inputs)).toEqual(INPUT_NAMES.filter((name) => name !== 'action'));
    expect(Object.keys(inputsOf('verify'))).toEqual(VERIFY_INPUT_NAMES);
  });

  test('take a value after a space or an equals sign, even if the value begins with dashes', () => {
    expect(parse('--deployment-name', 'a', '--ref=--main', '--commit', '-x').inputs).toEqual({
      'deployment-name': 'a',
      ref: '--main',
      commit: '-x',
    });
  });

  test('need no value if they are boolean', () => {
    expect(parse('--force', '--no-wait', '--dry-run=false').inputs).toEqual({
      force: 'true',
      wait: 'false',
      'dry-run': 'false',
    });
    expect(parse('--wait', 'false', '--force', 'true').inputs).toEqual({ wait: 'false', force: 'true' });
  });

  test('can be repeated if they are for multi-line inputs', () => {
    expect(parse('--paths', 'agents/**', '--paths=!docs/**').inputs).toEqual({
      paths: 'agents/**\n!docs/**',
    });
  });

  // docs/cli.md#secrets
  test.each(['api-key', 'github-token', 'secrets'])('do not accept the secret %s as an argument', (name) => {
    expect(kindOf(name, inputs[name] ?? { parse: () => ({ ok: true, value: '' }) })).toBe('secret');
    const { problems, inputs: texts } = parse(`--${name}`, 'value-of-a-secret');
    expect(problems).toMatchObject([{ path: `--${name}` }]);
    expect(JSON.stringify(problems)).not.toContain('value-of-a-secret');
    // The secret is registered, so that it is masked.
    expect(texts).toEqual({ [name]: 'value-of-a-secret' });
    expect(parse(`--${name}-file`, 'a.txt')).toMatchObject({
      files: [{ input: name, file: 'a.txt' }],
      problems: [],
    });
  });

  test.each([
    [['--wait', '--no-wait'], '--no-wait', /twice/],
    [['--ref', 'a', '--ref', 'b'], '--ref', /twice/],
    [['--ref'], '--ref', /value is missing/],
    [['--ref', '--wait'], '--ref', /value is missing/],
    [['--no-wait=1'], '--no-wait', /does not take a value/],
    [['--json=yes'], '--json', /not a boolean/],
    [['main'], 'arguments', /the value at position 1 does not belong to a flag/],
    [['-x'], 'arguments', /does not belong to a flag/],
    [['--'], 'arguments', /does not belong to a flag/],
  ])('%j cause an error that names %s', (argv, path, message) => {
    expect(parse(...argv).problems).toEqual([
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    ]);
  });

  test('never cause an error that repeats a misplaced value', () => {
    const { problems, unknown } = parse(
      'sk-secret',
      '--apikey',
      'sk-secret',
      '--apikey=sk-secret',
      '--no-wait=sk-secret',
    );
    expect(JSON.stringify([problems, unknown])).not.toContain('sk-secret');
  });

  test('are rejected with the most similar flag if they do not exist', async () => {
    const { unknown } = parse('--deployment-nam', 'x', '--zzzzzzzzzz');
    expect(await unknownFlagProblems(unknown, inputs)).toEqual([
      expect.objectContaining({ path: '--deployment-nam', hint: 'Did you mean --deployment-name?' }),
      expect.objectContaining({ path: '--zzzzzzzzzz' }),
    ]);
  });

  test('do not include --version, which takes the place of a verb', () => {
    expect(parse('--version').unknown).toEqual(['version']);
  });

  test('include flags that are not inputs of the action, such as --help', () => {
    const own = parse('--json', '--dotenv', 'a.env', '--workspace', 'b', '--help');
    expect(own).toMatchObject({ json: true, dotenv: 'a.env', workspace: 'b', help: true, inputs: {} });
    for (const name of ['json', 'dotenv', 'workspace', 'help']) {
      expect([...INPUT_NAMES, ...VERIFY_INPUT_NAMES]).not.toContain(name);
    }
  });
});
