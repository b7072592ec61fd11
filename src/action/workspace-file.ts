import path from 'node:path';
import { PlainFileError, readPlainFile, WRITTEN_MAX_BYTES } from '../os/plain-file.ts';
import { fieldOf } from '../contract/json-safety.ts';
import type { UnlocatedProblem } from './inputs/problem.ts';

/**
 * Returns the content of a file in the checkout, or the problem if the file cannot be read. Refuses a path that leads
 * outside the checkout, including through a link, because an error message about the content could reveal a part of
 * another file.
 */
export async function readWorkspaceFile(workspace: string, file: string): Promise<string | UnlocatedProblem> {
  const invalid = (message: string, hint: string) => ({ message: `${file} ${message}`, hint });
  try {
    const limits = { maxBytes: WRITTEN_MAX_BYTES, within: workspace };
    const bytes = await readPlainFile(path.resolve(workspace, file), limits);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof PlainFileError) {
      switch (error.code) {
        case 'ERR_OUTSIDE':
          return invalid('is outside the checkout', 'Give a file inside the checkout.');
        case 'ERR_TOO_LARGE':
          return invalid(error.message, `Use at most ${WRITTEN_MAX_BYTES}.`);
        default:
          return invalid(error.message, 'Specify a text file in the checkout.');
      }
    }
    // The error might come from another realm, so its `code` is read without `instanceof`.
    const code = fieldOf(error, 'code');
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      return invalid('is not a text in UTF-8', 'Save the file with the encoding UTF-8.');
    }
    return code === 'ENOENT'
      ? invalid(
          'is not in the workspace',
          'Check the path. In a workflow, run actions/checkout in an earlier step.',
        )
      : invalid(
          `cannot be read (${typeof code === 'string' ? code : 'no text'})`,
          'Specify a text file in the checkout.',
        );
  }
}
