import * as z from 'zod';
import { ISOLATION_LEVELS } from '../../box/box.ts';
import { parseNetwork } from '../../credential-proxy/policy/network.ts';
import { nearest } from '../cli/command.ts';
import { IMAGE_ENGINES } from '../ports/context.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { EmulatorOptions } from './types.ts';

const text = z.string().min(1).optional();
const milliseconds = z.number().min(1).optional();

/** What `startEmulator` takes. A program in JavaScript may give anything, and a misspelt option must not be ignored. */
const Options = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  host: text,
  apiKey: text,
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
  edition: z.enum(['any', 'cloud', 'self-hosted']).optional(),
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  instanceUrl: z.url({ protocol: /^http$/ }).optional(),
  maxBuilds: z.int().min(1).optional(),
  randomSeed: z.int().optional(),
  healthTimeoutMs: milliseconds,
  installTimeoutMs: milliseconds,
  pythons: z.array(z.array(z.string().min(1)).min(1)).optional(),
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
  faults: z.looseObject({ rules: z.array(z.unknown()) }).optional(),
  log: z
    .custom((value) => value === undefined || typeof value === 'function', 'must be a function')
    .optional(),
} satisfies Record<keyof EmulatorOptions, z.ZodType>);

/**
 * Checks the options of `startEmulator`.
 * @throws UsageError that names each option that is wrong, never its value.
 */
export function checkOptions(options: EmulatorOptions): void {
  const result = Options.safeParse(options);
  if (result.success) return;
  const known = Object.keys(Options.shape);
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `unknown option ${key}; did you mean ${nearest(key, known)}?`)
      : [`${issue.path.join('.') || 'the options'}: ${issue.message}`],
  );
  throw new UsageError(`startEmulator: ${problems.join('; ')}`);
}
