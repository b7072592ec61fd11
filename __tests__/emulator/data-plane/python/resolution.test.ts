import { describe, expect, test } from '@jest/globals';
import { failureReason } from '../../../../src/emulator/data-plane/python/installer.ts';
import {
  environmentKey,
  isFullyHashed,
  localPath,
  parsePipReport,
  parseRequirements,
  renderRequirements,
} from '../../../../src/emulator/data-plane/python/resolution.ts';

describe('a package list from uv', () => {
  test('is divided into packages, projects and archives', () => {
    const text = `--index-url https://index.test/simple
-e ./agent
-e file:///checkout/with%20blank
./packages/plain ; python_version >= '3.11'
shared @ file:///checkout/shared
wheel @ file:///checkout/wheels/wheel-1.0-py3-none-any.whl \\
    --hash=sha256:cc
six==1.17.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # from https://other.test/simple
tool @ git+https://git.test/tool@0123abcd
uvloop==0.22.1 ; sys_platform != 'win32' \\
    --hash=sha256:dd
    # from https://****@private.test/simple
`;
    expect(parseRequirements(text, '/checkout')).toEqual({
      packages: [
        { requirement: 'wheel @ file:///checkout/wheels/wheel-1.0-py3-none-any.whl', hashes: ['sha256:cc'] },
        { requirement: 'six==1.17.0', hashes: ['sha256:aa', 'sha256:bb'] },
        { requirement: 'tool @ git+https://git.test/tool@0123abcd', hashes: [] },
        { requirement: "uvloop==0.22.1 ; sys_platform != 'win32'", hashes: ['sha256:dd'] },
      ],
      options: ['--extra-index-url https://index.test/simple', '--extra-index-url https://other.test/simple'],
      projects: ['/checkout/agent', '/checkout/with blank', '/checkout/packages/plain', '/checkout/shared'],
      archives: ['/checkout/wheels/wheel-1.0-py3-none-any.whl'],
    });
  });

  test('can be written as a requirements file', () => {
    const locked = {
      packages: [{ requirement: 'six==1.17.0', hashes: ['sha256:aa'] }],
      options: ['--find-links /checkout/wheels'],
    };
    expect(renderRequirements(locked)).toBe(
      '--find-links /checkout/wheels\nsix==1.17.0 \\\n    --hash=sha256:aa\n',
    );
    expect(renderRequirements(locked, false)).toBe('--find-links /checkout/wheels\nsix==1.17.0\n');
    expect(isFullyHashed(locked)).toBe(true);
  });
});

describe('the location of a requirement', () => {
  test.each([
    ['six', undefined],
    ['six==1.17.0 --hash=sha256:a/b', undefined],
    ['six ; platform_version == "a/b"', undefined],
    ['tool @ https://files.test/tool.whl', undefined],
    ['-e git+https://git.test/tool#egg=tool', undefined],
    ['-e agent', '/checkout/agent'],
    ['./agent', '/checkout/agent'],
    ['agent/tool', '/checkout/agent/tool'],
    ['my agent/tool', '/checkout/my agent/tool'],
    ['agent/../../tool.whl', '/tool.whl'],
    ['tool @ ../tool', '/tool'],
    ['tool[extra]@FILE:///tool', '/tool'],
    ['tool @ git+file:///tool@main', '/tool@main'],
  ])('is parsed from %j', (requirement, path) => {
    expect(localPath(requirement, '/checkout')).toBe(path);
  });
});

describe('a package list from pip', () => {
  test('is parsed from its report', () => {
    const install = [
      {
        download_info: { url: 'https://files.test/six.whl', archive_info: { hashes: { sha256: 'aa' } } },
        is_direct: false,
        metadata: { name: 'six', version: '1.17.0' },
      },
      {
        download_info: { url: 'https://files.test/old.whl', archive_info: { hash: 'sha256=bb' } },
        metadata: { name: 'old', version: '1' },
      },
      {
        download_info: { url: 'file:///checkout/agent', dir_info: { editable: true } },
        is_direct: true,
        metadata: { name: 'agent', version: '0.1' },
      },
      {
        download_info: {
          url: 'https://git.test/tool',
          vcs_info: { vcs: 'git', commit_id: '0123abcd' },
          subdirectory: 'python',
        },
        is_direct: true,
        metadata: { name: 'tool', version: '2' },
      },
    ];
    const resolution = parsePipReport(JSON.stringify({ version: '1', install }));
    expect(resolution).toEqual({
      packages: [
        { requirement: 'six==1.17.0', hashes: ['sha256:aa'] },
        { requirement: 'old==1', hashes: ['sha256:bb'] },
        { requirement: 'tool @ git+https://git.test/tool@0123abcd#subdirectory=python', hashes: [] },
      ],
      options: [],
      projects: ['/checkout/agent'],
      archives: [],
    });
    expect(isFullyHashed(resolution)).toBe(false);
  });

  test.each(['', '{}', '{"install":[{}]}'])('is rejected if the report is %j', (text) => {
    expect(() => parsePipReport(text)).toThrow('a report that cannot be read');
  });
});

