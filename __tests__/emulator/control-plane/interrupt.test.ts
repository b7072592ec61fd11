import { describe, expect, test } from '@jest/globals';
import { isFinal, REVISION_STATUSES } from '../../../src/contract/statuses.ts';
import { gitDeployment, type Plane, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';

async function oneRevision(plane: Plane, body = gitDeployment()) {
  const { id, latest_revision_id: revision } = (await plane.api('POST', PATH, body)).body;
  const path = `${PATH}/${id}/revisions/${revision}`;
  return { id: String(id), revision: String(revision), path };
}

describe('the interruption of a revision', () => {
  // docs/departures.md#revision-status-interrupted
  test.each(['interrupt', 'interruption'])(
    'ends the revision as INTERRUPTED with POST …/%s',
    async (name) => {
      const plane = await startPlane();
      const { id, revision, path } = await oneRevision(plane);
      await plane.store.revisions.update(revision, { status: 'BUILDING' });
      const pokes = plane.pokes;
      const { status, body } = await plane.api('POST', `${path}/${name}`);
      expect([status, body.id, body.status]).toEqual([200, revision, 'INTERRUPTED']);
      expect(body.status_message).toBe('Interrupted on request, while it was BUILDING.');
      expect(await plane.api('GET', path)).toMatchObject({ body });
      expect(plane.pokes).toBe(pokes + 1);
      const row = await plane.store.revisions.get(id, revision);
      expect(row?.history.map((entry) => entry.status)).toEqual(['CREATING', 'INTERRUPTED']);
      expect(await plane.store.revisions.listUnfinished()).toEqual([]);
      const { logs } = (await plane.api('GET', `${path}/logs?type=build`)).body;
      expect(logs).toMatchObject([{ level: 'WARNING', message: body.status_message }]);
    },
  );

  test.each([...REVISION_STATUSES, 'ANYTHING_NEW'])(
    'follows the documented rules for the status %s',
    async (status) => {
      const plane = await startPlane();
      const { id, revision, path } = await oneRevision(plane);
      await plane.store.revisions.update(revision, { status, statusMessage: 'as it was' });
      const before = await plane.store.revisions.get(id, revision);
      const answer = await plane.api('POST', `${path}/interrupt`);
      const after = await plane.store.revisions.get(id, revision);
      if (!isFinal(status)) {
        expect([answer.status, answer.body.status, after?.status]).toEqual([
          200,
          'INTERRUPTED',
          'INTERRUPTED',
        ]);
      } else if (status === 'INTERRUPTED') {
        expect([answer.status, answer.body.status_message]).toEqual([200, 'as it was']);
        expect(after).toEqual(before);
      } else {
        expect([answer.status, answer.body.detail]).toEqual([
          400,
          `Revision ID ${revision} is ${status}: only an unfinished revision can be interrupted.`,
        ]);
        expect(after).toEqual(before);
      }
    },
  );

  test('is reported in a followed log, even before a build or during a deploy', async () => {
    const plane = await startPlane();
    const waiting = await oneRevision(
      plane,
      gitDeployment({
        source: 'internal_source',
        source_config: {},
        source_revision_config: { graph_config_path: 'langgraph.json' },
      }),
    );
    expect((await plane.api('POST', `${waiting.path}/interrupt`)).body.status).toBe('INTERRUPTED');
    const { id, latest_revision_id: revision } = await plane.create();
    const image = `${PATH}/${id}/revisions/${revision}`;
    await plane.api('POST', `${image}/interrupt`);
    expect((await plane.api('GET', `${image}/logs?type=build`)).body.logs).toEqual([]);
    expect((await plane.api('GET', `${image}/logs?type=deploy`)).body.logs).toHaveLength(1);
  });

  test('has the same result if it is requested several times at the same time', async () => {
    const plane = await startPlane();
    const { id, revision, path } = await oneRevision(plane);
    const answers = await Promise.all(
      ['interrupt', 'interruption', 'interrupt'].map((name) => plane.api('POST', `${path}/${name}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const row = await plane.store.revisions.get(id, revision);
    expect(row?.history.map((entry) => entry.status)).toEqual(['CREATING', 'INTERRUPTED']);
  });

  test("returns 404 for an unknown revision or another deployment's revision, and 409 during a deletion", async () => {
    const plane = await startPlane();
    const { id, path } = await oneRevision(plane);
    const other = await oneRevision(plane);
    const status = async (target: string) => (await plane.api('POST', target)).status;
    expect(await status(`${PATH}/${id}/revisions/${UNKNOWN}/interrupt`)).toBe(404);
    expect(await status(`${PATH}/${UNKNOWN}/revisions/${UNKNOWN}/interrupt`)).toBe(404);
    expect(await status(`${PATH}/${id}/revisions/${other.revision}/interrupt`)).toBe(404);
    expect(await status(`${PATH}/${id}/revisions/x/interrupt`)).toBe(422);
    expect((await plane.api('POST', `${path}/interrupt`, undefined, { 'x-api-key': 'x' })).status).toBe(401);
    await plane.store.deployments.update(id, { status: 'AWAITING_DELETE' });
    expect(await status(`${path}/interrupt`)).toBe(409);
  });
});
