import { kindOfName, looksRandom } from '../../redaction/classify.ts';
import { createRedactor } from '../../redaction/redactor.ts';
import type { UnlocatedProblem } from '../inputs/problem.ts';
import type { ParsedInputs } from '../inputs/read.ts';
import { parseSeedFile } from '../inputs/seed-file.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { readWorkspaceFile } from '../workspace-file.ts';

/** Minimum length of a secret that is searched for in data. Shorter secrets occur in other words by chance. */
const SHORTEST_SECRET = 8;

/**
 * Reads the file with the data of a preview from the checkout. Refuses a path that leads outside the checkout,
 * including through a link. Returns the inputs with the data, or the problems with the file.
 */
export async function readSeedInput(
  reading: Extract<ParsedInputs, { ok: true }>,
  settings: PreviewSettings,
  workspace: string | undefined,
): Promise<ParsedInputs> {
  const { seed } = settings;
  if (seed?.file === undefined) return reading;
  const refuse = (problems: readonly UnlocatedProblem[]): ParsedInputs => ({
    ...reading,
    ok: false,
    problems: problems.map((problem) => ({ path: 'preview-seed', ...problem })),
  });
  const text = await readWorkspaceFile(workspace ?? '', seed.file);
  if (typeof text !== 'string') return refuse([text]);
  const parsed = parseSeedFile(text, createSecretFinder(settings));
  if (!parsed.ok) {
    return refuse(
      parsed.problems.map(({ message, hint }) => ({ message: `${seed.file}: ${message}`, hint })),
    );
  }
  return { ...reading, settings: { ...settings, seed: { ...seed, data: parsed.value } } };
}

/**
 * Creates a function that returns whether a string contains the API key, the token, or a value of `secrets`, in any
 * encoding. A value of `secrets` counts if its name or its form is that of a secret, because other variables of an
 * agent, such as the name of a model, may also be part of its data.
 */
export function createSecretFinder({
  apiKey,
  github,
  desired,
}: Pick<PreviewSettings, 'apiKey' | 'github' | 'desired'>): (text: string) => boolean {
  const secrets = (desired.secrets ?? [])
    .filter(({ name, value }) => kindOfName(name) === 'secret' || looksRandom(value))
    .map(({ value }) => value);
  const values = [apiKey, github.token, ...secrets].filter(
    (value) => value !== undefined && value.length >= SHORTEST_SECRET,
  );
  const redactor = createRedactor(values.filter((value) => value !== undefined));
  return (text) => redactor.redact(text) !== text;
}