describe('the cache key of a Python environment', () => {
  const six = { requirement: 'six==1.17.0', hashes: ['sha256:aa', 'sha256:bb'] };
  const wheel = (checkout: string) => ({
    requirement: `wheel @ file://${checkout}/wheel.whl`,
    hashes: ['sha256:cc'],
  });
  const key = (packages: (typeof six)[], parts = ['3.12.4'], checkout = '/a') =>
    environmentKey({ packages, options: [] }, { checkout, parts });

  test('does not depend on the order of packages or the path of the checkout', () => {
    const shuffled = { ...six, hashes: six.hashes.toReversed() };
    expect(key([wheel('/a'), six])).toBe(key([shuffled, wheel('/b')], ['3.12.4'], '/b'));
  });

  test('depends on the versions, the hashes and all other inputs', () => {
    const others = [
      key([six]),
      key([{ ...six, requirement: 'six==1.16.0' }]),
      key([{ ...six, hashes: ['sha256:aa'] }]),
      key([six], ['3.12.5']),
      key([]),
    ];
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('the reason of a failed installation', () => {
  test.each([
    [
      [
        'Resolved 3 packages',
        'error: No solution found when resolving dependencies',
        '  cause: Because a>1 and a<1.',
        '         And because of b, it is unsatisfiable.',
      ],
      'No solution found when resolving dependencies: Because a>1 and a<1. And because of b, it is unsatisfiable.',
    ],
    [
      ['  × No solution found when resolving dependencies:', '  ╰─▶ Because a>1 and a<1.'],
      'No solution found when resolving dependencies: Because a>1 and a<1.',
    ],
    [
      [
        'ERROR: Cannot install a and b because these package versions have conflicting dependencies.',
        'ERROR: ResolutionImpossible: for help visit the documentation',
        '[notice] A new release of pip is available',
      ],
      'Cannot install a and b because these package versions have conflicting dependencies. ResolutionImpossible: for help visit the documentation.',
    ],
    [
      [
        'error: Failed to build `my-agent`',
        '  cause: The build backend returned an error',
        '',
        '         [stderr]',
        '         Traceback (most recent call last):',
        '           File "<string>", line 14, in <module>',
        '           File "/cache/poetry/core/masonry/api.py", line 43, in build_wheel',
        '             builder = WheelBuilder(poetry)',
        '                       ^^^^^^^^^^^^^^^^^^^^',
        '         RuntimeError: Building a package is not possible in non-package mode.',
      ],
      'Failed to build `my-agent`: The build backend returned an error RuntimeError: Building a package is not possible in non-package mode.',
    ],
    [
      [
        'The conflict is caused by:',
        '    The user requested a<1',
        '    b 2 depends on a>1',
        '',
        'To fix this you could try to:',
        "1. loosen the range of package versions you've specified",
        '2. remove package versions to allow pip attempt to solve the dependency conflict',
        '',
        'ERROR: Cannot install a and b because these package versions have conflicting dependencies.',
        'ERROR: ResolutionImpossible: for help visit the documentation',
      ],
      'Cannot install a and b because these package versions have conflicting dependencies. ResolutionImpossible: for help visit the documentation. The conflict is caused by: The user requested a<1; b 2 depends on a>1.',
    ],
    [['Traceback', '  line 1', 'ValueError: no'], 'Traceback line 1 ValueError: no.'],
    [[], ''],
  ])('is found in %j', (lines, reason) => {
    expect(failureReason(lines)).toBe(reason);
  });

  test('is no longer than the maximum length of a message', () => {
    expect(failureReason([`error: ${'x'.repeat(5_000)}`])).toHaveLength(
      1_500 + '… (the build log contains the complete message).'.length,
    );
  });
});
