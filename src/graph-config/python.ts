import { join } from 'node:path';
import * as z from 'zod';
import { type ConfigProblem, optional } from './fields.ts';

export interface PythonConfig {
  /** Value of `python_version` as `major.minor`, such as "3.12". */
  version: string | undefined;
  installer: 'auto' | 'uv' | 'pip';
  /** Value of `pip_config_file` in the configuration's spelling, relative to the configuration's folder. */
  pipConfigFile: string | undefined;
  source: PythonSource;
}

/** Key or file that lists the packages of Python graphs. */
type PythonSource =
  /**
   * Entries of `dependencies` in the configuration's spelling. Entries that begin with a dot are local folders, and all
   * other entries are requirements.
   */
  | { kind: 'dependencies'; entries: string[] }
  /**
   * A uv project with a lock file. `root` is the project's folder relative to the configuration's folder, and `package`
   * is the workspace package to run.
   */
  | { kind: 'uv'; root: string; package: string | undefined };

/** Entries of `dependencies`, grouped by the kind of installation. All paths are absolute with links resolved. */
export interface DependencyPlan {
  /** Requirements in pip's syntax, without local folders. */
  requirements: string[];
  /** Paths of the `requirements.txt` files in local folders without a project file. */
  requirementFiles: string[];
  /** Folders with a project file (`pyproject.toml` or `setup.py`), which are installed as packages. */
  packages: string[];
  /** Folders without a project file, which are added to the import path. */
  paths: string[];
  /** Folders without a project file that are packages. Python imports `folder` as `name`. */
  flat: { name: string; folder: string }[];
}

/** Minor version of the oldest Python 3 that the hosted service offers. */
const OLDEST_MINOR = 11;

const NO_CREDENTIALS =
  'contains a Git URL with a user name or password. Remove these credentials from the URL: do not store them in a repository';
const DEPENDENCIES_EXAMPLE = '"dependencies": ["."]';
const UV_EXAMPLE = '"source": { "kind": "uv", "root": "." }';

const Version = z.string('is not a string. Write "python_version": "3.12"').superRefine((value, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  const [, major, minor, distribution] = /^(\d{1,4})\.(\d{1,4})(-[^.]*)?$/.exec(value) ?? [];
  if (major === undefined || minor === undefined) {
    const start = /^(\d{1,4}\.\d{1,4})\.\d/.exec(value)?.[1];
    refuse(
      `is "${value}". Expected only the major and minor version, such as "${start ?? '3.12'}": the hosted service chooses the patch version`,
    );
  } else if (Number(major) < 3 || (Number(major) === 3 && Number(minor) < OLDEST_MINOR)) {
    refuse(`is "${value}", which is too old. The oldest supported Python is 3.${OLDEST_MINOR}`);
  } else if (Number(major) > 3) {
    refuse(`is "${value}", which is not a supported Python version. Write a version such as "3.12"`);
  } else if (distribution === '-bullseye') {
    refuse(`is "${value}", whose image is no longer available. Write "${major}.${minor}"`);
  }
});

const COMPARISON = '(?:===|~=|==|!=|<=|>=|<|>) ?[A-Za-z0-9._*+!-]+';
/**
 * Matches a requirement: a name with optional extras, versions or a URL, and a marker. The pattern allows only single
 * spaces, so matching is fast.
 */
const REQUIREMENT = new RegExp(
  `^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])? ?(?:\\[[^\\]]*\\] ?)?(?:@ ?\\S+|\\(? ?(?:${COMPARISON}(?: ?, ?${COMPARISON})*)? ?\\)?)?(?: ?;.*)?$`,
);
const REQUIREMENT_ADDRESS = /^(?:git\+)?(?:https?|ssh):\/\/\S/i;
/** Matches URLs of files on this machine. */
const MACHINE_ADDRESS = /(?:^|[\s@+])file:/i;

const Entry = z
  .string('is not a string. Expected a folder that begins with ".", or a requirement such as "httpx>=0.27"')
  .superRefine((value, context) => {
    const reason = refusalOf(value);
    if (reason !== undefined) context.addIssue({ code: 'custom', message: reason });
  });

/**
 * Returns the reason why an entry of `dependencies` is rejected, or `undefined` for a valid entry. The reason does not
 * contain a URL with credentials.
 */
