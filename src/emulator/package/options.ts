import * as z from 'zod';
import { ISOLATION_LEVELS } from '../../box/box.ts';
import { parseNetwork } from '../../credential-proxy/policy/network.ts';
import { FaultPlan } from '../admin/fault-plan.ts';
import { suggest } from '../cli/command.ts';
import {
  API_KEY_RULE,
  isApiKey,
  isArgument,
  NUMBER_MAX,
  parsePublicUrl,
  PUBLIC_URL_RULE,
} from '../cli/values.ts';
import { EDITIONS, IMAGE_ENGINES } from '../ports/context.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { EmulatorOptions } from './types.ts';

const text = z.string().min(1).optional();
/** Command that starts a Python interpreter: a program and its first arguments. */
const PythonCommand = z.array(z.string().refine(isArgument, 'must be an argument')).min(1);
const milliseconds = z
  .number()
  .min(1)
  .max(NUMBER_MAX * 1000)
  .optional();

/** Returns a schema for a URL, with the rule of the corresponding flag. */
const address = (parse: (text: string) => string | undefined, rule: string) =>
  z
    .string()
    .transform((value, context) => {
      const url = parse(value);
      if (url === undefined) context.addIssue({ code: 'custom', message: rule });
      return url;
    })
    .optional();

/** Options of `startEmulator`, where a misspelled option is an error. */
const Options = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  host: text,
  apiKey: z.string().refine(isApiKey, API_KEY_RULE).optional(),
  dataDir: text,
  workspaceId: z.guid().optional(),
  seed: z
    .union([z.string().min(1), z.looseObject({ workspaces: z.array(z.looseObject({})) })], {
      error: 'must be the path of a seed file, or an object with workspaces',
    })
    .optional(),
  runtime: z.enum(['process', 'stub']).optional(),
  clock: z.enum(['real', 'virtual']).optional(),
  compat: z.enum(['spec', 'hosted']).optional(),
  edition: z.enum(EDITIONS).optional(),
  publicUrl: address(parsePublicUrl, PUBLIC_URL_RULE),
  maxBuilds: z.int().min(1).max(NUMBER_MAX).optional(),
  randomSeed: z.int().optional(),
  healthTimeoutMs: milliseconds,
  stuckTimeoutMs: milliseconds,
  installTimeoutMs: milliseconds,
  pythons: z.array(PythonCommand).optional(),
  imageEngine: z.enum(IMAGE_ENGINES).optional(),
  sandboxIsolation: z.enum(['auto', ...ISOLATION_LEVELS]).optional(),
  sandboxNetworks: z
    .array(
      z.string().refine((network) => parseNetwork(network) !== undefined, 'must be a network (10.0.0.0/8)'),
    )
    .optional(),
  sandboxRootsFile: text,
  pushChangedSecrets: z.boolean().optional(),
  keyringFile: text,
  databaseUrl: text,
  journalFile: text,
  faults: FaultPlan.optional(),
  log: z
    .custom((value) => value === undefined || typeof value === 'function', 'must be a function')
    .optional(),
} satisfies Record<keyof EmulatorOptions, z.ZodType>);

/**
 * Validates the options of `startEmulator` and returns them with normalized URLs.
 * @throws UsageError that lists each invalid option, never its value.
 */
export function readOptions(options: EmulatorOptions): EmulatorOptions {
  const { publicUrl } = read(Options, options, 'startEmulator', 'option');
  return { ...options, publicUrl };
}

/**
 * Parses fault rules that a program sets.
 * @throws UsageError in one line that lists each invalid position, never its value.
 */
export function readFaults(plan: unknown): FaultPlan {
  return read(FaultPlan, plan, 'faults.set', 'key');
}

function read<T extends z.ZodObject>(schema: T, value: unknown, what: string, member: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const known = Object.keys(schema.shape);
  const problems = result.error.issues.flatMap((issue) => {
    const place = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys')
      return [place === '' ? issue.message : `${place}: ${issue.message}`];
    return issue.keys.map((key) =>
      place === '' ? `unknown ${member} ${key}; ${suggest(key, known)}` : `${place}: unknown key ${key}`,
    );
  });
  throw new UsageError(`${what}: ${problems.join('; ')}`);
}
