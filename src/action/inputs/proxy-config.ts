import * as z from 'zod';
import { optional } from '../../contract/primitives.ts';
import {
  AccessControl,
  AwsSigning,
  HmacSigning,
  ProxyBudget,
  ProxyConfig,
  ProxyHeader,
  ProxyPlaceholder,
  ProxyRule,
  ProxyServiceUse,
  ProxySigning,
} from '../../contract/sandbox.ts';
import { expandServices } from '../../contract/proxy-services.ts';
import { secretReferencesIn, templatesOf } from '../../contract/secret-template.ts';
import { findMissingValue } from './secrets.ts';
import type { Parsed, UnlocatedProblem } from './problem.ts';
import {
  isMapping,
  isTypo,
  type Mapping,
  parseYaml,
  refuse,
  validateYaml,
  type YamlOptions,
  type YamlPath,
  type YamlProblem,
  type YamlText,
} from './yaml.ts';

/** Checks a well-formed configuration with the credential proxy's rules. Problems never quote a value. */
export type CheckProxyConfig = (
  config: ProxyConfig,
  mode: 'hosted' | 'runner',
) => readonly { loc: YamlPath; msg: string }[];

/** Schema that refuses unknown fields, because ignoring a misspelled list of hosts would allow every host. */
const StrictConfig = ProxyConfig.extend({
  access_control: optional(AccessControl.strict()),
  services: optional(
    z.array(ProxyServiceUse.safeExtend({ service: ProxyServiceUse.shape.service }).strict()),
  ),
  rules: optional(
    z.array(
      ProxyRule.extend({
        headers: optional(z.array(ProxyHeader.strict())),
        placeholders: optional(z.array(ProxyPlaceholder.strict())),
        sign: optional(
          ProxySigning.safeExtend({
            aws: optional(AwsSigning.strict()),
            hmac: optional(HmacSigning.strict()),
          }).strict(),
        ),
        budget: optional(ProxyBudget.safeExtend({}).strict()),
      }).strict(),
    ),
  ),
}).strict();

/**
 * Parses `proxy-config` from YAML or JSON with the contract's schema and the credential proxy's rules. Refuses a
 * configuration that the proxy would refuse, before anything is sent or started. Problems contain the line but never a
 * value.
 */
export function parseProxyConfig(
  text: string,
  mode: 'hosted' | 'runner',
  checkConfig: CheckProxyConfig,
): Parsed<ProxyConfig> {
  const read = parseYaml(text);
  return read.ok ? validateProxyConfig(read.value, mode, checkConfig) : read;
}

/** Validates a parsed configuration like `parseProxyConfig`. */
export function validateProxyConfig(
  yaml: YamlText,
  mode: 'hosted' | 'runner',
  checkConfig: CheckProxyConfig,
  options: Pick<YamlOptions, 'nameOf'> = {},
): Parsed<ProxyConfig> {
  const schema = StrictConfig.transform((given, context) => {
    const config = expandServices(given);
    if (context.issues.length > 0) return config;
    for (const { loc, msg } of checkConfig(config, mode)) refuse(context, msg, 'Correct this field.', loc);
    return config;
  });
  // Shows an unknown field only if it looks like a typing error. An unknown field that does not look like a typing
  // error might be part of a value: in braces, `value: a, b` makes `b` a field.
  return validateYaml(yaml, schema, { ...options, check: checkHeaders, isShown: isTypo });
}

/** Returns the literal header values and keys that must not be shown, even if the configuration is invalid. */
export function secretHeaderValues(text: string): string[] {
  const parsed = parseYaml(text);
  if (!parsed.ok) return [];
  return everyNode(parsed.value.value).flatMap((node) => {
    const value = node['value'];
    const isShown =
      node['type'] === 'plaintext' ||
      node['type'] === 'workspace_secret' ||
      // A placeholder contains references, and the value of a signature contains variables.
      (('env' in node || 'header' in node) && refersToSecret(value));
    const keys = [
      node['secret_access_key'],
      node['session_token'],
      'service' in node ? null : node['secret'],
    ];
    const secret = keys.filter((key) => !refersToSecret(key));
    return [...(isShown ? [] : [value]), ...secret].filter((text) => typeof text === 'string');
  });
}

function refersToSecret(value: unknown): boolean {
  return typeof value === 'string' && secretReferencesIn(value).length > 0;
}