function refusalOf(entry: string): string | undefined {
  if (entry.trim() === '') return 'is empty. Remove it';
  // Line breaks are not allowed, because each entry becomes one line of the installer's input.
  if (/[\0-\x1f\x7f\u2028\u2029]/.test(entry)) return 'contains a control character. Remove it';
  if (hasGitCredentials(entry)) return NO_CREDENTIALS;
  if (isLocalEntry(entry)) return undefined;
  if (entry.startsWith('-')) {
    return `is ${quote(entry)}, an option of the installer. Write the folder that contains requirements.txt, such as ".", or the requirement itself`;
  }
  if (/^[\w-]+\.(?:txt|toml|lock|cfg|in)$/.test(entry)) {
    return `is ${quote(entry)}, a file. Write its folder, which begins with ".": ${DEPENDENCIES_EXAMPLE}`;
  }
  if (MACHINE_ADDRESS.test(entry)) {
    return `is ${quote(entry)}, which is outside the repository. Write a folder of the repository, such as "./packages/shared"`;
  }
  if (!REQUIREMENT.test(entry.trim().replaceAll(/ +/g, ' ')) && !REQUIREMENT_ADDRESS.test(entry)) {
    return `is ${quote(entry)}, which is not a requirement. Expected a requirement such as "httpx>=0.27", or a folder of the repository, which begins with "."`;
  }
  return undefined;
}

/** Returns a short form of an entry of `dependencies`, without the user info in URLs. */
function quote(entry: string): string {
  const shown = entry.replaceAll(/\/\/[^/\s]*@/g, '//…@');
  return JSON.stringify(shown.length > 200 ? `${shown.slice(0, 200)}…` : shown);
}

export const PYTHON_KEYS = {
  python_version: optional(Version, 'major and minor version of Python, such as `"3.12"`'),
  pip_installer: optional(
    z.enum(['auto', 'uv', 'pip'], { error: () => 'is unknown. Expected "auto", "uv" or "pip"' }),
    'the program that installs packages',
  ),
  pip_config_file: optional(
    z.string('is not the name of a file. Expected a name such as "pip.conf"'),
    'the path of a configuration file of pip',
  ),
  source: optional(
    z.object(
      {
        kind: z
          .literal('uv', `is unknown. The only supported kind is uv: ${UV_EXAMPLE}`)
          .describe('`"uv"`, the only supported kind'),
        root: optional(
          z
            .string(`is not a string. Expected a folder: ${UV_EXAMPLE}`)
            .refine((value) => value.trim() !== '', `is empty. Expected a folder: ${UV_EXAMPLE}`),
          'the folder of pyproject.toml and uv.lock',
        ),
        package: optional(
          z
            .string('is not a string. Expected the name of a package of the workspace')
            .refine(
              (value) => value.trim() !== '',
              'is empty. Write the name of a package of the workspace, or remove the key',
            ),
          'the package to install from the uv workspace',
        ),
      },
      `is not an object. Expected ${UV_EXAMPLE}`,
    ),
    'a uv project whose packages are installed instead of `dependencies`',
  ),
  dependencies: optional(
    z.array(Entry, `is not a list. Expected ${DEPENDENCIES_EXAMPLE}`),
    'requirements of packages, and paths of local folders, which begin with a dot',
  ),
};
const Keys = z.object(PYTHON_KEYS);

/** Parses the keys about Python. Messages contain `graph`, the ID of a Python graph. */
export function parsePythonConfig(
  json: Readonly<Record<string, unknown>>,
  graph: { id: string; path: string },
): { ok: true; config: PythonConfig } | { ok: false; problem: ConfigProblem } {
  const refuse = (key: string, message: string) => ({ ok: false as const, problem: { key, message } });
  const parsed = Keys.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse(issue?.path.map(String).join('.') ?? '', issue?.message ?? 'is not understood');
  }
  const { python_version: version, pip_installer: installer, pip_config_file: pipConfigFile } = parsed.data;
  const { source, dependencies } = parsed.data;
  if (source && dependencies && dependencies.length > 0) {
    return refuse(
      'dependencies',
      'and "source" are mutually exclusive: with "source", pyproject.toml and uv.lock list the packages. Remove one of the two keys',
    );
  }
  if (!source && (!dependencies || dependencies.length === 0)) {
    return refuse(
      'dependencies',
      `${dependencies ? 'is empty' : 'is missing'}, but "graphs.${graph.id}" is the Python module "${graph.path}". Expected the folder of its code: ${DEPENDENCIES_EXAMPLE}`,
    );
  }
  return {
    ok: true,
    config: {
      version: version?.split('-')[0],
      installer: installer ?? 'auto',
      pipConfigFile: pipConfigFile || undefined,
      source: source
        ? { kind: 'uv', root: source.root ?? '.', package: source.package ?? undefined }
        : { kind: 'dependencies', entries: dependencies ?? [] },
    },
  };
}

