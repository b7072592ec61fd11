import type {
  AccessControl,
  AwsSigning,
  HmacSigning,
  ProxyConfig,
  ProxyHeader,
  ProxyPlaceholder,
  ProxyRule,
  ProxySigning,
} from '../contract/sandbox.ts';
import { parseTemplate } from '../contract/secret-template.ts';
import { headerValueProblem } from './headers.ts';
import type {
  PushedAccess,
  PushedHeader,
  PushedPlaceholder,
  PushedRule,
  PushedSigning,
  PushProblem,
  SandboxPush,
} from './messages.ts';
import { compilePolicy, type CompileResult } from './policy/compile.ts';

/** A sandbox's configuration with all values filled in: fields for a push, and variables for the box. */
export interface ResolvedConfig extends Pick<SandboxPush, 'rules' | 'noProxy' | 'access'> {
  /**
   * Variables in `env_vars` of the enabled rules, and the variables of AWS clients if a rule signs requests for AWS. If
   * several rules set a variable, the first rule wins.
   */
  envVars: Record<string, string>;
}

export type ResolveResult =
  | {
      kind: 'resolved';
      config: ResolvedConfig;
      /** Warnings about settings that are allowed but probably mistakes. */
      warnings: string[];
    }
  /** `loc` is the problem's path in the configuration, such as `['rules', 0, 'headers', 1, 'value']`. */
  | { kind: 'refused'; problems: PushProblem[] };

const NO_KEY = 'signed-by-the-credential-proxy';
/** Values that are not keys, so that AWS clients sign their requests. The proxy replaces these signatures. */
const AWS_VARIABLES = { AWS_ACCESS_KEY_ID: NO_KEY, AWS_SECRET_ACCESS_KEY: NO_KEY };

/** Maximum size of a configuration as JSON, in bytes. */
const MAX_CONFIG_BYTES = 64 * 1024;

/**
 * Resolves a sandbox's configuration for a push (`docs/api/sandboxes.md#workspace-secret`), or returns all problems of
 * the configuration: unknown secret keys, invalid patterns, names and values, and unsupported features. No message
 * repeats a secret. The function `compilePolicy` accepts the result.
 */
export function resolveProxyConfig(config: ProxyConfig, source: SecretSource): ResolveResult {
  const problems = [...tooLarge(config), ...notServed(config), ...variablesSetTwice(config)];
  return problems.length > 0 ? { kind: 'refused', problems } : filledIn(config, source, problems);
}

/**
 * Checks the form of a configuration that another proxy will serve. Provider rules, callbacks and regular expressions
 * are not checked, and all secrets are assumed to exist. An opaque header without a value is a problem.
 */
export function checkProxyConfig(config: ProxyConfig): { problems: PushProblem[]; warnings: string[] } {
  const plain = withoutForeign(config);
  const problems = [...tooLarge(config), ...notAtService(config)];
  const resolved = filledIn(plain, { ...PLACEHOLDER_SECRETS, opaque: () => undefined }, problems);
  return resolved.kind === 'refused'
    ? { problems: resolved.problems, warnings: [] }
    : { problems: [], warnings: resolved.warnings };
}

function filledIn(config: ProxyConfig, source: SecretSource, problems: PushProblem[]): ResolveResult {
  const access = resolveAccess(config.access_control, problems);
  const given = config.rules ?? [];
  const rules = given.map((rule, index) => resolveRule(rule, index, source, problems));
  const noProxy = config.no_proxy ?? [];
  const compile = (those: PushedRule[]): CompileResult =>
    compilePolicy({ rules: those, noProxy, access, privateNetworks: [] });
  // Disabled rules are checked too, so no new problems appear when a rule is enabled later.
  const all = compile(rules);
  if (all.kind === 'refused') {
    problems.push(...all.problems.map(({ loc, msg }) => ({ loc: configLocation(config, loc), msg })));
  }
  if (problems.length > 0) return { kind: 'refused', problems };
  const isOn = (_: unknown, index: number): boolean => given[index]?.enabled !== false;
  const active = rules.filter(isOn);
  const compiled = compile(active);
  const variables = [
    ...given.filter(isOn).flatMap((rule) => Object.entries(rule.env_vars ?? {})),
    ...(active.some(({ sign }) => sign?.kind === 'aws') ? Object.entries(AWS_VARIABLES) : []),
  ];
  return {
    kind: 'resolved',
    config: { rules: active, noProxy, access, envVars: Object.fromEntries(variables.reverse()) },
    warnings: compiled.kind === 'compiled' ? compiled.warnings : [],
  };
}

