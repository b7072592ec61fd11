import { describe, expect, test } from '@jest/globals';
import { json, replying } from './support.ts';
import { ID, withControlPlane } from './support-control-plane.ts';

describe("the last lines of a revision's log", () => {
  const logs = [
    { id: '2', timestamp: 1_763_000_001_000, level: 'ERROR', message: 'second' },
    { id: '1', timestamp: '2026-11-21T00:00:00Z', message: 'first' },
  ];

  test('are requested newest first and returned oldest first', async () => {
    await withControlPlane(replying(200, { logs, next_offset: null }), async (controlPlane, server) => {
      expect(await controlPlane.tailLog(ID, 'r', 'build', 30)).toEqual([
        { at: '2026-11-21T00:00:00Z', level: null, message: 'first' },
        { at: new Date(1_763_000_001_000).toISOString(), level: 'ERROR', message: 'second' },
      ]);
      expect(server.requests[0]?.path).toBe(
        `/v2/deployments/${ID}/revisions/r/logs?type=build&order=desc&limit=30`,
      );
    });
  });

  test('are only the newest lines if the service ignores the requested number', async () => {
    await withControlPlane(replying(200, { logs, next_offset: null }), async (controlPlane) => {
      expect(await controlPlane.tailLog(ID, 'r', 'build', 1)).toMatchObject([{ message: 'second' }]);
    });
  });

  test('are read from v1 if the service does not support v2', async () => {
    await withControlPlane(
      (request, response) =>
        request.method === 'GET'
          ? json(response, 404, { detail: 'Not Found' })
          : json(response, 200, { logs }),
      async (controlPlane, server) => {
        expect(await controlPlane.tailLog(ID, 'r', 'deploy', 5)).toHaveLength(2);
        expect(server.requests[1]).toMatchObject({
          method: 'POST',
          path: `/v1/projects/${ID}/revisions/r/deploy_logs`,
          body: '{"order":"desc","limit":5}',
        });
      },
    );
  });

  test('are empty if the service has no route for logs', async () => {
    await withControlPlane(replying(405, { detail: 'Method Not Allowed' }), async (controlPlane) => {
      expect(await controlPlane.tailLog(ID, 'r', 'deploy', 5)).toEqual([]);
    });
  });
});
