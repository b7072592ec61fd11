import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  withBuildSystemHints,
  requireReadDependencies,
} from '../../../../src/emulator/data-plane/python/build-systems.ts';
import { UnreachableIndexFailure } from '../../../../src/emulator/data-plane/python/installer.ts';
import { StepFailure } from '../../../../src/emulator/data-plane/build/step.ts';

const POETRY = `
[tool.poetry]
name = "my-agent"
version = "0.1.0"

[tool.poetry.dependencies]
python = "^3.11"
langgraph = "^1.0"
Humanize = { version = "^4", extras = ["dev"] }
pandas = { version = "^2", optional = true }
"typing_extensions" = "*"

[tool.poetry.dependencies.httpx]
version = "^0.28"

[tool.poetry.group.dev.dependencies]
pytest = "^8"
`;
const BUILD_SYSTEM = `
[build-system]
requires = ["poetry-core"]
build-backend = "poetry.core.masonry.api"
`;

let checkout: string;
let project: string;

beforeEach(async () => {
  checkout = await realpath(await mkdtemp(join(tmpdir(), 'build-systems-')));
  project = join(checkout, 'agents', 'one');
  await mkdir(project, { recursive: true });
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

const pyproject = (text: string) => writeFile(join(project, 'pyproject.toml'), text);
const resolved = (...requirements: string[]) => ({
  packages: requirements.map((requirement) => ({ requirement, hashes: [] })),
  options: [],
  projects: [project],
  archives: [],
});

describe('a Poetry project without [build-system]', () => {
  // docs/departures/graphs.md#python-build-system
  test('is rejected, with the missing packages and the lines to add', async () => {
    await pyproject(POETRY);
    await expect(
      requireReadDependencies(checkout, resolved('langgraph==1.2.0', 'typing-extensions==4.16.0')),
    ).rejects.toThrow(
      new StepFailure(
        'agents/one/pyproject.toml has a [tool.poetry] table but no [build-system] table, so the build would ignore the dependencies in it: Humanize, httpx. Add this to agents/one/pyproject.toml: [build-system] with requires = ["poetry-core"] and build-backend = "poetry.core.masonry.api".',
      ),
    );
  });

  test('is built if all its requirements are also required by other packages', async () => {
    await pyproject(POETRY);
    const all = resolved('langgraph==1.2.0', 'typing-extensions==4.16.0', 'humanize==4.1', 'httpx==0.28.1');
    await expect(requireReadDependencies(checkout, all)).resolves.toBeUndefined();
  });

  test('is named as the cause if its build failed', async () => {
    await pyproject(POETRY);
    const failure = withBuildSystemHints(checkout, [project], () =>
      Promise.reject(new StepFailure('Multiple top-level packages discovered.')),
    );
    await expect(failure).rejects.toThrow(
      'Multiple top-level packages discovered. agents/one/pyproject.toml has no [build-system] table, so setuptools builds the project. If it needs another build system, add this to agents/one/pyproject.toml: [build-system] with requires = ["poetry-core"]',
    );
  });

  test('is not named as the cause if the package index is unreachable', async () => {
    await pyproject(POETRY);
    const unreachable = new UnreachableIndexFailure('The package index could not be reached.');
    await expect(withBuildSystemHints(checkout, [project], () => Promise.reject(unreachable))).rejects.toBe(
      unreachable,
    );
  });
});

describe('a Python project that needs no [build-system]', () => {
  test.each([
    ['a Poetry project with [build-system]', `${POETRY}${BUILD_SYSTEM}`, undefined],
    ['a project with [project], which setuptools reads', '[project]\nname = "a"\n[tool.poetry]\n', undefined],
    ['a project with setup.py', POETRY, 'setup.py'],
  ])('is not rejected for a missing [build-system]: %s', async (_, text, file) => {
    await pyproject(text);
    if (file !== undefined) await writeFile(join(project, file), '');
    await expect(requireReadDependencies(checkout, resolved())).resolves.toBeUndefined();
    const failure = new StepFailure('The build failed.');
    await expect(withBuildSystemHints(checkout, [project], () => Promise.reject(failure))).rejects.toBe(
      failure,
    );
  });
});