function tooLarge(config: ProxyConfig): PushProblem[] {
  const isLarge = Buffer.byteLength(JSON.stringify(config)) > MAX_CONFIG_BYTES;
  return isLarge
    ? [{ loc: [], msg: `a configuration must have at most ${MAX_CONFIG_BYTES} bytes of JSON` }]
    : [];
}

/**
 * Returns a problem for each feature of the hosted service that this proxy does not support, because no such feature
 * may be ignored silently.
 */
function notServed(config: ProxyConfig): PushProblem[] {
  const callbacks = (config.callbacks ?? []).length > 0;
  return [
    ...(callbacks ? [{ loc: ['callbacks'], msg: 'this proxy does not support callbacks: use headers' }] : []),
    ...(config.rules ?? []).flatMap((rule, index) =>
      isProvider(rule)
        ? [
            {
              loc: ['rules', index, 'type'],
              msg:
                rule.type === 'aws'
                  ? 'this proxy does not support rules of this type: use sign in a rule with match_hosts'
                  : 'this proxy does not support rules of this type: use headers',
            },
          ]
        : [],
    ),
  ];
}

/** Returns a problem for each feature of this proxy that the hosted service does not have. */
function notAtService(config: ProxyConfig): PushProblem[] {
  return (config.rules ?? []).flatMap((rule, index) =>
    ONLY_HERE.filter((field) => isUsed(rule[field])).map((field) => ({
      loc: ['rules', index, field],
      msg: `the hosted service can only add headers: use headers, or use ${field} with mode: runner or with the emulator`,
    })),
  );
}

/** Fields of rules that the hosted service does not have. */
const ONLY_HERE = ['placeholders', 'sign', 'budget'] as const;

