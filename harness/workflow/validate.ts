import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..', '..');
const bundle = path.join(root, '.tmp', 'languageservice-0.3.61.cjs');

export interface ActionMetadata {
  name: string;
  description: string;
  inputs?: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs?: Record<string, { description: string }>;
}
interface Diagnostic {
  message: string;
  /** 1: an error; also without one. */
  severity?: number;
  range: { start: { line: number } };
}
interface CalledWorkflow {
  owner?: string;
  repository?: string;
  path: string;
  version?: string;
}
interface LanguageService {
  validate(
    document: unknown,
    config: {
      actionsMetadataProvider: {
        fetchActionMetadata(action: { name: string; path?: string }): Promise<ActionMetadata | undefined>;
      };
      fileProvider?: {
        getFileContent(called: CalledWorkflow): Promise<{ name: string; content: string }>;
      };
    },
  ): Promise<Diagnostic[]>;
  TextDocument: { create(uri: string, language: string, version: number, text: string): unknown };
}

// Without the network nothing is known of others' actions, and nothing is checked.
const STRANGER: ActionMetadata = { name: '', description: '' };

let service: Promise<LanguageService> | undefined;
let documents = 0;

// GitHub's own validator imports JSON in a way plain Node refuses, so it is bundled once and kept.
async function load(): Promise<LanguageService> {
  const bundled = await stat(bundle).then(
    () => true,
    () => false,
  );
  if (!bundled) {
    await mkdir(path.dirname(bundle), { recursive: true });
    const fresh = `${bundle}.${process.pid}`;
    await build({
      stdin: {
        contents: [
          `export { validate } from '@actions/languageservice';`,
          `export { TextDocument } from 'vscode-languageserver-textdocument';`,
        ].join('\n'),
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: fresh,
      logLevel: 'error',
    });
    await rename(fresh, bundle);
  }
  return createRequire(import.meta.url)(bundle) as LanguageService;
}

/** The name that workflows outside this repository know this action by; its owner does not matter here. */
export const OWN_NAME = 'agent-deploy';

/** Where on disk a workflow stands that a job calls by `uses`. */
export type FileOf = (uses: string) => string;

/**
 * Validates an action.yml or a workflow as GitHub would, without the network.
 * @param name path of the file; it decides which of the two kinds the text is
 * @param own the actions of this repository by folder ('' is the root): their inputs are checked where they are used,
 *   and warnings count
 * @returns one line per problem, `name:line: message`
 */
export async function validateYaml(
  name: string,
  text: string,
  { own, fileOf }: { own?: ReadonlyMap<string, ActionMetadata>; fileOf?: FileOf | undefined },
): Promise<string[]> {
  const github = await (service ??= load());
  // Local references have no metadata in the validator's eyes; as a published one they are checked like any other.
  const published =
    own === undefined
      ? text
      : text.replace(
          /(\buses: *)\.(\/\S*)/g,
          (_, key: string, folder: string) => `${key}owner/${OWN_NAME}${folder === '/' ? '' : folder}@v0`,
        );
  // The validator keeps what it parsed by address, so each document gets one of its own.
  documents += 1;
  const diagnostics = await github.validate(
    github.TextDocument.create(`file:///${documents}/${name}`, 'yaml', 0, published),
    {
      actionsMetadataProvider: {
        fetchActionMetadata: async (action) =>
          own !== undefined && action.name === OWN_NAME ? own.get(action.path ?? '') : STRANGER,
      },
      ...(fileOf === undefined
        ? {}
        : {
            fileProvider: {
              getFileContent: async ({ owner, repository, path: below, version }) => {
                const uses =
                  owner === undefined ? `./${below}` : `${owner}/${repository}/${below}@${version}`;
                return { name: `${documents}/${below}`, content: await readFile(fileOf(uses), 'utf8') };
              },
            },
          }),
    },
  );
  return diagnostics
    .filter(({ severity }) => own !== undefined || severity === undefined || severity === 1)
    .map(({ message, range }) => `${name}:${range.start.line + 1}: ${message}`);
}
