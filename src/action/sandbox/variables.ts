import type { Variables } from './world.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What is set for the steps that follow: with what must not be there emptied, where it is there. Pure. */
export function exportedValues({ set, names }: Variables, env: Env): Record<string, string> {
  const emptied = names.filter((name) => !Object.hasOwn(set, name) && env[name]);
  return { ...set, ...Object.fromEntries(emptied.map((name) => [name, ''])) };
}

/**
 * What the variables are set to when the proxy is gone: what they were. A job cannot take a variable away: where there was
 * none it is left empty, a switch off, and a file of certificates that takes the place of a program's own as the file of
 * the machine, since an empty name would leave that program with nobody to trust. Pure.
 */
export function restoredValues(
  variables: Variables,
  env: Env,
  files: { bundle: string; roots: string | undefined },
): Record<string, string> {
  const exported = Object.entries(exportedValues(variables, env));
  return Object.fromEntries(exported.map(([name, value]) => [name, env[name] ?? without(value)]));
  function without(value: string): string {
    if (value === files.bundle) return files.roots ?? '';
    return value === '1' ? '0' : '';
  }
}

/** Reads what `restore.json` holds; undefined when it holds something else. Pure. */
export function readValues(text: string | undefined): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const pairs = Object.entries(value).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return Object.fromEntries(pairs);
  } catch {
    return undefined;
  }
}

/** Lines for a shell to source. Pure. */
export function shellLines({ set, names }: Variables): string {
  const unset = names.filter((name) => !Object.hasOwn(set, name));
  const lines = Object.entries(set).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`,
  );
  return [...lines, ...(unset.length > 0 ? [`unset ${unset.join(' ')}\n`] : [])].join('');
}