/** Returns the literal header values in the rules that are secret. */
export function literalSecretsOf({ rules }: ProxyConfig): string[] {
  const headers = (rules ?? []).flatMap((rule) => rule.headers ?? []);
  return headers.flatMap(({ type, value }) => (type === 'opaque' && value ? [value] : []));
}

/** Returns the names of all workspace secrets to which enabled rules refer, without duplicates. */
function secretNamesOf({ rules }: ProxyConfig): string[] {
  const values = (rules ?? []).flatMap((rule) => (rule.enabled === false ? [] : templatesOf(rule)));
  return [...new Set(values.flatMap(secretReferencesIn))];
}

/**
 * Reads the workspace secrets to which enabled rules refer from the environment of the step.
 *
 * @returns The values of the variables by name, and the names of missing or empty variables.
 */
export function findRuleSecrets(
  config: ProxyConfig,
  env: Readonly<Record<string, string | undefined>>,
): { secrets: Record<string, string>; missing: string[] } {
  const secrets: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of secretNamesOf(config)) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value) secrets[name] = value;
    else missing.push(name);
  }
  return { secrets, missing };
}

/** Returns a problem for each missing or empty variable to which rules refer. */
export function missingSecretProblems(missing: readonly string[]): UnlocatedProblem[] {
  return missing.map((name) => ({
    message: `a rule uses {${name}}, but the environment variable ${name} of the step is missing or empty`,
    hint: `Set the variable for the step: \`env: { ${name}: \${{ secrets.${name} }} }\`.`,
  }));
}

/** Returns all names in braces, even if the proxy configuration is invalid. */
export function namesInBraces(text: string): string[] {
  const names = Array.from(text.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name]) => name ?? '');
  return [...new Set(names)];
}

/** Returns problems for headers that would be sent without their credential. */
function checkHeaders(value: unknown): YamlProblem[] {
  const problems: YamlProblem[] = [];
  for (const [index, rule] of list(value, 'rules').entries()) {
    for (const [place, header] of list(rule, 'headers').entries()) {
      if (!isMapping(header) || !Object.hasOwn(header, 'value')) continue;
      const isCredential = header['type'] !== 'plaintext';
      const missing = findMissingValue(
        header['value'],
        'Remove the header if you do not need it.',
        isCredential,
      );
      if (missing === undefined) continue;
      const path = ['rules', index, 'headers', place, 'value'];
      problems.push({ path, message: `it ${missing.message}`, hint: missing.hint });
    }
    for (const [place, placeholder] of list(rule, 'placeholders').entries()) {
      const value = isMapping(placeholder) ? placeholder['value'] : undefined;
      const missing = findMissingValue(value, 'Refer to a secret, such as {API_KEY}.', true);
      if (missing === undefined || value === undefined) continue;
      const path = ['rules', index, 'placeholders', place, 'value'];
      problems.push({ path, message: `it ${missing.message}`, hint: missing.hint });
    }
    problems.push(
      ...missingKeys(rule).map(({ path, ...more }) => ({ path: ['rules', index, ...path], ...more })),
    );
  }
  return problems;
}

const SIGNING_KEYS = [
  ['aws', 'access_key_id'],
  ['aws', 'secret_access_key'],
  ['aws', 'session_token'],
  ['hmac', 'secret'],
] as const;

/** Returns problems for signing keys without a value, which are often an unset variable of the workflow. */
function missingKeys(rule: unknown): (Omit<YamlProblem, 'path'> & { path: string[] })[] {
  return SIGNING_KEYS.flatMap(([kind, field]) => {
    const signing = mapping(mapping(rule, 'sign'), kind);
    if (signing === undefined || !Object.hasOwn(signing, field)) return [];
    const missing = findMissingValue(signing[field], 'Refer to a secret, such as {API_KEY}.', true);
    if (missing === undefined) return [];
    return [{ path: ['sign', kind, field], message: `it ${missing.message}`, hint: missing.hint }];
  });
}

function mapping(value: unknown, key: string): Mapping | undefined {
  const found = isMapping(value) ? value[key] : undefined;
  return isMapping(found) ? found : undefined;
}

function list(value: unknown, key: string): unknown[] {
  const found = isMapping(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

function everyNode(value: unknown, seen = new Set<unknown>()): Mapping[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const below = Object.values(value).flatMap((part) => everyNode(part, seen));
  return isMapping(value) ? [value, ...below] : below;
}
