import path from 'node:path';

/**
 * Patterns in .gitignore syntax for files that are deployed only if the agent's repository tracks them: packages,
 * environments, caches of tools, logs, and temporary files of editors.
 */
export const NEVER_DEPLOYED = [
  '.git',
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  '.langgraph_api/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.ipynb_checkpoints/',
  '.tox/',
  '.nox/',
  '.coverage',
  '.eslintcache',
  '*.tsbuildinfo',
  '*.pyc',
  '*.log',
  'nohup.out',
  '*.pid',
  '*.tmp',
  '*.sw[a-p]',
  '*~',
  '.#*',
  '4913',
  '.DS_Store',
];

/** Extensions of files that people write: code, settings, prompts and small tables. */
const WRITTEN = new Set(
  [
    'ts tsx mts cts js jsx mjs cjs py pyi ipynb sql sh bash ps1 go rs java kt rb lua wasm',
    'json jsonc json5 jsonl yaml yml toml ini cfg conf properties lock lockb xml env',
    'md mdx mdc txt rst adoc html htm css csv tsv jinja jinja2 j2 hbs mustache liquid ejs njk tmpl tpl prompt prompty',
    'graphql gql proto cypher cql rq sparql ttl in typed',
  ].flatMap((types) => types.split(' ')),
);

/** Matches names of files that people write, such as `Dockerfile` and `Dockerfile.dev`. */
const WRITTEN_NAMES =
  /^(Dockerfile|Makefile|Procfile|Pipfile|Justfile|LICENSE|README|requirements)\b|^\.(env|npmrc|yarnrc|nvmrc|node-version|python-version|tool-versions|gitignore|gitattributes|dockerignore|gitmodules)\b/i;

/**
 * Returns whether saving an untracked file with this name starts a deployment. Files that people do not write, such as
 * databases, are deployed along with the next file that starts a deployment.
 */
export function isTextFile(file: string): boolean {
  const name = path.basename(file);
  return WRITTEN.has(path.extname(name).slice(1).toLowerCase()) || WRITTEN_NAMES.test(name);
}

/** Matches files at the root of a checkout that no build reads: settings of CI, git hooks and editors. */
const OF_OTHER_TOOLS =
  /^(?:\.(?:github|gitlab|circleci|buildkite|husky|vscode|idea|zed|cursor)\/|\.gitlab-ci\.yml$|\.travis\.yml$|Jenkinsfile$|azure-pipelines\.yml$|bitbucket-pipelines\.yml$)/;

/**
 * Returns whether no build reads this path, so `dev` does not deploy when the file changes. The path is relative to the
 * checkout's root and separated by `/`.
 */
export const isOfOtherTools = (entry: string): boolean => OF_OTHER_TOOLS.test(entry);

/** Maximum number of printed lines that are remembered. */
const MAX_LINES = 100;
/** Minimum length of a remembered line in characters. A file might end with a shorter line by chance. */
const MIN_LINE = 8;

/** Remembers the last lines that this program printed. */
export interface PrintedLines {
  add(text: string): void;
  /**
   * Returns whether a file with this end contains the printed lines, for example because the output is redirected to a
   * file in the watched folder.
   */
  areIn(end: string): boolean;
}

export function createPrintedLines(): PrintedLines {
  const lines: string[] = [];
  return {
    add(text) {
      const line = text.trimEnd();
      if (line.length < MIN_LINE) return;
      lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
    },
    areIn(end) {
      // Tools such as `ts` prefix each line with the time.
      const last = end.trimEnd().split('\n').at(-1)?.trimEnd() ?? '';
      return lines.some((line) => last.endsWith(line));
    },
  };
}
