/**
 * Fake uv and pip for tests, so that `npm test` requires no Python and no network. A package is only a name: its
 * installation creates a file with this name in `<environment>/packages`. Each call appends a line of JSON to
 * `$HOME/calls`: its arguments and variables.
 *
 * These requirements behave in a special way:
 *
 * - `conflicting`, `no-such-package…`: cannot be resolved. `outside`: resolves to a folder above the checkout.
 * - `unreachable`: is on an index that cannot be reached; if the file `$HOME/cached` exists, uv has the package in its
 *   cache.
 * - `hanging`, `talkative`, `large`: during their installation, never end, print endlessly, or use 3 MB.
 */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const arguments_ = process.argv.slice(2).filter((one) => one !== '-I');
const { HOME = '/nonexistent', FAKE_PIP: pip = '' } = process.env;
mkdirSync(HOME, { recursive: true });
appendFileSync(
  join(HOME, 'calls'),
  `${JSON.stringify({ args: arguments_, env: process.env, cwd: process.cwd() })}\n`,
);

const has = (flag: string) => arguments_.includes(flag);
const valuesOf = (flag: string) =>
  arguments_.flatMap((one, index) => (one === flag ? [arguments_[index + 1] ?? ''] : []));
const valueOf = (flag: string) => valuesOf(flag)[0] ?? '';

function fail(...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

function writeProgram(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

function makeEnvironment(at: string, python: string): void {
  writeProgram(join(at, 'bin', 'python'), `exec '${python}' "$@"`);
  writeProgram(join(at, 'bin', 'python3'), `exec '${python}' "$@"`);
  writeFileSync(join(at, 'pyvenv.cfg'), '');
}

/** Returns the lines of requirements files without hashes. */
function requirementsOf(files: readonly string[]): string[] {
  return files
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll(/\s*\\\n\s*/g, ' ')
        .split('\n'),
    )
    .map((line) => line.replaceAll(/\s--hash=\S+/g, '').trim())
    .filter(
      (line) => line !== '' && !line.startsWith('#') && (!line.startsWith('-') || line.startsWith('-e ')),
    );
}

const hashOf = (requirement: string) => `sha256:${createHash('sha256').update(requirement).digest('hex')}`;
const pinned = (requirement: string) => (/[=@]/.test(requirement) ? requirement : `${requirement}==1.2.3`);

/** Returns the requirements with their versions. */
function resolve(requirements: readonly string[]): string[] {
  if (requirements.includes('conflicting')) {
    const reason =
      'Because you require langgraph<1 and langgraph>1, we can conclude that your requirements are unsatisfiable.';
    if (pip !== '')
      fail(`ERROR: Cannot install this`, 'ERROR: ResolutionImpossible: for help visit the documentation');
    fail('Resolving', 'error: No solution found when resolving dependencies', `  cause: ${reason}`);
  }
  const missing = requirements.find((one) => one.startsWith('no-such-package'));
  if (missing !== undefined) {
    const reason = `Because ${missing} was not found in the package registry and you require ${missing}, we can conclude that your requirements are unsatisfiable.`;
    // Prints the error in the format of older versions of uv.
    fail('  × No solution found when resolving dependencies:', `  ╰─▶ ${reason}`);
  }
  if (requirements.includes('unreachable') && !(has('--offline') && existsSync(join(HOME, 'cached')))) {
    const index = process.env['UV_DEFAULT_INDEX'] ?? 'https://index.test/simple';
    fail(`error: Failed to fetch: ${index}/unreachable/`, '  cause: tcp connect error');
  }
  const caps = requirements.some((one) => /^capping\b/.test(one));
  if (caps && requirements.includes('langgraph>=0.4.10')) {
    if (pip !== '') {
      process.stdout.write('\nThe conflict is caused by:\n    capping 1.2.3 depends on langgraph<0.4.10\n\n');
      fail(
        'ERROR: Cannot install capping==1.2.3 and langgraph>=0.4.10',
        'ERROR: ResolutionImpossible: for help',
      );
    }
    fail('error: No solution found when resolving dependencies', '  cause: Because capping is old.');
  }
  return requirements.map((one) =>
    caps && one === 'langgraph'
      ? 'langgraph==0.4.5'
      : one === 'outside'
        ? `outside @ file://${join(process.cwd(), '../..')}`
        : one,
  );
}

function install(environment: string, requirements: readonly string[]): void {
  const packages = join(environment, 'packages');
  mkdirSync(packages, { recursive: true });
  for (const requirement of requirements) {
    const name = /^[\w.-]+/.exec(requirement)?.[0] ?? '';
    if (name === 'talkative') for (;;) process.stdout.write(`${'talk '.repeat(1000)}\n`);
    if (name === 'hanging') setInterval(() => undefined, 60_000);
    writeFileSync(join(packages, name), name === 'large' ? Buffer.alloc(3_000_000) : requirement);
  }
  process.stderr.write(`Installed ${requirements.length} packages\n`);
}

function installProjects(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const project of valuesOf('--editable'))
    writeFileSync(join(folder, `${basename(project)}.pth`), project);
}

