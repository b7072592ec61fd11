import type { Explanation } from '../explanation.ts';
import type { PushProblem, SandboxPush } from '../push.ts';

/** What the registry needs of the rules' semantics, whatever a compiled policy looks like. */
export interface PolicyPort<Policy> {
  compile(
    push: SandboxPush,
  ): { kind: 'compiled'; policy: Policy; warnings: string[] } | { kind: 'refused'; problems: PushProblem[] };
  explain(policy: Policy, url: string): Explanation;
}
