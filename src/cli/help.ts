import { parse } from 'yaml';
import * as z from 'zod';
import { readPlainText, WRITTEN_MAX_BYTES } from '../os/plain-file.ts';
import { inputsOf, kindOf, variableOfInput } from './flags.ts';
import { MANIFESTS } from './installation.ts';
import { type EngineVerb, isVerifyVerb, SUMMARIES } from './verbs.ts';

/** Returns the text that `agent-deploy --help` prints. */
export function usage(): string {
  const lines = Object.entries(SUMMARIES).map(([verb, text]) => `  ${verb.padEnd(10)}${text}`);
  return `usage: agent-deploy <verb> [flags]

${lines.join('\n')}

agent-deploy <verb> --help lists the flags of a verb. Each flag is also a variable, such as ${variableOfInput('deployment-name')}.
The log goes to standard error; --json writes the result to standard output. The exit code is 0 on success, else 1.`;
}

const Manifest = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
});

/** Returns the text that `agent-deploy <verb> --help` prints, with the action's inputs as flags. */
export async function usageOf(verb: EngineVerb): Promise<string> {
  const file = isVerifyVerb(verb) ? MANIFESTS.verify : MANIFESTS.deploy;
  const { inputs } = Manifest.parse(parse(await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES })));
  const flags = Object.entries(inputsOf(verb)).map(([name, spec]) => {
    const { description = '', default: standard } = inputs[name] ?? {};
    const shown = standard === undefined || standard.includes('${{') ? '' : ` (${standard})`;
    return `  ${flagOf(name, kindOf(name, spec))}\n${wrap(description.trim() + shown)}`;
  });
  return `usage: agent-deploy ${verb}${verb === 'evaluate' ? ' [deployment [compare-with]]' : ''} [flags]

${SUMMARIES[verb]}

  --json
      writes the result as one line of JSON to standard output
  --dotenv FILE
      writes the outputs to FILE as NAME=value, such as DEPLOYMENT_URL=https://…
  --workspace FOLDER
      the folder that paths are relative to (default: the top of the checkout)

${flags.join('\n')}`;
}

function flagOf(name: string, kind: ReturnType<typeof kindOf>): string {
  switch (kind) {
    case 'switch':
      return `--${name}, --no-${name}`;
    case 'secret':
      return `--${name}-file FILE, or ${variableOfInput(name)}`;
    case 'lines':
      return `--${name} TEXT, repeatable`;
    case 'text':
      return `--${name} TEXT`;
  }
}

const WIDTH = 110;

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `      ${line}`).join('\n');
}
