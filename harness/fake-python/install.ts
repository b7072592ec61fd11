import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const commandOf = (program: string): string =>
  [process.execPath, '--no-warnings', fileURLToPath(new URL(program, import.meta.url))]
    .map((one) => `'${one}'`)
    .join(' ');

async function install(file: string, lines: string[]): Promise<string> {
  await writeFile(file, `${['#!/bin/sh', ...lines].join('\n')}\n`);
  await chmod(file, 0o755);
  return file;
}

/**
 * Puts a program into a folder that plays a Python (see `program.ts`), under this name, and gives its path; without a version
 * of `pip` it has none. It is a shell script, so not for Windows: there, name the program by its command, this Node and
 * `program.ts`.
 */
export function installFakePython(
  folder: string,
  { name = 'python3', version = '3.11.7', pip = '24.0' } = {},
): Promise<string> {
  return install(join(folder, name), [
    `export FAKE_PYTHON="$0" FAKE_PYTHON_VERSION='${version}' FAKE_PIP='${pip}'`,
    `for argument in "$@"; do [ "$argument" = -m ] && exec ${commandOf('./tools.ts')} "$@"; done`,
    `exec ${commandOf('./program.ts')} "$@"`,
  ]);
}

/** Puts a program into a folder that plays uv (see `tools.ts`), for PATH. */
export function installFakeUv(folder: string): Promise<string> {
  return install(join(folder, 'uv'), [`exec ${commandOf('./tools.ts')} uv "$@"`]);
}

/** A repository whose agent the fake Python runs, and whose answers name its version. */
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
