import { fieldOf } from '../../contract/json-safety.ts';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Unlocated } from '../inputs/problem.ts';
import type { ParsedInputs } from '../inputs/read.ts';
import type { Verification } from '../inputs/settings.ts';

const LARGEST = 1024 * 1024;

/**
 * Reads the checks in a file of the checkout, before anything is sent. A path that leads out of the checkout, by a link
 * too, is refused. Gives the inputs with the checks, or with the problems.
 */
export async function readCheckFile(
  reading: Extract<ParsedInputs, { ok: true }>,
  verification: Verification,
  workspace: string | undefined,
): Promise<ParsedInputs> {
  const { checks: cases } = verification;
  if (cases.kind !== 'file') return reading;
  const input = reading.settings.verb === 'verify' ? 'cases' : 'verify';
  const refuse = (problems: readonly Unlocated[]): ParsedInputs => ({
    ...reading,
    ok: false,
    problems: problems.map((problem) => ({ path: input, ...problem })),
  });
  const text = await readInside(workspace ?? '', cases.path);
  if (typeof text !== 'string') return refuse([text]);
  const parsed = cases.read(text);
  if (!parsed.ok) {
    return refuse(
      parsed.problems.map(({ message, hint }) => ({ message: `${cases.path}: ${message}`, hint })),
    );
  }
  const read: Verification = { ...verification, checks: { kind: 'given', cases: parsed.value } };
  return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
}

async function readInside(workspace: string, file: string): Promise<string | Unlocated> {
  const invalid = (message: string, hint: string) => ({ message: `${file} ${message}`, hint });
  try {
    const root = await realpath(workspace);
    const real = await realpath(path.resolve(root, file));
    if (!real.startsWith(`${root}${path.sep}`)) {
      return invalid('leads out of the checkout', 'Give a file of the checkout itself.');
    }
    const { size } = await stat(real);
    if (size > LARGEST) return invalid(`has ${size} bytes`, `Give at most ${LARGEST}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(real));
  } catch (error) {
    // Checked by its shape: an error may come from another realm.
    const code = fieldOf(error, 'code');
    return code === 'ENOENT'
      ? invalid('is not in the workspace', 'Check the path, and run actions/checkout in an earlier step.')
      : invalid(
          `cannot be read (${typeof code === 'string' ? code : 'no text'})`,
          'Give a text file of the checkout.',
        );
  }
}