const GIT_ADDRESSES = [/git\+https?:\/\/([^/\s"']+)/gi, /\bgit\s*=\s*["']https?:\/\/([^/\s"']+)/gi];

/** Returns whether a git URL over HTTP in the string contains user info, such as a token. */
export function hasGitCredentials(text: string): boolean {
  return GIT_ADDRESSES.some((address) =>
    [...text.matchAll(address)].some(([, authority]) => authority?.includes('@')),
  );
}

/** A local folder that an entry of `dependencies` refers to. */
export interface LocalFolder {
  /** The entry in the configuration's spelling. */
  entry: string;
  /** Absolute path of the folder with links resolved. */
  path: string;
  /** Name of the folder, or `undefined` for the root of an archive, whose name is unknown. */
  name: string | undefined;
  files: ReadonlySet<string>;
  /** Names of the subfolders that contain Python files. */
  packages: readonly string[];
}

/** Names of packages that the agent server imports, and that no local folder can have. */
const RESERVED = new Set([
  'src',
  'langgraph',
  'langgraph-api',
  'langgraph_api',
  'langchain-core',
  'langchain_core',
  'pydantic',
  'orjson',
  'fastapi',
  'uvicorn',
  'psycopg',
  'httpx',
  'langsmith',
]);

/**
 * Groups the entries of `dependencies` by the kind of installation. Returns a problem with the entry if the name of a
 * folder is reserved, is used twice or cannot be imported.
 */
export function planDependencies(
  entries: readonly string[],
  folders: readonly LocalFolder[],
): { plan: DependencyPlan } | { problem: ConfigProblem } {
  const plan: DependencyPlan = {
    requirements: entries.filter((entry) => !isLocalEntry(entry)),
    requirementFiles: [],
    packages: [],
    paths: [],
    flat: [],
  };
  const claimed = new Map<string, string>();
  for (const folder of folders) {
    const { files, path } = folder;
    if (isProject(files)) {
      if (!plan.packages.includes(path)) plan.packages.push(path);
      continue;
    }
    const flat = isFlatPackage(files);
    for (const name of flat ? [folder.name ?? ''] : folder.packages) {
      const reason = refusalOfName(name, folder, claimed.get(name));
      if (reason !== undefined) return { problem: { key: 'dependencies', message: reason } };
      claimed.set(name, folder.entry);
    }
    if (flat && folder.name !== undefined) plan.flat.push({ name: folder.name, folder: path });
    else plan.paths.push(path);
    if (files.has('requirements.txt')) plan.requirementFiles.push(join(path, 'requirements.txt'));
  }
  return { plan };
}

function refusalOfName(
  name: string,
  { entry, files }: LocalFolder,
  claimedBy: string | undefined,
): string | undefined {
  const flat = isFlatPackage(files);
  const withProject = 'or give it a pyproject.toml';
  if (flat && name.includes('-')) {
    return `contains "${entry}", a package with the name "${name}", but Python cannot import a name with a hyphen. Rename the folder, ${withProject}`;
  }
  if (RESERVED.has(name)) {
    return `contains "${entry}", ${flat ? 'a package with the name' : 'which contains the package'} "${name}", but that name is reserved. Rename the folder, ${flat ? withProject : `or give "${entry}" a pyproject.toml`}`;
  }
  if (claimedBy !== undefined && name !== '') {
    return claimedBy === entry
      ? `contains "${entry}" twice. Remove one of them`
      : `contains "${claimedBy}" and "${entry}", which both have a package "${name}". Rename one of them`;
  }
  return undefined;
}

/** Returns whether a local folder with these files is installed as a package. */
export function isProject(files: ReadonlySet<string>): boolean {
  return files.has('pyproject.toml') || files.has('setup.py');
}

/** Returns whether a folder with these files is a package, which Python imports under the folder's name. */
export function isFlatPackage(files: ReadonlySet<string>): boolean {
  return files.has('__init__.py') && !isProject(files);
}

/** Returns whether an entry of `dependencies` is a folder of the repository. */
export function isLocalEntry(entry: string): boolean {
  return entry.startsWith('.');
}
