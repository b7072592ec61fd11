import { explain } from '../policy/explain.ts';
import type { FromProxy, ToProxy } from './messages.ts';
import type { SandboxRegistry } from './registry.ts';

/** What the questions of the owner are answered from. */
export interface AnswerContext {
  registry: SandboxRegistry;
  metrics(): string;
  pushes: { acked: number; refused: number };
  forget(sandboxId: string): void;
}

export type OwnerRequest = Extract<ToProxy, { kind: 'push' | 'remove' | 'explain' | 'metrics' }>;

/** Answers one question; never rejects, since the owner waits for it. */
export async function answerOwner(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
  const { id } = question;
  try {
    return await reallyAnswer(question, from);
  } catch (error) {
    // A message may repeat what it was given: its name and place are enough.
    const name = error instanceof Error ? error.name : 'something that is no error';
    return { kind: 'not-done', id, message: `The credential proxy could not ${question.kind}: ${name}.` };
  }
}

async function reallyAnswer(question: OwnerRequest, from: AnswerContext): Promise<FromProxy> {
  const { id } = question;
  switch (question.kind) {
    case 'push': {
      const answer = await from.registry.push(question.push);
      from.pushes[answer.kind] += 1;
      return { kind: 'pushed', id, answer };
    }
    case 'remove':
      await from.registry.remove(question.sandboxId);
      from.forget(question.sandboxId);
      return { kind: 'done', id };
    case 'explain': {
      const snapshot = from.registry.current(question.sandboxId);
      if (snapshot === null) {
        return {
          kind: 'not-done',
          id,
          message: `The credential proxy knows no sandbox ${question.sandboxId}.`,
        };
      }
      return { kind: 'explained', id, explanation: explain(snapshot.policy, question.url) };
    }
    case 'metrics':
      return { kind: 'measured', id, text: from.metrics() };
  }
}
