import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { GENERATED_MAX_BYTES, readPlainTextSync } from '../../os/plain-file.ts';
import { writeFully } from '../../os/write-fully.ts';
import type { Host } from './host.ts';

// Writes the runner's documented commands without GitHub's toolkit, because the toolkit is slow to load. The toolkit's
// index loads an OIDC client with an HTTP stack, which takes 50 ms. The toolkit's commands use `process.stdout`, which
// takes as long to load as the rest of this step.

const EOL = process.platform === 'win32' ? '\r\n' : '\n';

/**
 * Creates the host for the runner of this process. `env` is the process's environment, and `write` receives log lines.
 */
export function createRunnerHost(
  env: NodeJS.ProcessEnv,
  write: (text: string) => void = (text) => writeFully(1, text),
): Host & {
  setVariable(name: string, value: string): Promise<void>;
} {
  const command = (name: string, text: string) => write(`::${name}::${escapeData(text)}${EOL}`);
  return {
    env,
    readFile: (path) => readPlainTextSync(path, { maxBytes: GENERATED_MAX_BYTES }),
    log: (line) => write(escapeCommands(line) + EOL),
    startGroup: (title) => command('group', title),
    endGroup: () => command('endgroup', ''),
    annotate: ({ level, title, message, file, line }) => {
      const properties = { title, file, line };
      const texts = Object.entries(properties).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
      );
      command(`${level} ${texts.join(',')}`, message);
    },
    mask: (text) => command('add-mask', text),
    setOutput: (name, value) => appendPair(env, 'OUTPUT', name, value),
    saveState: (name, value) => appendPair(env, 'STATE', name, value),
    setVariable: (name, value) => appendPair(env, 'ENV', name, value),
    addSummary: async (markdown) => {
      const path = env['GITHUB_STEP_SUMMARY'];
      if (path) appendFileSync(path, markdown() + EOL, 'utf8');
    },
  };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * Writes `name=value` to the file of a runner command. Uses the toolkit's delimited form only for multi-line values,
 * because the delimited form requires loading `crypto`.
 */
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
 * Escapes log lines that the runner would execute as commands. Build logs are untrusted, so lines such as
 * `::add-mask::…` or `##[error]…` must stay text.
 */
export function escapeCommands(line: string): string {
  return (
    line
      .split(/\r\n|[\r\n]/)
      // The runner skips U+0085 as white space, but JavaScript does not treat U+0085 as white space.
      .map((part) => part.replace(/^([\s\u0085]*):(?=:)/, '$1: ').replaceAll('##[', '## ['))
      .join('\n')
  );
}
