/** Owner and name as an address ends with them: `https://host/owner/name.git`, `git@host:owner/name`, a path. */
export function parseRepositoryName(url: string): { owner: string; name: string } {
  const parts = url
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/)
    .filter((part) => part !== '');
  return { owner: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}
