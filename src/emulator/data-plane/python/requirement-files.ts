import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { isWithin, resolveInside } from '../build/disk.ts';
import { StepFailure } from '../build/step.ts';
import { localPath, logicalLines } from './resolution.ts';

/** A larger file is no list of requirements. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 100;

/** What requirements files say beside requirements. */
export interface RequirementSettings {
  /** Lines that tell where packages are looked for, with absolute paths. */
  options: readonly string[];
  /** Whether a requirement has hashes: pip then wants them of all. */
  hashed: boolean;
}

/**
 * Reads requirements files and those they name. Installers would read any file of this machine, and print it in an error, so
 * a file outside of the checkout is refused. `cwd` is where the installer runs.
 * @throws StepFailure naming the file and the line.
 */
export async function readRequirementFiles(
  checkout: string,
  cwd: string,
  files: readonly string[],
): Promise<RequirementSettings> {
  const options = new Set<string>();
  let hashed = false;
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const shown = relative(checkout, file);
    if (seen.size > MAX_FILES)
      throw new StepFailure(`More than ${MAX_FILES} requirements files name one another.`);
    const about = await stat(file);
    if (!about.isFile()) throw new StepFailure(`${shown} is not a file. Name a requirements file.`);
    if (about.size > MAX_BYTES)
      throw new StepFailure(`${shown} is larger than ${MAX_BYTES} bytes, so it is no requirements file.`);
    const lines = logicalLines(await readFile(file, 'utf8'));
    for (const line of lines.map((text) => text.replace(/(^|\s)#.*$/, '').trim())) {
      if (/\s--hash[= ]/.test(line)) hashed = true;
      const option = /^(--?[a-z-]+)(?:[\s=]+|(?<=^-[rcef])(?=\S))(.*)$/.exec(line);
      const [, name = '', value = ''] = option ?? [];
      const inside = async (folder: string) => {
        const found = await resolveInside(checkout, folder, unquoted(value));
        if (found.kind === 'inside') return found.path;
        const reason = found.kind === 'outside' ? 'which leads out of the checkout' : 'which is not there';
        throw new StepFailure(`${shown} names ${value}, ${reason}. Correct the line "${line}".`);
      };
      switch (name) {
        case '-r':
        case '--requirement':
        case '-c':
        case '--constraint':
          if (!/^https?:/.test(value)) waiting.push(await inside(dirname(file)));
          break;
        case '-f':
        case '--find-links':
          options.add(`--find-links ${/^https?:/.test(value) ? value : await inside(dirname(file))}`);
          break;
        case '-i':
        case '--index-url':
        case '--extra-index-url':
          options.add(`${name === '-i' ? '--index-url' : name} ${value}`);
          break;
        case '--no-binary':
        case '--only-binary':
          options.add(`${name} ${value}`);
          break;
        default:
          if (name === '' || name === '-e' || name === '--editable')
            await requireInside(checkout, line, [dirname(file), cwd], `${shown} names "${line}"`);
      }
    }
  }
  return { options: [...options], hashed };
}

function unquoted(value: string): string {
  return value.replace(/^(['"])(.*)\1$/, '$2');
}

/**
 * Checks the requirements of a configuration before a tool reads them.
 * @throws StepFailure for one that is an option or leads out of the checkout.
 */
export async function checkRequirements(
  checkout: string,
  cwd: string,
  requirements: readonly string[],
  shown: string,
): Promise<void> {
  for (const requirement of requirements) {
    const named = `Graph configuration ${shown}: the key "dependencies" names ${JSON.stringify(requirement)}`;
    if (/[\r\n]/.test(requirement) || requirement.trimStart().startsWith('-')) {
      throw new StepFailure(
        `${named}, which is no requirement. Expected a package, such as "httpx>=0.27", or a folder, such as "./agent".`,
      );
    }
    await requireInside(checkout, requirement, [cwd], named);
  }
}

async function requireInside(
  checkout: string,
  requirement: string,
  bases: readonly string[],
  named: string,
): Promise<void> {
  const root = await realpath(checkout);
  for (const base of bases) {
    const path = localPath(requirement, base);
    if (path === undefined) return;
    if (isWithin(root, await realpath(path).catch(() => path))) return;
  }
  throw new StepFailure(`${named}, which leads out of the checkout. Name a path in it.`);
}
