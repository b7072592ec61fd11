import { checkUnknownInputs, readDisplay } from './read.ts';
import { parseRepoPath } from './parsers.ts';
import { invalid, type Parsed, type Problem, valid } from './problem.ts';
import { createInputReader } from './reader.ts';
import { EMULATOR_INPUT_NAMES, EMULATOR_INPUTS, type EmulatorValues } from './registry.ts';
import type { Display } from './settings.ts';
import { isMapping, parseYaml } from './yaml.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A YAML or JSON document in the workflow, or the path of a file in the checkout. */
export type DocumentInput = { kind: 'file'; path: string } | { kind: 'text'; text: string };

/** All inputs of the emulator action, validated and converted. */
export interface EmulatorSettings {
  seed: DocumentInput | undefined;
  faults: DocumentInput | undefined;
  runtime: EmulatorValues['runtime'];
  compat: EmulatorValues['compat'];
  edition: EmulatorValues['edition'];
  clock: EmulatorValues['clock'];
  port: number;
  /** API key of the emulator, or `undefined` to generate a random key. */
  apiKey: string | undefined;
  workspaceId: string | undefined;
  flags: readonly string[];
  /** Time limit for installation and start together, in milliseconds. */
  timeoutMs: number;
}

export type ParsedEmulatorInputs = { display: Display; warnings: Problem[] } & (
  | { ok: true; settings: EmulatorSettings }
  | { ok: false; problems: readonly Problem[] }
);

/**
 * Parses and validates all inputs of `emulator/action.yml` before anything is started. Returns the problems with all
 * inputs together.
 */
export async function readEmulatorInputs(env: Env): Promise<ParsedEmulatorInputs> {
  const reader = createInputReader(env, EMULATOR_INPUTS);
  const display = readDisplay(reader);
  const warnings = await checkUnknownInputs(env, reader, EMULATOR_INPUT_NAMES);
  const seed = reader.readWith('seed', (text) => parseDocument(text));
  const faults = reader.readWith('faults', (text) => parseDocument(text));
  const runtime = reader.read('runtime');
  const compat = reader.read('compat');
  const edition = reader.read('edition');
  const clock = reader.read('clock');
  const port = reader.read('port');
  const apiKey = reader.read('api-key');
  const workspaceId = reader.read('workspace-id');
  const flags = reader.read('flags') ?? [];
  const timeoutMs = reader.read('timeout');
  if (clock === 'virtual' && runtime === 'process') {
    reader.addProblem(
      'clock',
      'virtual time requires `runtime: stub`, because real builds and agents take real time',
      'Write `runtime: stub`, or use the real clock.',
    );
  }
  const shown = { display, warnings };
  const { problems } = reader;
  if (problems.length > 0 || !runtime || !compat || !edition || !clock || port === undefined || !timeoutMs) {
    return { ok: false, ...shown, problems };
  }
  return {
    ok: true,
    ...shown,
    settings: { seed, faults, runtime, compat, edition, clock, port, apiKey, workspaceId, flags, timeoutMs },
  };
}

/** Parses an input with a seed or fault rules: the document itself, or the path of a file in the checkout. */
function parseDocument(text: string): Parsed<DocumentInput> {
  if (/^[^\r\n:]+\.(ya?ml|json)$/i.test(text)) {
    const path = parseRepoPath(text);
    return path.ok ? valid({ kind: 'file', path: path.value }) : path;
  }
  const checked = checkDocument(text);
  return checked.ok ? valid({ kind: 'text', text }) : checked;
}

/** Checks that a string is a YAML or JSON mapping, whose fields the emulator validates. */
export function checkDocument(text: string): Parsed<unknown> {
  const read = parseYaml(text);
  if (!read.ok) return read;
  if (isMapping(read.value.value)) return valid(read.value.value);
  return invalid(
    'the value is neither a mapping nor a path that ends in .yml, .yaml or .json',
    "Write a mapping as in docs/emulator.md of this action's repository, or the path of a file in the checkout.",
  );
}
