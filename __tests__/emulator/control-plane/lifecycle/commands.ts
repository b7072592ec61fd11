import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Model } from './model.ts';
import type { Real } from './real.ts';

type Command = fc.AsyncCommand<Model, Real>;

/**
 * Creates a command from its precondition, and from its effects on the model and the emulator. The model and the
 * emulator are compared after each command.
 */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Model) => boolean = (model) => !model.deleted,
): Command {
  return {
    check,
    run: async (model, real) => {
      await run(model, real);
      await real.check(model);
    },
    toString: () => name,
  };
}

const commitOf = (number: number) => number.toString(16).padStart(40, '0');

const patch = fc.constant(
  command('patch', async (model, real) => {
    const answer = await real.ask('PATCH', '', { source_revision_config: { repo_ref: 'main' } });
    model.add(answer.body.latest_revision_id, null);
  }),
);
const revise = fc.constant(
  command('revise', async (model, real) => {
    model.add((await real.ask('POST', '/revisions')).body.id, null);
  }),
);
const burst = fc.integer({ min: 2, max: 4 }).map((count) =>
  command(`burst(${count})`, async (model, real) => {
    const before = new Set((await real.rows()).map(({ id }) => id));
    await Promise.all(Array.from({ length: count }, () => real.hurry('POST', '/revisions')));
    await real.pass(0);
    const made = (await real.rows()).filter(({ id }) => !before.has(id));
    expect(made).toHaveLength(count);
    const first = made.find(({ status }) => status === 'BUILDING');
    model.addTogether(
      made.map(({ id }) => id),
      first?.id ?? '',
    );
  }),
);
const push = fc.option(fc.integer({ min: 1, max: 200 })).map((number) =>
  command(`push(${number ?? ''})`, async (model, real) => {
    const commit = number === null ? null : commitOf(number);
    const body = { repo_url: real.repo, ref: 'main', ...(commit === null ? {} : { commit_sha: commit }) };
    const answer = await real.api('POST', '/_local/push', body);
    await real.pass(0);
    expect(answer.body.revisions).toHaveLength(1);
    model.head = commit;
    model.add(answer.body.revisions[0].revision_id, commit);
  }),
);
const move = fc.integer({ min: 201, max: 400 }).map((number) =>
  command(`move(${number})`, async (model, real) => {
    const body = { repo_url: real.repo, ref: 'main', commit_sha: commitOf(number), created: true };
    expect((await real.api('POST', '/_local/push', body)).body.revisions).toEqual([]);
    model.head = commitOf(number);
  }),
);
const interrupt = fc.nat({ max: 50 }).map((pick) =>
  command(`interrupt(${pick})`, async (model, real) => {
    const revision = model.find(pick);
    if (!revision) return;
    const expected = model.isFinal(revision) && revision.status !== 'INTERRUPTED' ? 400 : 200;
    const answer = await real.ask('POST', `/revisions/${revision.id}/interrupt`);
    expect(answer.status).toBe(expected);
    model.interrupt(revision);
  }),
);
const redeploy = fc.nat({ max: 50 }).map((pick) =>
  command(`redeploy(${pick})`, async (model, real) => {
    const revision = model.find(pick);
    if (!revision) return;
    const answer = await real.ask('POST', `/revisions/${revision.id}/redeploy`);
    model.add(answer.body.latest_revision_id, revision.commit);
  }),
);
const pass = fc.constantFrom(1_000, 29_999, 30_000, 60_000, 100_000, 400_000).map((ms) =>
  command(`pass(${ms})`, async (model, real) => {
    await real.pass(ms);
    model.pass(ms);
  }),
);
const failing = fc.constantFrom('BUILDING', 'DEPLOYING', null).map((stage) =>
  command(`fail(${stage})`, async (model, real) => {
    real.fail(stage);
    model.failing = stage;
  }),
);
const remove = fc.constant(
  command('delete', async (model, real) => {
    expect((await real.ask('DELETE', '?delete_tracing_project=true')).status).toBe(204);
    model.deleted = true;
  }),
);
const create = fc.constant(
  command(
    'create',
    async (model, real) => {
      const first = await real.create();
      model.revisions.length = 0;
      model.active = null;
      model.deleted = false;
      model.add(first, null);
    },
    (model) => model.deleted,
  ),
);

/** All commands, among which commands that create work are more frequent than commands that end it. */
export const commands = [
  patch,
  revise,
  burst,
  push,
  push,
  move,
  interrupt,
  redeploy,
  pass,
  pass,
  pass,
  failing,
  remove,
  create,
  create,
];
