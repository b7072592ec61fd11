/**
 * Plays uv beside the fake Python (`program.ts`): it resolves every requirement to version 1.2.3, makes environments of links
 * to the Python it is given, and installs nothing.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const args = process.argv.slice(2);
const valueOf = (name: string): string | undefined => args[args.indexOf(name) + 1];

/** The requirements of files, those of further files included. */
function readRequirements(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function compile(output: string): void {
  const files = args.filter((arg) => /\.(in|txt)$/.test(arg) && arg !== output);
  const requirements = files.flatMap(readRequirements);
  // What a package index does not have.
  const missing = requirements.find((requirement) => requirement.startsWith('no-such-package'));
  if (missing !== undefined) {
    process.stderr.write(
      `  × No solution found when resolving dependencies:\n  ╰─▶ Because ${missing} was not found in the package registry and you require ${missing}, we can conclude that your requirements are unsatisfiable.\n`,
    );
    process.exit(1);
  }
  const lines = requirements.map((requirement) => {
    if (requirement.startsWith('-e ')) return requirement;
    const name = /^[\w.-]+/.exec(requirement)?.[0] ?? requirement;
    return `${name}==1.2.3 \\\n    --hash=sha256:${'0'.repeat(64)}`;
  });
  writeFileSync(output, `${[...new Set(lines)].join('\n')}\n`);
}

switch (args.slice(0, 2).join(' ')) {
  case '--version':
    process.stdout.write('uv 0.13.9\n');
    break;
  case 'pip compile':
    compile(valueOf('--output-file') ?? '');
    break;
  case 'pip install': {
    if (args.includes('--target')) mkdirSync(valueOf('--target') ?? '', { recursive: true });
    break;
  }
  default: {
    if (args[0] !== 'venv') {
      process.stderr.write(`error: this is no real uv: it cannot ${args.join(' ')}\n`);
      process.exit(2);
    }
    const home = args.findLast((arg) => !arg.startsWith('--')) ?? '';
    mkdirSync(join(home, 'bin'), { recursive: true });
    symlinkSync(valueOf('--python') ?? '', join(home, 'bin', 'python'));
  }
}
