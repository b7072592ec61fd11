import { realpath, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { resolveInside } from '../../../os/checkout-reader.ts';
import { isWithin } from '../../../os/paths.ts';
import { readPlainText } from '../../../os/plain-file.ts';
import { StepFailure } from '../build/step.ts';
import { localPath, logicalLines } from './resolution.ts';

/** Maximum size of a requirements file, in bytes. */
const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 100;

/** Content of requirements files, without the requirements. */
export interface RequirementSettings {
  /** Lines that configure where packages are found, with absolute paths. */
  options: readonly string[];
  /** True if a requirement has hashes. pip then demands hashes for all requirements. */
  hashed: boolean;
  /** Paths of all requirements files. */
  files: readonly string[];
  /** True if a requirements file is on a remote server. */
  isRemote: boolean;
}

/**
 * Reads requirements files and the files that they include. Refuses files outside the checkout, because an installer
 * would print lines of any file on the machine in its errors. `cwd` is the working directory of the installer.
 * @throws StepFailure with the file and the line.
 */
export async function readRequirementFiles(
  checkout: string,
  cwd: string,
  files: readonly string[],
): Promise<RequirementSettings> {
  const options = new Set<string>();
  let hashed = false;
  let isRemote = false;
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const shown = relative(checkout, file);
    if (seen.size > MAX_FILES)
      throw new StepFailure(
        `More than ${MAX_FILES} requirements files include one another. Merge some of them.`,
      );
    const about = await stat(file).catch(() => undefined);
    if (about?.isFile() !== true)
      throw new StepFailure(
        `${shown === '' ? 'The root folder' : shown} is not a file. Specify a requirements file that is committed.`,
      );
    if (about.size > MAX_BYTES)
      throw new StepFailure(
        `The requirements file ${shown} is larger than the limit of ${MAX_BYTES} bytes. Check that it is a requirements file.`,
      );
    const lines = logicalLines(await readPlainText(file, { maxBytes: MAX_BYTES, within: checkout }));
    for (const line of lines.map((text) => text.replace(/(^|\s)#.*$/, '').trim())) {
      if (/\s--hash[= ]/.test(line)) hashed = true;
      const inside = async (written: string, folder = dirname(file)) => {
        const found = await resolveInside(checkout, folder, unquoted(written));
        if (found.kind === 'inside') return found.path;
        const reason = found.kind === 'outside' ? 'which is outside the checkout' : 'which does not exist';
        throw new StepFailure(`${shown} contains ${written}, ${reason}. Correct the line "${line}".`);
      };
      for (const { name, value } of optionsOf(line)) {
        switch (name) {
          case '--requirement':
          case '--constraint':
            if (isAddress(value)) isRemote = true;
            else waiting.push(await inside(value));
            break;
          case '--find-links':
            options.add(`${name} ${isAddress(value) ? value : await inside(value)}`);
            break;
          case '--index-url':
          case '--extra-index-url':
          case '--no-binary':
          case '--only-binary':
            options.add(`${name} ${value}`);
            break;
          case '--editable':
          case '':
            await requireInside(checkout, value, [dirname(file), cwd], `${shown} contains "${value}"`);
        }
      }
    }
  }
  return { options: [...options], hashed, files: [...seen], isRemote };
}

const SHORT: Readonly<Record<string, string>> = {
  '-r': '--requirement',
  '-c': '--constraint',
  '-f': '--find-links',
  '-i': '--index-url',
  '-e': '--editable',
};
/** Long names of options whose value is a path or an index. */
const LONG = [...Object.values(SHORT), '--extra-index-url'];

/**
 * Returns the options of a line by their long names, and a requirement with an empty name. Like pip, accepts several
 * options per line, and unambiguous prefixes of names.
 */
function optionsOf(line: string): { name: string; value: string }[] {
  if (!line.startsWith('-')) return [{ name: '', value: line }];
  return line.split(/(?<!\s)\s+(?=-)/).map((part) => {
    const [, written = '', value = ''] = /^(--[A-Za-z-]+|-[A-Za-z])(?:\s*=\s*|\s*)(.*)$/s.exec(part) ?? [];
    const long = SHORT[written] ?? LONG.find((name) => written.length > 3 && name.startsWith(written));
    return { name: long ?? written, value: long === '--editable' ? `--editable ${value}` : value };
  });
}

function isAddress(value: string): boolean {
  return /^https?:/i.test(value);
}

function unquoted(value: string): string {
  return value.replace(/^(['"])(.*)\1$/, '$2');
}

/**
 * Checks the requirements of a configuration before an installer reads them.
 * @throws StepFailure for a requirement that is an option or a path outside the checkout.
 */
export async function checkRequirements(
  checkout: string,
  cwd: string,
  requirements: readonly string[],
  shown: string,
): Promise<void> {
  for (const requirement of requirements) {
    const named = `Graph configuration ${shown}: the key "dependencies" contains ${JSON.stringify(requirement)}`;
    if (/[\r\n]/.test(requirement) || requirement.trimStart().startsWith('-')) {
      throw new StepFailure(
        `${named}, which is not a valid requirement. Expected a package, such as "httpx>=0.27", or a folder, such as "./agent".`,
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
  throw new StepFailure(`${named}, which is outside the checkout. Use a path inside the checkout.`);
}
