import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a search of every environment that can be read came to: how many were read, and whose held one of the texts. */
export interface EnvironSearch {
  searched: number;
  /** The command lines of those processes. */
  found: string[];
}

/** In the shell's own words: it also runs where the memory of programs is limited. */
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

/** Makes a program in an empty folder that searches every readable environment for the texts. */
export function environSearch(
  folder: string,
  texts: readonly string[],
): { command: string; results(): EnvironSearch[] } {
  const command = path.join(folder, 'search-environ');
  // In a file, so that the process that runs the program does not hold them by that.
  writeFileSync(path.join(folder, 'texts'), `${texts.join('\n')}\n`);
  writeFileSync(command, PROGRAM);
  chmodSync(command, 0o755);
  return {
    command,
    // A file for each search: a program may start several at once.
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
