import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  branchDeletedEvent,
  dispatchEvent,
  pullRequestEvent,
  pushEvent,
  type RunnerEvent,
  scheduleEvent,
  tagEvent,
} from '../../../harness/events.ts';
import { createRepository } from '../../../harness/git.ts';
import { WorkflowFile } from '../../../harness/workflow/schema.ts';
import { trigger } from '../../../harness/workflow/trigger.ts';
import { readRepositoryState } from '../../../harness/workflow/repository-state.ts';

const [old, head] = ['a'.repeat(40), 'd'.repeat(40)];
const push = (branch: string, message?: string) =>
  pushEvent({ branch, before: old, after: head, ...(message === undefined ? {} : { message }) });
const tag = (name: string) => tagEvent({ tag: name, commit: head });
const pull = (action: string, base = 'main') =>
  pullRequestEvent({ action, number: 1, head: { branch: 'topic', sha: head }, base: { branch: base } });

/** Returns whether an event with these changed files starts a workflow with this `on:`. */
async function starts(on: string, event: RunnerEvent, files: readonly string[] | null = []) {
  const workflow = WorkflowFile.parse(parse(`on: ${on}\njobs: {}`));
  return trigger(workflow, event, {
    changedFiles: async () => files,
    message: async () => {
      const { head_commit: commit } = event.payload;
      return typeof commit === 'object' && commit !== null && 'message' in commit
        ? String(commit.message)
        : null;
    },
  });
}

describe('the decision whether an event starts a workflow', () => {
  test.each<[string, RunnerEvent, boolean]>([
    ['push', push('main'), true],
    ['[push, pull_request]', pull('opened'), true],
    ['{ push: , pull_request: }', tag('v1'), true],
    ['pull_request', push('main'), false],
    ['{ push: { branches: [main, "rel/**"] } }', push('rel/1/2'), true],
    ['{ push: { branches: main } }', push('topic'), false],
    // A filter for one kind of ref excludes the other kind.
    ['{ push: { branches: ["**"] } }', tag('v1'), false],
    ['{ push: { tags: ["v*"] } }', push('v1'), false],
    ['{ push: { tags: ["v*"] } }', tag('v1'), true],
    ['{ push: { tags: ["v*"], branches: [main] } }', push('main'), true],
    ['{ push: { branches-ignore: ["wip/**"] } }', push('wip/a'), false],
    ['{ push: { branches-ignore: ["wip/**"] } }', push('main'), true],
    ['{ push: { tags-ignore: ["*-rc"] } }', tag('v1-rc'), false],
    [
      '{ push: { branches: ["gone"] } }',
      branchDeletedEvent({ branch: 'gone', before: old, defaultHead: head }),
      true,
    ],
    // The default activity types are opened, synchronize and reopened.
    ['pull_request', pull('reopened'), true],
    ['pull_request', pull('closed'), false],
    ['{ pull_request: { types: [closed] } }', pull('closed'), true],
    ['{ pull_request: { types: closed } }', pull('opened'), false],
    ['{ pull_request: { branches: [main] } }', pull('opened', 'dev'), false],
    ['{ pull_request: { branches-ignore: [dev] } }', pull('opened', 'dev'), false],
    [
      '{ pull_request_target: { branches: [main] } }',
      pullRequestEvent({ event: 'pull_request_target', number: 1, head: { branch: 't', sha: head } }),
      true,
    ],
    ['{ schedule: [ { cron: "17 3 * * *" } ] }', scheduleEvent({ sha: head }), true],
    ['{ schedule: [ { cron: "0 0 * * *" } ] }', scheduleEvent({ sha: head }), false],
    [
      '{ release: { types: [published] } }',
      { ...push('main'), name: 'release', payload: { action: 'published' } },
      true,
    ],
    [
      '{ release: { types: published } }',
      { ...push('main'), name: 'release', payload: { action: 'edited' } },
      false,
    ],
    ['push', push('main', 'Fix [skip ci]'), false],
    ['push', push('main', 'Fix\n\nskip-checks: true'), false],
    ['push', push('main', 'skip ci, or do not'), true],
  ])("follows the workflow's triggers: %s, %o", async (on, event, expected) => {
    expect((await starts(on, event)).starts).toBe(expected);
  });

  test.each<[string, RunnerEvent, readonly string[] | null, boolean]>([
    ['{ push: { paths: ["src/**"] } }', push('main'), ['README.md', 'src/a.ts'], true],
    ['{ push: { paths: ["src/**", "!src/*.md"] } }', push('main'), ['src/a.md'], false],
    ['{ push: { paths: ["src/**"] } }', push('main'), [], false],
    ['{ push: { paths-ignore: ["**.md"] } }', push('main'), ['a.md', 'b/c.md'], false],
    ['{ push: { paths-ignore: ["**.md"] } }', push('main'), ['a.md', 'b.ts'], true],
    // Both filters must match, path filters do not apply to tags, and a push of too many commits always starts the
    // workflow.
    ['{ push: { branches: [dev], paths: ["**"] } }', push('main'), ['a'], false],
    ['{ push: { tags: ["**"], paths: ["src/**"] } }', tag('v1'), ['README.md'], true],
    ['{ push: { paths: ["src/**"] } }', push('main'), null, true],
    ['{ pull_request: { paths: ["src/**"] } }', pull('opened'), ['README.md'], false],
    [
      '{ push: { paths: ["last"] } }',
      push('main'),
      [...Array.from({ length: 300 }, (_, n) => `file-${n}`), 'last'],
      false,
    ],
  ])("follows the workflow's path filters: %s, %o, by paths %j", async (on, event, files, expected) => {
    expect((await starts(on, event, files)).starts).toBe(expected);
  });

  test('includes the reason if the event does not start the workflow', async () => {
    expect(await starts('{ push: { branches: [main] } }', push('topic'))).toEqual({
      starts: false,
      reason: "'topic' does not pass the filter of branches",
    });
  });
});

