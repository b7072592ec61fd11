import { realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { resolveInside } from '../../../os/checkout-reader.ts';
import { isWithin } from '../../../os/paths.ts';
import { PlainFileError, WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { StepFailure } from '../build/step.ts';

/** Matches uv settings that install packages outside the agent's environment. Names of packages can match too. */
const ELSEWHERE_FOR_UV = /(?:^[^\S\n\r\u2028\u2029]*|[{,.]\s*)["']?(target|prefix)["']?\s*=\s*["']/m;
/**
 * Matches pip settings that install packages outside the agent's environment, and the `log` setting, which makes pip
 * append to any file.
 */
const ELSEWHERE_FOR_PIP = /^[ \t]*(target|prefix|root|user|python|log|dry-run)[ \t]*[=:]/m;
/**
 * Returns the uv settings in a checkout: `uv.toml`, and uv's tables in `pyproject.toml`, from the working folder
 * upwards. The settings are part of an environment's key, because they can change the content of an installed package.
 * @throws StepFailure for a setting that installs packages elsewhere, and for a file outside the checkout.
 */
export async function readUvSettings(checkout: string, folder: string): Promise<string[]> {
  const root = await realpath(checkout);
  const settings: string[] = [];
  for (let at = folder; isWithin(root, at); at = dirname(at)) {
    for (const name of ['uv.toml', 'pyproject.toml']) {
      const text = await readInside(checkout, at, name);
      const own = name === 'uv.toml' ? text : tablesOfUv(text);
      if (own === '') continue;
      refuse(ELSEWHERE_FOR_UV, own, relative(root, join(at, name)), 'uv');
      settings.push(own);
    }
  }
  return settings;
}

/**
 * Returns the settings in the configuration's pip file, which are part of an environment's key. The file must be in the
 * checkout.
 * @throws StepFailure for a setting that installs packages elsewhere.
 */
export async function readPipSettings(checkout: string, file: string): Promise<string[]> {
  const root = await realpath(checkout);
  const text = await readInside(checkout, dirname(file), relative(dirname(file), file));
  refuse(ELSEWHERE_FOR_PIP, text, relative(root, file), 'pip');
  return [text];
}

async function readInside(checkout: string, folder: string, name: string): Promise<string> {
  const found = await resolveInside(checkout, folder, name);
  if (found.kind === 'missing') return '';
  if (found.kind === 'outside')
    throw new StepFailure(
      `${join(relative(checkout, folder), name)} is a link to a file outside the checkout. Commit the file itself.`,
    );
  return readPlainText(found.path, { maxBytes: WRITTEN_MAX_BYTES, within: checkout }).catch(
    (error: unknown) => {
      if (error instanceof PlainFileError) return '';
      throw error;
    },
  );
}

function refuse(setting: RegExp, text: string, shown: string, tool: string): void {
  const name = setting.exec(text)?.[1];
  if (name === undefined) return;
  throw new StepFailure(
    `${shown} sets "${name}" for ${tool}, but packages are installed only into the agent's environment. Remove this setting.`,
  );
}

/**
 * Returns the lines of the TOML tables `tool` and `tool.uv`, and the lines before the first table, which can contain
 * these tables inline.
 */
function tablesOfUv(text: string): string {
  let isUvs = true;
  const lines = text.split('\n').filter((line) => {
    const header = /^\s*\[+(?!\[)([^\]]*)\]/.exec(line)?.[1];
    if (header !== undefined) isUvs = /^tool(\.uv(\.|$)|$)/.test(header.replaceAll(/["'\s]/g, ''));
    return isUvs && line.trim() !== '' && !line.trimStart().startsWith('#');
  });
  return lines.join('\n');
}
