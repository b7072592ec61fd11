import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Matches the first line of each package in the text of {@link licensesOf}. */
const HEADING = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*) (\d+\.\d+\.\d[\w.+-]*) \([^()]+\)$/;

/**
 * Returns the names, versions and licenses of installed packages as one text. `root` is the folder of `node_modules`.
 * @throws Error if a package has neither a license file nor the name of a license.
 */
export async function licensesOf(root: string, packages: readonly string[]): Promise<string> {
  const texts = packages.map(async (name) => {
    const folder = path.join(root, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e([.-].*)?$/i.test(entry));
    const { version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
      license?: string;
    };
    if (file === undefined && license === undefined) throw new Error(`The package ${name} has no license.`);
    const text =
      file === undefined
        ? ''
        : `\n${(await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n').trim()}\n`;
    return `${name} ${version} (${license ?? 'see below'})\n${text}`;
  });
  return (await Promise.all(texts)).join('\n---\n\n');
}

/** Returns the names and versions of the packages in the text of {@link licensesOf}. */
export function licensedPackages(text: string): { name: string; version: string }[] {
  return text.split('\n---\n\n').map((section) => {
    const [, name, version] = HEADING.exec(section.split('\n', 1)[0] ?? '') ?? [];
    if (name === undefined || version === undefined) {
      throw new Error('A section of the licenses does not begin with the name and version of its package.');
    }
    return { name, version };
  });
}