describe('the inputs of a workflow dispatch', () => {
  const on = `{ workflow_dispatch: { inputs: {
    image: { required: true },
    replicas: { type: number, default: 2 },
    force: { type: boolean },
    where: { type: choice, options: [staging, production], default: staging },
  } } }`;
  const dispatch = (inputs: Record<string, string>) =>
    dispatchEvent({ ref: 'refs/heads/main', sha: head, inputs });

  test('have their defaults, with their types in expressions and as strings in the payload', async () => {
    expect(await starts(on, dispatch({ image: 'a:1', force: 'true' }))).toEqual({
      starts: true,
      inputs: {
        inputs: { image: 'a:1', replicas: 2, force: true, where: 'staging' },
        payload: { image: 'a:1', replicas: '2', force: 'true', where: 'staging' },
      },
    });
  });

  test.each([
    [{}, "Required input 'image' not provided"],
    [{ image: 'a', imgae: 'b' }, 'Unexpected inputs provided: ["imgae"]'],
    [{ image: 'a', force: 'yes' }, "'yes' for input 'force' is not a boolean"],
    [{ image: 'a', replicas: 'two' }, "'two' for input 'replicas' is not a number"],
    [{ image: 'a', where: 'mars' }, "'mars' for input 'where' not in the list"],
  ])('%j are rejected', async (inputs, reason) => {
    expect(await starts(on, dispatch(inputs as Record<string, string>))).toEqual({
      starts: false,
      reason: expect.stringContaining(reason),
    });
  });
});

describe('the changed files of an event', () => {
  test('are read from the repository for a push, a new branch, a pull request or a first commit', async () => {
    const repository = await createRepository({ 'a.txt': '1', 'b.txt': '1' });
    try {
      const first = await repository.head();
      const second = await repository.commit({ 'a.txt': '2' });
      await repository.branch('topic');
      await repository.commit({ 'c/d.txt': '1' });
      const topic = await repository.commit({ 'b.txt': null });
      const files = (event: RunnerEvent) => readRepositoryState(event, repository.dir).changedFiles();
      expect(await files(pushEvent({ branch: 'main', before: first, after: second }))).toEqual(['a.txt']);
      expect(await files(pushEvent({ branch: 'topic', after: topic }))).toEqual(['b.txt', 'c/d.txt']);
      await repository.branch('orphan');
      expect(await files(pushEvent({ branch: 'orphan', after: second }))).toEqual([]);
      const proposed = pullRequestEvent({
        number: 1,
        head: { branch: 'topic', sha: topic },
        base: { sha: second },
      });
      expect(await files(proposed)).toEqual(['b.txt', 'c/d.txt']);
      expect(await readRepositoryState(proposed, repository.dir).message()).toBe('Change the agent');
    } finally {
      await repository.remove();
    }
  });

  test('are unknown without a repository', async () => {
    await expect(readRepositoryState(pull('opened'), undefined).changedFiles()).rejects.toThrow(
      'give `repository`',
    );
  });
});
