import * as z from 'zod';
import { cIdentifier, text, nonEmptyText } from './primitives.ts';

/** What an operating system can carry as a variable's name: not empty, no `=`, no NUL. */
const variableName = text.regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');

/** One environment variable of the deployment's container (spec §2.4). Values may come back: never print one. */
export const Secret = z.object({ name: variableName, value: text });
export type Secret = z.infer<typeof Secret>;

/** Points at a key of an existing cluster secret in the deployment's namespace (spec §2.5). */
export const SecretReference = z.object({
  name: variableName,
  secret_name: nonEmptyText,
  secret_key: nonEmptyText,
});
export type SecretReference = z.infer<typeof SecretReference>;

/** A name the action accepts for a secret: it must be usable as an environment variable. */
export const SecretName = cIdentifier;
