import { appendFileSync, readFileSync } from 'node:fs';
import { EOL } from 'node:os';
import { issueCommand } from '../../../node_modules/@actions/core/lib/command.js';
import { toCommandProperties } from '../../../node_modules/@actions/core/lib/utils.js';
import type { Host } from './host.ts';

// The toolkit's index loads its OIDC client and with it an HTTP stack of 50 ms; a step that ends on a missing input
// needs none of it. So its modules are named one by one, in this file and nowhere else.

/** The runner that started this process, through GitHub's toolkit. Takes the process's environment. */
export function createRunnerHost(env: NodeJS.ProcessEnv): Host & {
  /** Sets a variable for the steps that follow. */
  setVariable(name: string, value: string): Promise<void>;
} {
  return {
    env,
    readFile: (path) => readFileSync(path, 'utf8'),
    log: (line) => {
      process.stdout.write(escapeCommands(line) + EOL);
    },
    startGroup: (title) => issueCommand('group', {}, title),
    endGroup: () => issueCommand('endgroup', {}, ''),
    annotate: ({ level, title, message }) => issueCommand(level, toCommandProperties({ title }), message),
    mask: (text) => issueCommand('add-mask', {}, text),
    setOutput: (name, value) => appendPair(env, 'OUTPUT', name, value),
    saveState: (name, value) => appendPair(env, 'STATE', name, value),
    setVariable: (name, value) => appendPair(env, 'ENV', name, value),
    addSummary: async (markdown) => {
      // Without the file (an old GitHub server) there is no summary to write to.
      if (!env['GITHUB_STEP_SUMMARY']) return;
      const { summary } = await import('../../../node_modules/@actions/core/lib/summary.js');
      await summary.addRaw(markdown, true).write();
    },
  };
}

/** Writes `name=value`, or the toolkit's delimited form (which loads node:crypto) where a value has several lines. */
async function appendPair(
  env: NodeJS.ProcessEnv,
  file: 'OUTPUT' | 'STATE' | 'ENV',
  name: string,
  value: string,
): Promise<void> {
  const path = env[`GITHUB_${file}`];
  if (!path) return;
  if (!/[\r\n]/.test(value)) {
    appendFileSync(path, `${name}=${value}${EOL}`, 'utf8');
    return;
  }
  const commands = await import('../../../node_modules/@actions/core/lib/file-command.js');
  commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
}

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
