import { parseTemplate } from '../../contract/secret-template.ts';
import { headerNameProblem, headerValueProblem, normalizeHeaderName } from '../headers.ts';
import type { PushedAwsSigning, PushedHmacSigning, PushedRule, PushedSigning } from '../messages.ts';
import type { HostPattern } from '../policy/host-pattern.ts';
import { AWS_SIGNATURE_HEADERS } from './aws-request.ts';
import { isAwsName, scopeOf } from './aws-scope.ts';

/** A problem with the signature of a rule. `place` is the path within the rule. Messages never repeat a value. */
interface SigningProblem {
  place: (string | number)[];
  msg: string;
}

/** Returns the names of the headers with the signature and the session token. */
export function credentialHeaders(sign: PushedSigning | null): string[] {
  if (sign === null) return [];
  if (sign.kind === 'hmac') return [sign.header];
  return sign.sessionToken === null ? ['Authorization'] : ['Authorization', 'X-Amz-Security-Token'];
}

/** Returns the normalized names of the client's headers that a signature replaces. */
export function replacedHeaders(sign: PushedSigning | null): readonly string[] {
  if (sign === null) return [];
  if (sign.kind === 'aws') return AWS_SIGNATURE_HEADERS;
  const names = [sign.header, sign.timestampHeader].filter((name) => name !== null);
  return names.map(normalizeHeaderName);
}

/** Returns the secrets of a signature, which are masked in responses, each with the name of its field. */
export function signingSecrets(
  sign: PushedSigning | null,
): { env: string; value: string; needles: string[] }[] {
  if (sign === null) return [];
  const { needles } = sign;
  if (sign.kind === 'hmac') return [{ env: 'secret', value: sign.secret, needles }];
  const token =
    sign.sessionToken === null ? [] : [{ env: 'session_token', value: sign.sessionToken, needles }];
  return [{ env: 'secret_access_key', value: sign.secretAccessKey, needles }, ...token];
}

/** Services with operations that return credentials, such as AssumeRole. */
const CREDENTIAL_SERVICES = ['codeartifact', 'cognito-identity', 'ecr', 'ecr-public', 'iam', 'sts'];

/**
 * Returns the services of AWS for which a rule signs requests and whose responses can contain credentials. A sandbox can
 * use these credentials without the proxy.
 */
export function credentialServices(
  sign: PushedSigning | null,
  hosts: readonly HostPattern[],
): readonly string[] {
  if (sign?.kind !== 'aws') return [];
  const signs = (service: string): boolean =>
    sign.service === null
      ? hosts.some(({ kind, host }) =>
          kind === 'exact' ? scopeOf(sign, host.text)?.service === service : isAwsName(host.text),
        )
      : sign.service === service;
  return CREDENTIAL_SERVICES.filter(signs);
}

/** Returns the problems with the signature of a rule. */
export function signingProblems(
  { sign, headers }: Pick<PushedRule, 'sign' | 'headers'>,
  hosts: readonly HostPattern[],
): SigningProblem[] {
  if (sign === null) return [];
  const replaced = replacedHeaders(sign);
  const overwritten = headers.flatMap(({ name }, index) =>
    replaced.includes(normalizeHeaderName(name))
      ? [{ place: ['headers', index, 'name'], msg: 'the signature of this rule sets this header' }]
      : [],
  );
  return [...overwritten, ...(sign.kind === 'aws' ? awsProblems(sign, hosts) : hmacProblems(sign))];
}

function awsProblems(sign: PushedAwsSigning, hosts: readonly HostPattern[]): SigningProblem[] {
  const problems: SigningProblem[] = [];
  const refuse = (field: string, msg: string): void =>
    void problems.push({ place: ['sign', 'aws', field], msg });
  if (!/^[\w+.@-]{1,128}$/.test(sign.accessKeyId)) {
    refuse('accessKeyId', 'the value is not an ID of an access key');
  }
  for (const field of ['secretAccessKey', 'sessionToken'] as const) {
    const problem = headerValueProblem(sign[field] ?? 'none');
    if (problem !== undefined) refuse(field, `the value ${problem}`);
  }
  const unknown = hosts.flatMap((pattern, index) => (hasScope(sign, pattern) ? [] : [index]));
  problems.push(...unknown.map((index) => ({ place: ['matchHosts', index], msg: UNKNOWN_SCOPE })));
  return problems;
}

const UNKNOWN_SCOPE =
  'the host name does not contain the region and service of AWS, or contains another region than the rule: specify region and service in sign';

/** Returns whether hosts of a pattern have a region and a service. */
function hasScope(sign: PushedAwsSigning, { kind, host }: HostPattern): boolean {
  const name = kind === 'below' ? `x.${host.text}` : host.text;
  if (scopeOf(sign, name) !== undefined) return true;
  // A wildcard such as *.amazonaws.com contains no region, but the names below the wildcard can contain a region.
  const hasNoRegion = scopeOf({ region: null, service: 'any' }, name) === undefined;
  return kind === 'below' && isAwsName(host.text) && hasNoRegion;
}

function hmacProblems(sign: PushedHmacSigning): SigningProblem[] {
  const problems: SigningProblem[] = [];
  const refuse = (field: string, msg: string): void =>
    void problems.push({ place: ['sign', 'hmac', field], msg });
  const { header, timestampHeader, secretEncoding } = sign;
  for (const [field, name] of Object.entries({ header, timestampHeader })) {
    const problem = name === null ? undefined : headerNameProblem(name, true);
    if (problem !== undefined) refuse(field, problem);
  }
  if (timestampHeader !== null && normalizeHeaderName(timestampHeader) === normalizeHeaderName(header)) {
    refuse('timestampHeader', 'must be another header than the header of the signature');
  }
  if (secretEncoding !== 'text' && !isEncoded(sign.secret, secretEncoding)) {
    refuse('secret', `the value is not valid ${secretEncoding}`);
  }
  const signed = variablesIn(sign.signed, ['timestamp', 'body', 'method', 'target']);
  const value = variablesIn(sign.value, ['signature', 'timestamp']);
  if (signed.problem !== undefined) refuse('signed', signed.problem);
  else if (signed.names.length === 0) refuse('signed', 'must contain at least one variable, such as {body}');
  if (value.problem !== undefined) refuse('value', value.problem);
  else if (value.names.filter((name) => name === 'signature').length !== 1) {
    refuse('value', 'must contain {signature} exactly once');
  } else {
    const problem = headerValueProblem(sign.value);
    if (problem !== undefined) refuse('value', problem);
  }
  const isTimestampSent = timestampHeader !== null || value.names.includes('timestamp');
  if (signed.names.includes('timestamp') && !isTimestampSent) {
    refuse(
      'signed',
      'contains {timestamp}, which the receiver must know: add timestamp_header or {timestamp} in value',
    );
  }
  return problems;
}

function isEncoded(text: string, encoding: 'hex' | 'base64'): boolean {
  const bytes = Buffer.from(text, encoding);
  if (bytes.length === 0) return false;
  return encoding === 'hex'
    ? bytes.toString('hex') === text.toLowerCase()
    : bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
}

function variablesIn(text: string, known: readonly string[]): { names: string[]; problem?: string } {
  const template = parseTemplate(text);
  if (!template.ok) return { names: [], problem: template.msg };
  const names = template.parts.flatMap((part) => (part.kind === 'secret' ? [part.key] : []));
  return names.every((name) => known.includes(name))
    ? { names }
    : { names, problem: `must contain only the variables ${known.map((name) => `{${name}}`).join(', ')}` };
}
