import {
  DEPLOYMENT_NAME,
  DEPLOYMENT_NAME_RULE,
  DEPLOYMENT_TYPE,
  DNS_LABEL,
  HOSTED_DEPLOYMENT_TYPES,
} from '../../contract/patterns.ts';
import { NAME_MAX } from '../../contract/limits.ts';
import { invalid, valid, type Parsed, type Problem, quote } from './problem.ts';

/** A key that can travel in a header. It is a secret: complaints say nothing of it. */
export function parseApiKey(text: string): Parsed<string> {
  if (/^[\x21-\x7e]+$/.test(text)) return valid(text);
  return invalid(
    'the key holds a space, a line break or another character that no key has',
    'Copy it again.',
  );
}

/** A token that can travel in a header. It is a secret: complaints say nothing of it. */
export function parseToken(text: string): Parsed<string> {
  if (/^[\x21-\x7e]+$/.test(text)) return valid(text);
  return invalid(
    'the token holds a space, a line break or another character that no token has',
    'Copy it again.',
  );
}

/** What GitHub takes for the name of an environment. */
export function parseEnvironment(text: string): Parsed<string> {
  if (text.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text)) return valid(text);
  return invalid(`${quote(text)} cannot be the name of an environment`, 'Such as production or staging/eu.');
}

/** One word that can stand in a hidden mark of a comment. */
export function parseCommentKey(text: string): Parsed<string> {
  if (/^[\w./-]{1,100}$/.test(text) && !text.includes('--')) return valid(text);
  return invalid(
    `${quote(text)} is not one plain word`,
    'Use letters, digits, dots, slashes, _ and single dashes.',
  );
}

/** A name the service accepts (facts: service §1.4). */
export function parseDeploymentName(text: string): Parsed<string> {
  const cure = 'Such as my-agent or team-agent-2.';
  if (text.length > NAME_MAX) {
    return invalid(
      `${quote(text)} has ${text.length} characters`,
      `Use at most ${NAME_MAX} (21 on a self-hosted cluster).`,
    );
  }
  return DEPLOYMENT_NAME.test(text) ? valid(text) : invalid(`${quote(text)} ${DEPLOYMENT_NAME_RULE}`, cure);
}

/**
 * A deployment type. The service owns the values and adds to them, so any word of their form goes; one that is not
 * known here is warned of (`unknownTypeWarning`), and the service judges it.
 */
export function parseDeploymentType(text: string): Parsed<string> {
  if (DEPLOYMENT_TYPE.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is not a deployment type`,
    `Write ${HOSTED_DEPLOYMENT_TYPES.join(', ')}, or a newer one of the service's: lower-case letters, digits, _ and -.`,
  );
}

/** A deployment type that may be newer than this version, or misspelt. */
export function unknownTypeWarning(type: string | undefined): Problem[] {
  if (type === undefined || HOSTED_DEPLOYMENT_TYPES.some((known) => known === type)) return [];
  return [
    {
      input: 'deployment-type',
      problem: `${quote(type)} is not a type that this version knows, and is sent as it is`,
      cure: `Known are ${HOSTED_DEPLOYMENT_TYPES.join(', ')}; the service judges any other.`,
    },
  ];
}

/** A repository the service can fetch. It goes into logs and requests, so it must carry no credentials. */
export function parseRepoUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  const httpLike = url !== null && /^https?:$/.test(url.protocol);
  const scpPassword = /^[^/\\\s]*:[^/\\\s]*@/.test(text);
  if (scpPassword || (url !== null && (url.password !== '' || (httpLike && url.username !== '')))) {
    return invalid(
      'the URL holds credentials',
      'Give it without; the git integration of the workspace has access.',
    );
  }
  if (httpLike && (url.search !== '' || url.hash !== '')) {
    return invalid('the URL holds a query or a fragment', 'Leave out ? and #, and what follows.');
  }
  if (/^-|^[a-z]+::|\s/i.test(text)) {
    return invalid('this is not the address of a repository', 'Such as https://github.com/owner/name.');
  }
  return valid(text);
}

/** A path inside the repository, forward slashes. */
export function parseRepoPath(text: string): Parsed<string> {
  if (/^[/\\]|^[A-Za-z]:|\\/.test(text) || text.split('/').includes('..')) {
    return invalid(
      `${quote(text)} is not a path inside the repository`,
      'Such as langgraph.json or agents/a.json.',
    );
  }
  return valid(text.replace(/^(\.\/)+/, ''));
}

const IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;

/** An image reference, with a tag or better a digest. */
export function parseImageUri(text: string): Parsed<string> {
  if (/^[a-z]+:\/\//i.test(text) || !IMAGE.test(text)) {
    return invalid(
      `${quote(text)} is not an image reference`,
      'Such as registry.example.org/team/agent:1.2 or …@sha256:….',
    );
  }
  return valid(text);
}

export function parseNamespace(text: string): Parsed<string> {
  if (DNS_LABEL.test(text)) return valid(text);
  return invalid(`${quote(text)} is not a namespace`, 'Use lower-case letters, digits and dashes.');
}

/** An address that is shown in logs and outputs, so it must carry no credentials. */
export function parseHttpUrl(text: string): Parsed<string> {
  const url = URL.parse(text);
  if (url !== null && (url.username !== '' || url.password !== '')) {
    return invalid('the URL holds credentials', 'Give it without.');
  }
  if (url !== null && /^https?:$/.test(url.protocol)) return valid(text);
  return invalid(`${quote(text)} is not an http(s) URL`, 'Such as https://agent.example.org.');
}

/** A version or a tag: one word. */
export function parseVersion(text: string): Parsed<string> {
  return /^[\w.+-]+$/.test(text) ? valid(text) : invalid(`${quote(text)} is not a version`, 'Such as 0.7.');
}

/** Any text that is said. */
export const parseText = (text: string): Parsed<string> => valid(text);
