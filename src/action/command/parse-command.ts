import type { Verb } from '../verb.ts';

/** A comment on an issue or a pull request, as the event's payload contains it. */
export interface CommentEvent {
  id: number;
  /** Login of the author. */
  author: string;
  /** GitHub's ID of the author, which another account with the same login does not have. */
  authorId: number;
  /** True if the author is a user, and not a bot. */
  byUser: boolean;
  body: string;
  createdAt: string;
  /** Number of the issue or pull request. */
  pullRequest: number;
  /** True if the comment is on a pull request, and not on an issue. */
  onPullRequest: boolean;
  closed: boolean;
}

/** A command in a comment: the verb, and the inputs that the command sets. */
interface Command {
  verb: Verb;
  inputs: Readonly<Record<string, string>>;
}

/** A command with the comment that contains it. */
export interface CommentCommand extends Command {
  comment: CommentEvent;
}

export type ParsedCommand = ({ ok: true } & Command) | { ok: false; why: string };

/** Commands without arguments. */
const PLAIN: Readonly<Record<string, Verb>> = {
  '/deploy': 'deploy',
  '/plan': 'plan',
  '/unlock': 'unlock',
  '/status': 'status',
};

const MAX_LENGTH = 600;
const NO_COMMAND = 'The comment is not exactly one command on one line';

/**
 * Parses a comment that is exactly one command on one line. Any other comment is not a command, such as a comment with
 * a quotation, a code block, more text or several commands.
 */
export function parseCommand(body: string): ParsedCommand {
  const line = body.trimEnd();
  if (line.length > MAX_LENGTH || /[\r\n]/.test(line)) return { ok: false, why: NO_COMMAND };
  const [, name = '', rest = ''] = /^(\/[a-z]+)(?: +(.*))?$/.exec(line) ?? [];
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain !== undefined) {
    if (rest === '') return { ok: true, verb: plain, inputs: {} };
    return { ok: false, why: `The command ${name} has no arguments` };
  }
  if (name === '/preview') return parsePreview(rest);
  if (name === '/rollback') return parseRollback(rest);
  if (name === '/lock') return parseLock(rest);
  return { ok: false, why: NO_COMMAND };
}

function parsePreview(rest: string): ParsedCommand {
  if (rest === '') return { ok: true, verb: 'preview', inputs: {} };
  if (rest === 'reset') return { ok: true, verb: 'preview', inputs: { 'preview-seed-reset': 'true' } };
  return { ok: false, why: 'The command /preview has at most one argument: reset' };
}

function parseRollback(rest: string): ParsedCommand {
  const inputs = rest === '' ? {} : { 'rollback-to': rest };
  if (rest === '' || /^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/.test(rest)) {
    return { ok: true, verb: 'rollback', inputs };
  }
  return {
    ok: false,
    why: 'The command /rollback has at most one argument: previous, the ID of a revision or a ref',
  };
}

function parseLock(rest: string): ParsedCommand {
  const [, reason, duration] =
    /^["\u201c]([^"\u201c\u201d]+)["\u201d](?: +for +([0-9][0-9a-z]{0,19}))?$/.exec(rest) ?? [];
  if (reason === undefined) {
    return {
      ok: false,
      why: 'The command /lock has a reason in quotes, and optionally a duration: /lock "reason" for 2h',
    };
  }
  return {
    ok: true,
    verb: 'lock',
    inputs: { 'lock-reason': reason, ...(duration !== undefined && { 'lock-for': duration }) },
  };
}

/** Name of an event, its activity type, and its comment, if it is about a comment. */
interface EventWithComment {
  name: string;
  action: string | undefined;
  comment?: CommentEvent | undefined;
}

export type FoundCommand = { ok: true; command: CommentCommand } | { ok: false; why: string };

/** Returns the command of an event, or the reason why the event must have no effect. Sends no request. */
export function findCommand({ name, action, comment }: EventWithComment): FoundCommand {
  if (name !== 'issue_comment') {
    return { ok: false, why: `The event ${name || '(none)'} is not issue_comment, so it has no command` };
  }
  if (comment === undefined)
    return { ok: false, why: 'The payload of the event contains no complete comment' };
  if (action !== 'created') {
    return { ok: false, why: 'The comment was edited or deleted, and only a new comment is a command' };
  }
  if (!comment.onPullRequest) return { ok: false, why: 'The comment is on an issue, not on a pull request' };
  if (comment.closed) return { ok: false, why: 'The pull request is closed' };
  if (!comment.byUser) return { ok: false, why: 'The author of the comment is a bot' };
  const parsed = parseCommand(comment.body);
  if (!parsed.ok) return parsed;
  return { ok: true, command: { verb: parsed.verb, inputs: parsed.inputs, comment } };
}
