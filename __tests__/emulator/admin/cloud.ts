import { afterEach } from '@jest/globals';
import { isFinal } from '../../../src/contract/statuses.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { type Answer, call, imageDeployment } from '../server/plane.ts';
import { withTestDatabase } from '../server/test-database.ts';

export interface Deployed {
  id: string;
  url: string;
  /** Of the control plane. */
  path: string;
  revisionId: string;
  revisionStatus: string;
}
export interface Cloud {
  emulator: Emulator;
  api(method: string, target: string, body?: unknown): Promise<Answer>;
  /** Asks again until the answer is as wanted. */
  until(target: string, wanted: (answer: Answer) => boolean): Promise<Answer>;
  /** Creates a deployment and waits until its first revision is final. */
  deploy(change?: Record<string, unknown>): Promise<Deployed>;
  /** Changes it and waits until the new revision is final; gives that one's status. */
  revise(deployment: Deployed, image: string): Promise<{ revisionId: string; status: string }>;
}

const open: Emulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
});

/** A whole emulator on declared stages; closed after the test. */
export async function startCloud(options: EmulatorOptions = {}): Promise<Cloud> {
  const emulator = await createEmulator({ runtime: 'stub', ...(await withTestDatabase(options)) });
  open.push(emulator);
  const api: Cloud['api'] = (method, target, body) => call(emulator, method, target, body);
  const until: Cloud['until'] = async (target, wanted) => {
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
    async deploy(change = {}) {
      const created = await api('POST', '/v2/deployments', imageDeployment(change));
      if (created.status !== 201) throw new Error(`${created.status} ${JSON.stringify(created.body)}`);
      const { id, latest_revision_id: revisionId } = created.body;
      const path = `/v2/deployments/${id}`;
      const revisionStatus = await settled(path, revisionId);
      const { url } = (await api('GET', path)).body;
      return { id, url, path, revisionId, revisionStatus };
    },
    async revise({ path }, image) {
      const patched = await api('PATCH', path, { source_revision_config: { image_uri: image } });
      const revisionId: string = patched.body.latest_revision_id;
      return { revisionId, status: await settled(path, revisionId) };
    },
  };
}
