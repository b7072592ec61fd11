import path from 'node:path';

/**
 * Never deployed, unless the author's repository tracks them: packages, environments and caches of tools, logs, and what
 * editors leave while a file is saved. Patterns of a .gitignore.
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

/** Types of files that people write: code, settings, prompts and small tables. */
const WRITTEN = new Set(
  [
    'ts tsx mts cts js jsx mjs cjs py pyi ipynb sql sh bash ps1 go rs java kt rb lua wasm',
    'json jsonc json5 jsonl yaml yml toml ini cfg conf properties lock lockb xml env',
    'md mdx mdc txt rst adoc html htm css csv tsv jinja jinja2 j2 hbs mustache liquid ejs njk tmpl tpl prompt prompty',
    'graphql gql proto cypher cql rq sparql ttl in typed',
  ].flatMap((types) => types.split(' ')),
);

/** Names of files that people write, without a type: `Dockerfile.dev` and `.env.local` count by their beginning. */
const WRITTEN_NAMES =
  /^(Dockerfile|Makefile|Procfile|Pipfile|Justfile|LICENSE|README|requirements)\b|^\.(env|npmrc|yarnrc|nvmrc|node-version|python-version|tool-versions|gitignore|gitattributes|dockerignore|gitmodules)\b/i;

/**
 * Whether a file that git does not track starts a deployment when it is saved, by its name alone. Others, such as databases
 * and dumps that a program writes, are deployed with the next save of a file that does.
 */
export function isWritten(file: string): boolean {
  const name = path.basename(file);
  return WRITTEN.has(path.extname(name).slice(1).toLowerCase()) || WRITTEN_NAMES.test(name);
}

/** Folders and files at the root of a checkout that no build reads: those of CI, of hooks and of editors. */
const OF_OTHER_TOOLS =
  /^(?:\.(?:github|gitlab|circleci|buildkite|husky|vscode|idea|zed|cursor)\/|\.gitlab-ci\.yml$|\.travis\.yml$|Jenkinsfile$|azure-pipelines\.yml$|bitbucket-pipelines\.yml$)/;

/** Whether only other tools read a path of a checkout, relative to its root with `/`: a change of it deploys nothing. */
export const isOfOtherTools = (entry: string): boolean => OF_OTHER_TOOLS.test(entry);

/** How many printed lines are kept, to be found again in a file. */
const MAX_LINES = 100;
/** Shorter lines may be the end of a file by chance. Characters. */
const MIN_LINE = 8;

/** The lines that were printed last. */
export interface PrintedLines {
  add(text: string): void;
  /** Whether a file with this end holds what was printed, as when the output is sent to a file in the watched folder. */
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
      // Tools such as `ts` put a time before each line.
      const last = end.trimEnd().split('\n').at(-1)?.trimEnd() ?? '';
      return lines.some((line) => last.endsWith(line));
    },
  };
}
