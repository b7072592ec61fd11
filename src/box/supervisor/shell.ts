/** A command line that runs another one on a terminal of its own: `script` of util-linux, which every Debian has. */
export function terminalCommand(
  line: string[],
  { rows, columns }: { rows: number; columns: number },
): string[] {
  const inside = `stty rows ${Math.trunc(rows)} columns ${Math.trunc(columns)} 2>/dev/null; exec ${line.map(shellQuote).join(' ')}`;
  return ['script', '--quiet', '--return', '--flush', '--command', inside, '/dev/null'];
}

/** Quotes any text as one word of a POSIX shell. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
