/** Never of use in a build, whatever ignore files say (facts: service §2.7). */
const NEVER: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.tox',
  '.mypy_cache',
]);

/** Files whose only purpose is to hold secrets; the last one is what a Google sign-in step leaves in the workspace. */
const SECRET = /^(\.env(\..+)?|\.netrc|_netrc|\.git-credentials|gha-creds-[^/]*\.json)$/;
/** What shows others how to write theirs. */
const SAMPLE = /^\.env\.(?:.+\.)?(?:example|sample|template|dist)$/;

/** Why a path is left out whatever else is said of it: `never` of use, or likely a `secret`. Undefined: it is not. Pure. */
export function exclusionOf(path: string): 'never' | 'secret' | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => NEVER.has(segment))) return 'never';
  const name = segments.at(-1) ?? '';
  return SECRET.test(name) && !SAMPLE.test(name) ? 'secret' : undefined;
}

/** Whether nothing below a folder of this name is ever packed: it need not be walked. Pure. */
export function isNeverPacked(name: string): boolean {
  return NEVER.has(name);
}