function isUsed(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** Returns a problem for each variable that contains a sentinel and that `env_vars` also sets. */
function variablesSetTwice({ rules }: ProxyConfig): PushProblem[] {
  const set = new Set((rules ?? []).flatMap(({ env_vars: variables }) => Object.keys(variables ?? {})));
  return (rules ?? []).flatMap(({ placeholders }, index) =>
    (placeholders ?? []).flatMap(({ env }, position) =>
      set.has(env)
        ? [{ loc: ['rules', index, 'placeholders', position, 'env'], msg: 'env_vars sets this variable too' }]
        : [],
    ),
  );
}

function isProvider(rule: { type?: string | null | undefined }): boolean {
  return rule.type !== undefined && rule.type !== null && rule.type !== '';
}

/** Removes fields that only the hosted service reads, without changing the positions of other entries. */
function withoutForeign(config: ProxyConfig): ProxyConfig {
  const plain = (list: string[] | null | undefined): string[] | null | undefined =>
    list?.map((entry) => (entry.startsWith('~') ? 'regular-expression.invalid' : entry));
  const access = config.access_control;
  return {
    ...config,
    callbacks: [],
    access_control: access && { allow_list: plain(access.allow_list), deny_list: plain(access.deny_list) },
    rules: config.rules?.map((rule) =>
      isProvider(rule) ? { name: rule.name, match_hosts: ['provider.invalid'], enabled: false } : rule,
    ),
  };
}

type Loc = PushProblem['loc'];

/**
 * Replaces a rule's references to stored values with the values. For a disabled rule, checks only the form, because the
 * rule's secrets might no longer exist.
 */
function resolveRule(
  rule: ProxyRule,
  index: number,
  source: SecretSource,
  problems: PushProblem[],
): PushedRule {
  const at: Loc = ['rules', index];
  const given = rule.enabled === false ? PLACEHOLDER_SECRETS : source;
  return {
    name: rule.name,
    matchHosts: rule.match_hosts ?? [],
    matchPaths: rule.match_paths ?? [],
    matchHeaders: (rule.match_headers ?? []).map((text, position) =>
      matchHeader(text, [...at, 'match_headers', position], problems),
    ),
    noProxy: rule.no_proxy ?? [],
    budget: rule.budget
      ? { uses: rule.budget.uses ?? null, until: timeOf(rule.budget.until), used: 0 }
      : null,
    placeholders: (rule.placeholders ?? []).map((placeholder, position) =>
      resolvePlaceholder(placeholder, [...at, 'placeholders', position, 'value'], given, problems),
    ),
    sign: rule.sign ? resolveSigning(rule.sign, [...at, 'sign'], given, problems) : null,
    headers: (rule.headers ?? []).map((header, position) => {
      const stored = (): string | undefined => given.opaque(index, position);
      const rendered = valueOf(header, given, stored);
      if (rendered.ok) return pushed(header, rendered.value, rendered.secrets);
      const loc = [...at, 'headers', position, 'value'];
      problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
      // The placeholder allows a check of the rest of the rule. No value is pushed, because a problem exists.
      return pushed(header, 'x', []);
    }),
  };
}

function timeOf(dateTime: string | null | undefined): number | null {
  return dateTime === undefined || dateTime === null ? null : Date.parse(dateTime);
}

function resolvePlaceholder(
  { env, value, prefix, in: places }: ProxyPlaceholder,
  loc: Loc,
  source: SecretSource,
  problems: PushProblem[],
): PushedPlaceholder {
  const rendered = renderTemplate(value, (key) => source.secret(key));
  if (!rendered.ok) problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
  return {
    env,
    prefix: prefix ?? '',
    in: places ?? ['header'],
    value: rendered.ok ? rendered.value : SOME_VALUE,
    needles: rendered.ok ? rendered.secrets : [],
  };
}

function resolveSigning(
  { aws, hmac }: ProxySigning,
  loc: Loc,
  source: SecretSource,
  problems: PushProblem[],
): PushedSigning | null {
  const needles: string[] = [];
  const render = (value: string, place: string[], mayBeLiteral = false): string => {
    if (mayBeLiteral && !/[{}]/.test(value)) return value;
    const rendered = renderTemplate(value, (key) => source.secret(key));
    if (rendered.ok) {
      needles.push(...rendered.secrets);
      return rendered.value;
    }
    problems.push(...rendered.problems.map((msg) => ({ loc: [...loc, ...place], msg })));
    return SOME_VALUE;
  };
  if (aws) return awsSigning(aws, needles, (value, field, ...more) => render(value, ['aws', field], ...more));
  return hmac ? hmacSigning(hmac, needles, render(hmac.secret, ['hmac', 'secret'])) : null;
}

function awsSigning(
  aws: AwsSigning,
  needles: string[],
  render: (value: string, field: string, mayBeLiteral?: boolean) => string,
): PushedSigning {
  return {
    kind: 'aws',
    accessKeyId: render(aws.access_key_id, 'access_key_id', true),
    secretAccessKey: render(aws.secret_access_key, 'secret_access_key'),
    sessionToken: aws.session_token ? render(aws.session_token, 'session_token') : null,
    region: aws.region ?? null,
    service: aws.service ?? null,
    needles,
  };
}

function hmacSigning(hmac: HmacSigning, needles: string[], secret: string): PushedSigning {
  return {
    kind: 'hmac',
    secret,
    secretEncoding: hmac.secret_encoding ?? 'text',
    algorithm: hmac.algorithm ?? 'sha256',
    encoding: hmac.encoding ?? 'hex',
    signed: hmac.signed ?? '{body}',
    header: hmac.header,
    value: hmac.value ?? '{signature}',
    timestampHeader: hmac.timestamp_header ?? null,
    needles,
  };
}

function pushed(header: ProxyHeader, value: string, needles: string[]): PushedHeader {
  return { name: header.name, value, secret: header.type !== 'plaintext', needles };
}

function valueOf(
  header: ProxyHeader,
  source: SecretSource,
  stored: () => string | undefined,
): RenderedTemplate {
  const { type, value } = header;
  switch (type) {
    case 'workspace_secret':
      return renderTemplate(value ?? '', (key) => source.secret(key));
    case 'plaintext':
      return literal(value ?? undefined, 'a plaintext header must have a value', []);
    case 'opaque': {
      const secret = value ?? (value === undefined ? stored() : undefined);
      return literal(
        secret,
        'an opaque header must have a value, unless a value is already stored',
        secret === undefined ? [] : [secret],
      );
    }
  }
}

function literal(value: string | undefined, missing: string, secrets: string[]): RenderedTemplate {
  return value === undefined ? { ok: false, problems: [missing] } : { ok: true, value, secrets };
}

/** Parses `name: value` with a lower-case name and an exact value (`docs/api/sandboxes.md#rule-match`). */
function matchHeader(text: string, loc: Loc, problems: PushProblem[]): { name: string; value: string } {
  const [, name, value] = /^([^:\s]+): ?(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined || name !== name.toLowerCase()) {
    problems.push({ loc, msg: 'must have the form "name: value", with the name in lower case' });
    return { name: `x-malformed-${loc.length}-${String(loc.at(-1))}`, value: 'x' };
  }
  return { name, value };
}

/**
 * Resolves a configuration's access list. An access list is a problem if both lists are set, no list is set, or a list
 * allows no host.
 */
function resolveAccess(access: AccessControl | null | undefined, problems: PushProblem[]): PushedAccess {
  const allowed = access?.allow_list ?? [];
  const denied = access?.deny_list ?? [];
  if (allowed.length > 0 && denied.length > 0) {
    problems.push({ loc: ['access_control'], msg: 'must contain only one of allow_list and deny_list' });
  }
  if (allowed.length > 0) return { kind: 'allow', patterns: allowed };
  if (denied.length > 0) return { kind: 'deny', patterns: denied };
  if (access && !access.allow_list && !access.deny_list) {
    // Unknown fields are ignored, so a missing list might be a misspelled name, which must not leave every host open.
    problems.push({ loc: ['access_control'], msg: 'contains no list: specify allow_list or deny_list' });
  }
  if (access?.allow_list) {
    problems.push({
      loc: ['access_control', 'allow_list'],
      msg: 'an empty allow list is ambiguous: omit it to allow all hosts, or list the allowed hosts',
    });
  }
  return { kind: 'open' };
}

/** Configuration keys for the fields of a push. */
const FIELDS: Record<string, string> = {
  matchHosts: 'match_hosts',
  matchPaths: 'match_paths',
  matchHeaders: 'match_headers',
  noProxy: 'no_proxy',
  accessKeyId: 'access_key_id',
  secretAccessKey: 'secret_access_key',
  sessionToken: 'session_token',
  secretEncoding: 'secret_encoding',
  timestampHeader: 'timestamp_header',
};

/** Converts the path of a problem in a push to its path in the configuration. */
function configLocation(config: ProxyConfig, loc: PushProblem['loc']): PushProblem['loc'] {
  const [field, ...rest] = loc;
  if (field === 'access') {
    const list = (config.access_control?.allow_list ?? []).length > 0 ? 'allow_list' : 'deny_list';
    return ['access_control', list, ...rest.slice(1)];
  }
  // In a configuration, a match header is one string, so a problem with its name or value has the path of the whole
  // string.
  const place = loc[2] === 'matchHeaders' ? loc.slice(0, 4) : loc;
  return place.map((part) => (typeof part === 'string' ? (FIELDS[part] ?? part) : part));
}

/** Provides values that a configuration only refers to. */
export interface SecretSource {
  /** Returns a workspace secret by its key, or `undefined` if the secret does not exist. */
  secret(key: string): string | undefined;
  /** Returns the stored value of an opaque header without a configured value, or `undefined` if no value is stored. */
  opaque(ruleIndex: number, headerIndex: number): string | undefined;
}

/** Placeholder that is as long as most secrets, and valid in every encoding of a secret. */
const SOME_VALUE = 'a'.repeat(16);

/** Provides placeholders for all values when only the form of a configuration is checked. */
const PLACEHOLDER_SECRETS: SecretSource = { secret: () => SOME_VALUE, opaque: () => SOME_VALUE };

/**
 * Value that a template produces, with the raw secrets in the value, or the problems with the template. Problems never
 * repeat a value.
 */
type RenderedTemplate = { ok: true; value: string; secrets: string[] } | { ok: false; problems: string[] };

/**
 * Renders a `workspace_secret` value: replaces each `{KEY}` once, from left to right. A secret that looks like a
 * template is not expanded. `secretOf` returns a workspace secret by its key, or `undefined` if the secret does not
 * exist.
 */
function renderTemplate(value: string, secretOf: (key: string) => string | undefined): RenderedTemplate {
  const template = parseTemplate(value);
  if (!template.ok) return { ok: false, problems: [template.msg] };
  const keys = new Set(template.parts.flatMap((part) => (part.kind === 'secret' ? [part.key] : [])));
  if (keys.size === 0) {
    return {
      ok: false,
      problems: ['a workspace_secret value must refer to at least one secret, as in "Bearer {KEY}"'],
    };
  }
  const secrets = new Map([...keys].map((key) => [key, secretOf(key)]));
  const problems = [...secrets].flatMap(([key, secret]) => {
    if (secret === undefined)
      return [`workspace secret ${key} does not exist: define it in the workspace first`];
    const problem = headerValueProblem(secret);
    return problem === undefined ? [] : [`workspace secret ${key} ${problem}`];
  });
  if (problems.length > 0) return { ok: false, problems };
  const text = template.parts.map((part) =>
    part.kind === 'text' ? part.text : (secrets.get(part.key) ?? ''),
  );
  return {
    ok: true,
    value: text.join(''),
    secrets: [...secrets.values()].filter((secret) => secret !== undefined),
  };
}
