type Env = Readonly<Record<string, string | undefined>>;

/** The page of the docs with one section per reason code; a test holds them to each other. */
const PAGE = 'docs/troubleshooting.md';

/**
 * Where the docs explain a reason code, at the version of the action that runs. The path in the project where the
 * runner names no repository of the action, as for `uses: ./`. Pure.
 */
export function troubleshootingLink(env: Env, reason: string): string {
  const repository = env['GITHUB_ACTION_REPOSITORY'] ?? '';
  const ref = env['GITHUB_ACTION_REF'] || 'HEAD';
  const server = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '');
  const path = `${PAGE}#${reason}`;
  const sound =
    /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
  return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
}

/** A pull request's page, in the repository whose workflow runs; undefined where the runner names none. Pure. */
export function pullRequestLink(env: Env, number: number | undefined): string | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (number === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  return `${(env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '')}/${repository}/pull/${number}`;
}
