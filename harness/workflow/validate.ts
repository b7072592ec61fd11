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
  /** Severity of the problem: 1 or absent for an error. */
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

// The inputs of actions in other repositories are unknown without the network, so they are not validated.
const STRANGER: ActionMetadata = { name: '', description: '' };

let service: Promise<LanguageService> | undefined;
let documents = 0;

// GitHub's own validator imports JSON in a way that Node refuses, so the validator is bundled once and cached.
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

/** Name of this action in workflows outside this repository; the owner does not matter here. */
export const OWN_NAME = 'agent-deploy';

/** Returns the file of a workflow that a job calls with `uses`. */
export type FileOf = (uses: string) => string;

/**
 * Validates an action.yml or a workflow as GitHub would, without the network.
 * @param name path of the file, which determines its kind
 * @param own the actions of this repository by folder ('' is the root), whose inputs are validated where they are
 * used, and whose warnings count
 * @returns one line per problem, `name:line: message`
 */
export async function validateYaml(
  name: string,
  text: string,
  { own, fileOf }: { own?: ReadonlyMap<string, ActionMetadata>; fileOf?: FileOf | undefined },
): Promise<string[]> {
  const github = await (service ??= load());
  // The validator does not read local actions, so they are validated as if they were published.
  const published =
    own === undefined
      ? text
      : text.replace(
          /(\buses: *)\.(\/\S*)/g,
          (_, key: string, folder: string) => `${key}owner/${OWN_NAME}${folder === '/' ? '' : folder}@v0`,
        );
  // The validator caches parsed documents by URL, so each document gets a new URL.
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