function runUv([action, what]: string[]): void {
  const python = valueOf('--python');
  if (action === '--version') process.stdout.write('uv 9.9.9 (fake)\n');
  else if (action === 'venv')
    makeEnvironment(arguments_.findLast((one) => one.startsWith('/') && one !== python) ?? '', python);
  else if (action === 'python') {
    const known = join(HOME, 'known-python');
    if (!existsSync(known)) process.exit(2);
    process.stdout.write(readFileSync(known));
  } else if (action === 'pip' && what === 'compile') {
    const output = arguments_.indexOf('--output-file');
    const lines = resolve(requirementsOf(arguments_.slice(output + 2).filter((one) => one !== '--offline')));
    const locked = lines.map((one) =>
      one.startsWith('-e ') || one.includes('file:') ? one : `${pinned(one)} \\\n    --hash=${hashOf(one)}`,
    );
    writeFileSync(arguments_[output + 1] ?? '', `${locked.join('\n')}\n`);
  } else if (action === 'export') {
    writeFileSync(valueOf('--output-file'), readFileSync(join(process.cwd(), 'uv.lock')));
  } else if (has('--editable')) {
    installProjects(valueOf('--target') || join(dirname(python), '..', 'packages'));
  } else install(join(dirname(python), '..'), requirementsOf(valuesOf('--requirement')));
}

function runPip(): void {
  if (pip === '') fail(`${process.env['FAKE_PYTHON'] ?? ''}: No module named pip`);
  if (has('--version')) {
    process.stdout.write(`pip ${pip} from /fake/site-packages/pip (python 3.12)\n`);
    return;
  }
  const requirements = requirementsOf(valuesOf('--requirement'));
  const target = valueOf('--target');
  if (requirements.some((one) => one.startsWith('uv=='))) {
    if (existsSync(join(HOME, 'no-network'))) fail('ERROR: No matching distribution found for uv');
    const program = [process.execPath, '--no-warnings', fileURLToPath(import.meta.url)];
    writeProgram(join(target, 'bin', 'uv'), `exec ${program.map((one) => `'${one}'`).join(' ')} uv "$@"`);
  } else if (has('--report')) {
    const report = resolve(requirements).map((one) =>
      one.startsWith('-e ')
        ? {
            download_info: { url: one.slice(3), dir_info: { editable: true } },
            is_direct: true,
            metadata: { name: 'local', version: '1' },
          }
        : {
            download_info: {
              url: `https://files.test/${one}.whl`,
              archive_info: { hashes: { sha256: hashOf(one).slice(7) } },
            },
            is_direct: false,
            metadata: { name: one.replace(/[=<>].*/, ''), version: /==(.*)$/.exec(one)?.[1] ?? '1.0' },
          },
    );
    writeFileSync(valueOf('--report'), JSON.stringify({ version: '1', install: report }));
  } else if (has('--editable')) installProjects(target);
  else install(join(dirname(valueOf('--python')), '..'), requirements);
}

if (arguments_[0] === 'uv') runUv(arguments_.slice(1));
else if (valueOf('-m') === 'venv') makeEnvironment(arguments_.at(-1) ?? '', process.env['FAKE_PYTHON'] ?? '');
else runPip();
