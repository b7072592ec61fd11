/**
 * A log line that the runner cannot take for a command. Build logs are written by others: a line such as
 * `::add-mask::…` or `##[error]…` in them must stay text. Takes and gives one line or several.
 */
export function escapeCommands(line: string): string {
  return (
    line
      .split(/\r\n|[\r\n]/)
      // U+0085 is white space to the runner, which skips it, and not to JavaScript.
      .map((part) => part.replace(/^([\s\u0085]*):(?=:)/, '$1: ').replaceAll('##[', '## ['))
      .join('\n')
  );
}
