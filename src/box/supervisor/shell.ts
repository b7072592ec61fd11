/**
 * Returns a command that runs `line` in its own terminal with `script` from util-linux. Every Debian installation has
 * `script`.
 */
export function terminalCommand(
  line: string[],
  { rows, columns }: { rows: number; columns: number },
): string[] {
  const inside = `stty rows ${Math.trunc(rows)} columns ${Math.trunc(columns)} 2>/dev/null; exec ${line.map(shellQuote).join(' ')}`;
  return ['script', '--quiet', '--return', '--flush', '--command', inside, '/dev/null'];
}

/** Quotes a string as one word for a POSIX shell. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
