import { chmod, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Returns a command that runs a program after its types were stripped, because stripping them at each start would take
 * longer than the program.
 */
async function commandOf(program: string, folder: string): Promise<string> {
  const source = await readFile(new URL(`./${program}.ts`, import.meta.url), 'utf8');
  const file = join(folder, `fake-${program}.mjs`);
  await writeFile(file, stripTypeScriptTypes(source));
  return [process.execPath, '--no-warnings', file].map((one) => `'${one}'`).join(' ');
}

async function install(file: string, lines: string[]): Promise<string> {
  await writeFile(file, `${['#!/bin/sh', ...lines].join('\n')}\n`);
  await chmod(file, 0o755);
  return file;
}

/**
 * Installs a fake Python (see `program.ts`) under this name in a folder, and returns its path. Without a `pip`
 * version, the fake Python has no pip. The fake Python is a shell script, which Windows cannot run, so tests there
 * start `program.ts` with this Node.
 */
export async function installFakePython(
  folder: string,
  { name = 'python3', version = '3.11.7', pip = '24.0' } = {},
): Promise<string> {
  const [tools, program] = [await commandOf('tools', folder), await commandOf('program', folder)];
  const numbers = version.split('.').join(',');
  return install(join(folder, name), [
    // Prints the version, path and implementation of this Python.
    `case "$*" in *sys.executable*) printf '{"version":[${numbers}],"executable":"%s","implementation":"cpython"}\\n' "$0"; exit ;; esac`,
    `export FAKE_PYTHON="$0" FAKE_PYTHON_VERSION='${version}' FAKE_PIP='${pip}'`,
    `for argument in "$@"; do [ "$argument" = -m ] && exec ${tools} "$@"; done`,
    `exec ${program} "$@"`,
  ]);
}

/** Installs a fake uv (see `tools.ts`) in a folder for PATH. */
export async function installFakeUv(folder: string): Promise<string> {
  const tools = await commandOf('tools', folder);
  return install(join(folder, 'uv'), [
    '[ "$*" = --version ] && { echo "uv 9.9.9 (fake)"; exit; }',
    `exec ${tools} uv "$@"`,
  ]);
}

/** Returns a repository with an agent for the fake Python. The agent's replies contain the version. */
export function fakePythonAgent(
  options: { version?: string; preamble?: string; requirements?: string; graph?: string } = {},
): Record<string, string> {
  const graph = { path: options.graph ?? './agent.py:graph', description: 'Says it again.' };
  return {
    'langgraph.json': `${JSON.stringify({ dependencies: ['.'], graphs: { agent: graph } }, null, 2)}\n`,
    'requirements.txt': `${options.requirements ?? 'langgraph'}\n`,
    'agent.py': `${options.preamble ?? ''}
VERSION = ${JSON.stringify(options.version ?? 'v1')}


def graph(config):
    return None
`,
  };
}
