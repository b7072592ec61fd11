import { isFinal } from '../../../src/contract/statuses.ts';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/index.ts';
import { type Answer, apiOf, imageDeployment, openEmulator } from '../server/plane.ts';

export type Cloud = ReturnType<typeof cloudOf>;

/** Starts a complete emulator with declared stages, and closes it after the test. */
export async function startCloud(options: EmulatorOptions = {}) {
  return cloudOf(await openEmulator({ runtime: 'stub', ...options }));
}

/** Returns functions with which tests control a running emulator. */
export function cloudOf(emulator: Emulator) {
  const api = apiOf(emulator);
  /** Repeats the request until the response is the expected one. */
  const until = async (target: string, wanted: (answer: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const answer = await api('GET', target);
      if (wanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  };
  const settled = async (path: string, revisionId: string): Promise<string> =>
    (await until(`${path}/revisions/${revisionId}`, ({ body }) => isFinal(body.status))).body.status;
  return {
    emulator,
    api,
    until,
    /**
     * Creates a deployment, and waits until its first revision is final. `path` is the path of the deployment at the
     * control plane.
     */
    async deploy(change: Record<string, unknown> = {}) {
      const created = await api('POST', '/v2/deployments', imageDeployment(change));
      if (created.status !== 201) throw new Error(`${created.status} ${JSON.stringify(created.body)}`);
      const id: string = created.body.id;
      const revisionId: string = created.body.latest_revision_id;
      const path = `/v2/deployments/${id}`;
      const revisionStatus = await settled(path, revisionId);
      const url: string = (await api('GET', path)).body.url;
      return { id, url, path, revisionId, revisionStatus };
    },
    /** Changes the deployment, by default its image, and returns the status of the new revision once it is final. */
    async revise({ path }: { path: string }, config: string | Record<string, unknown>) {
      const change = typeof config === 'string' ? { image_uri: config } : config;
      const patched = await api('PATCH', path, { source_revision_config: change });
      const revisionId: string = patched.body.latest_revision_id;
      return { revisionId, status: await settled(path, revisionId) };
    },
  };
}
