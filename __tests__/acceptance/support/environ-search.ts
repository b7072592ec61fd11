import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Result of a search in every readable environment: the number of environments, and the processes whose environment
 * contains one of the strings.
 */
export interface EnvironSearch {
  searched: number;
  /** Command lines of the processes whose environment contained a string. */
  found: string[];
}

/** The program uses only shell built-ins, so that it also runs where the memory of programs is limited. */
const PROGRAM = `#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
folder=$(dirname "$0")
{
  for environ in /proc/[0-9]*/environ; do
    text=$(tr '\\0' '\\n' < "$environ" 2>/dev/null) && [ -n "$text" ] || continue
    echo searched
    if printf '%s' "$text" | grep -qF -f "$folder/texts"; then
      printf 'found %s\\n' "$(tr '\\0\\n' '  ' < "\${environ%environ}cmdline")"
    fi
  done
} > "$folder/part.$$"
mv "$folder/part.$$" "$folder/report.$$"
`;

/** Creates a program in an empty folder that searches every readable environment for the strings. */
export function environSearch(
  folder: string,
  texts: readonly string[],
): { command: string; results(): EnvironSearch[] } {
  const command = path.join(folder, 'search-environ');
  // The strings are in a file, so that the process that runs the program does not contain them.
  writeFileSync(path.join(folder, 'texts'), `${texts.join('\n')}\n`);
  writeFileSync(command, PROGRAM);
  chmodSync(command, 0o755);
  return {
    command,
    // Each search writes a separate file, because a program may start several searches at the same time.
    results: () =>
      readdirSync(folder)
        .filter((name) => name.startsWith('report.'))
        .map((name) => {
          const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
          const found = lines.filter((line) => line.startsWith('found '));
          return { searched: lines.filter((line) => line === 'searched').length, found };
        }),
  };
}
