import { type Authority, parseAuthority, sameAuthority, formatAuthority } from '../canonical/authority.ts';
import { forwardHeaders } from '../headers/inject.ts';
import { chooseRule } from '../policy/choose.ts';
import { decide } from '../policy/decide.ts';
import { SCHEME_PORTS } from '../policy/host-pattern.ts';
import type { CompiledRule, Policy } from '../policy/model.ts';
import type { Framing, RequestHead } from './head.ts';
import type { RefusalReason } from './refusal.ts';

/** A request whose head was checked, and the place it goes to. */
export interface ProxyRequest {
  scheme: 'http' | 'https';
  authority: Authority;
  /** Origin-form, the client's bytes. */
  target: string;
  head: RequestHead;
  framing: Framing;
}

export type Evaluation =
  | {
      kind: 'send';
      decision: 'inject' | 'forward' | 'bypass' | 'tunnel';
      reason: string;
      rule: CompiledRule | null;
      headers: string[];
    }
  | { kind: 'refused'; reason: RefusalReason; detail: string };

export type ForwardPlan = Evaluation & { kind: 'send' };

/**
 * What is to be sent for a request, or why nothing is (facts D.5): the Host is the authority that picked the credential,
 * the rule's headers take the place of the client's. Pure.
 */
export function evaluateRequest(
  policy: Policy,
  { scheme, authority, target, head, framing }: ProxyRequest,
): Evaluation {
  const refused = (reason: RefusalReason, detail: string = reason): Evaluation => ({
    kind: 'refused',
    reason,
    detail,
  });
  const host = formatAuthority(authority, SCHEME_PORTS[scheme]);
  // Nearly every client writes it in the one spelling.
  if (framing.host !== host) {
    const named = parseAuthority(framing.host, SCHEME_PORTS[scheme]);
    if (!named.ok) return refused('ambiguous-request');
    if (!sameAuthority(named.value, authority)) return refused('misdirected');
  }
  const decision = decide(policy, scheme, authority);
  if (decision.kind === 'deny') return refused('denied', decision.reason);
  // An intercepted connection whose place has no rules any more is on its way to be cut.
  if (decision.kind !== 'intercept' && scheme === 'https') return refused('not-configured');
  const choice =
    decision.kind === 'intercept'
      ? chooseRule(decision.candidates, { scheme, method: head.method, target, headers: head.rawHeaders })
      : null;
  if (choice?.kind === 'refuse') return refused(choice.reason);
  const rule = choice?.kind === 'inject' ? choice.rule : null;
  const forwarded = forwardHeaders(head.rawHeaders, rule?.sent ?? []);
  if (!forwarded.ok) return refused('ambiguous-request');
  return {
    kind: 'send',
    decision: rule !== null ? 'inject' : decision.kind === 'intercept' ? 'forward' : decision.kind,
    reason: choice?.reason ?? decision.reason,
    rule,
    headers: withHost(host, forwarded.value),
  };
}

/** With this Host, first, in place of the client's one. */
function withHost(host: string, headers: readonly string[]): string[] {
  const all = ['Host', host];
  let isReplaced = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!isReplaced && name.length === 4 && name.toLowerCase() === 'host') isReplaced = true;
    else all.push(name, headers[index + 1] ?? '');
  }
  return all;
}

/** Whether a request would be sent now just as it was then: by the same rule, with the same headers. */
export function isSamePlan(now: Evaluation, then: ForwardPlan): boolean {
  return (
    now.kind === 'send' &&
    now.rule?.name === then.rule?.name &&
    now.headers.length === then.headers.length &&
    now.headers.every((text, index) => text === then.headers[index])
  );
}
