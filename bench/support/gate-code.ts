import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './deploys.ts';

/** Minimum length of a literal in characters, because shorter literals occur in other modules by chance. */
const LITERAL_MIN = 24;

/**
 * Returns strings that only the modules of the gate contain, such as parts of messages. A file of dist that contains
 * one of these strings contains code of the gate.
 */
function gateLiterals(): string[] {
  const literals = (pattern: string, exclude: readonly string[]) =>
    globSync(pattern, { cwd: ROOT })
      .filter((file) => !exclude.some((folder) => file.startsWith(folder)))
      .flatMap((file) => {
        const text = readFileSync(path.join(ROOT, file), 'utf8').replace(/^import .*$/gm, '');
        const pattern = new RegExp(`'([^'\\\\\\n]{${LITERAL_MIN},})'`, 'g');
        return Array.from(text.matchAll(pattern), ([, literal = '']) => literal);
      });
  const others = new Set(literals('src/**/*.ts', ['src/action/gate/']));
  return literals('src/action/gate/**/*.ts', []).filter((literal) => !others.has(literal));
}

/** Returns the files of dist that contain code of the gate. */
export function gateFiles(files: readonly string[]): string[] {
  const literals = gateLiterals();
  return files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return literals.some((literal) => text.includes(literal));
  });
}
