import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

/**
 * Puts a program into a folder that plays a Python (see `program.ts`), under this name, and gives its path. It is a shell
 * script, so not for Windows: there, name the program by its command, this Node and `program.ts`.
 */
export async function installFakePython(
  folder: string,
  { name = 'python3', version = '3.12.4' } = {},
): Promise<string> {
  const file = join(folder, name);
  const command = [process.execPath, '--no-warnings', PROGRAM].map((one) => `'${one}'`).join(' ');
  await writeFile(
    file,
    `#!/bin/sh\nexport FAKE_PYTHON='${file}' FAKE_PYTHON_VERSION='${version}'\nexec ${command} "$@"\n`,
  );
  await chmod(file, 0o755);
  return file;
}

/** A repository whose agent the fake Python runs, and whose answers name its version. */
export function fakePythonAgent(
  options: { version?: string; preamble?: string } = {},
): Record<string, string> {
  return {
    'langgraph.json': `${JSON.stringify({ dependencies: ['.'], graphs: { agent: './agent.py:graph' } }, null, 2)}\n`,
    'requirements.txt': 'langgraph\n',
    'agent.py': `${options.preamble ?? ''}
VERSION = ${JSON.stringify(options.version ?? 'v1')}


def graph(config):
    return None
`,
  };
}
