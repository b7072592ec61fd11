import { until } from '../until.ts';
import { isFinal } from '../../src/contract/statuses.ts';
import type { ApiAnswer, EmulatorHandle } from '../emulator.ts';
import type { RequestOutcome, DeploymentIntent, DeploymentLedger, RevisionIntent } from './ledger.ts';
import { ask, DeploymentView, readDeployment, RevisionPage, type ObservedDeployment } from './observe.ts';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

interface CreateRequest {
  key: string;
  name?: string;
  marker: string;
  expect?: RevisionIntent['expect'];
  secret?: string;
  /**
   * URL of a git repository, whose branch is then the marker; by default, the revision has an image, which is not
   * built.
   */
  repoUrl?: string;
  installCommand?: string;
  /** True if the image is set later, so the marker is empty. */
  imageLater?: boolean;
}

/** A client of the control plane that records all requests and responses in the ledger. */
export interface RecordingControlPlane {
  create(request: CreateRequest): Promise<DeploymentIntent>;
  /** Requests a new revision with PATCH, or with the endpoint for revisions. */
  revise(
    key: string,
    request: {
      marker: string;
      expect?: RevisionIntent['expect'];
      secret?: string;
      by?: 'patch' | 'revisions';
    },
  ): Promise<RevisionIntent>;
  remove(key: string): Promise<void>;
  /** Requests the interruption of a revision that is not final. */
  interrupt(revision: RevisionIntent): Promise<void>;
  /**
   * Reads a deployment and its revisions, and records the facts that must not change later. Returns `undefined` if the
   * deployment does not exist.
   */
  read(key: string): Promise<ObservedDeployment | undefined>;
  /** Polls until the deployment's newest revision is final or has the given status. */
  waitForStatus(key: string, status?: string): Promise<void>;
  /** Polls until the deployment no longer exists. */
  waitForDeletion(key: string): Promise<void>;
}

export function createRecordingControlPlane(
  emulator: EmulatorHandle,
  ledger: DeploymentLedger,
): RecordingControlPlane {
  const find = (key: string): DeploymentIntent => {
    const found = ledger.deployments.findLast((deployment) => deployment.key === key);
    if (!found) throw new Error(`the scenario has no deployment ${key}`);
    return found;
  };
  const pathOf = (key: string) => `/v2/deployments/${find(key).id ?? 'never-answered'}`;
  const note = (key: string, request: Omit<CreateRequest, 'key'>): RevisionIntent => {
    const intent: RevisionIntent = {
      deployment: key,
      marker: request.marker,
      expect: request.expect ?? 'deploys',
      answered: 'lost',
      revisionId: undefined,
      secret: request.secret,
      interrupted: undefined,
    };
    ledger.revisions.push(intent);
    return intent;
  };

  const plane: RecordingControlPlane = {
    async create(request) {
      const { key, repoUrl, marker, secret } = request;
      const images = request.imageLater === true ? 'internal_docker' : 'external_docker';
      const source = repoUrl === undefined ? images : 'git_host';
      const deployment: DeploymentIntent = {
        key,
        name: request.name ?? key,
        source,
        answered: 'lost',
        id: undefined,
        deleted: undefined,
      };
      ledger.deployments.push(deployment);
      const intent = note(key, request);
      const answer = await ask(emulator, 'POST', '/v2/deployments', {
        name: deployment.name,
        source,
        source_config:
          repoUrl === undefined ? {} : { repo_url: repoUrl, install_command: request.installCommand ?? null },
        source_revision_config: sourceRevision(source, marker),
        secrets: secretsBody(secret) ?? [],
      });
      intent.answered = deployment.answered = judge(answer);
      if (answer.status === 201) {
        const { id, latest_revision_id } = DeploymentView.parse(answer.body);
        deployment.id = id;
        intent.revisionId = latest_revision_id ?? undefined;
      }
      return deployment;
    },
    async revise(key, request) {
      const intent = note(key, request);
      const body = {
        source_revision_config: sourceRevision(find(key).source, request.marker),
        ...(request.secret === undefined ? {} : { secrets: secretsBody(request.secret) }),
      };
      const answer =
        request.by === 'revisions'
          ? await ask(emulator, 'POST', `${pathOf(key)}/revisions`, body)
          : await ask(emulator, 'PATCH', pathOf(key), body);
      intent.answered = judge(answer);
      if (answer.status === 200) {
        intent.revisionId = DeploymentView.parse(answer.body).latest_revision_id ?? undefined;
      }
      if (answer.status === 201)
        intent.revisionId = RevisionPage.shape.resources.element.parse(answer.body).id;
      return intent;
    },
    async remove(key) {
      const deployment = find(key);
      const { id } = deployment;
      deployment.deleted = 'lost';
      const answer = await ask(emulator, 'DELETE', `/v2/deployments/${id}?delete_tracing_project=true`);
      deployment.deleted = judge(answer);
    },
    async interrupt(revision) {
      const where = `${pathOf(revision.deployment)}/revisions/${revision.revisionId}/interrupt`;
      revision.interrupted = 'lost';
      revision.interrupted = judge(await ask(emulator, 'POST', where));
    },
    async read(key) {
      const found = await readDeployment(emulator, pathOf(key));
      if (!found) return undefined;
      for (const { id, status } of found.revisions) {
        if (isFinal(status)) ledger.seen.finals.set(id, status);
      }
      if (found.active !== null && found.url !== null) ledger.seen.urls.set(found.id, found.url);
      return found;
    },
    async waitForStatus(key, status) {
      await until(
        async () => {
          const newest = (await plane.read(key))?.revisions[0];
          return newest === undefined || newest.status === status || isFinal(newest.status);
        },
        `a final status of ${key}`,
        WAIT_LIMIT_MS,
      );
    },
    async waitForDeletion(key) {
      await until(async () => (await plane.read(key)) === undefined, 'its deletion', WAIT_LIMIT_MS);
    },
  };
  return plane;
}

function judge({ status }: ApiAnswer): RequestOutcome {
  return status < 300 ? 'kept' : 'refused';
}

function sourceRevision(source: string, marker: string): Record<string, string> {
  if (source === 'git_host') return { repo_ref: marker, graph_config_path: 'langgraph.json' };
  if (marker === '') return {};
  return { image_uri: marker };
}

function secretsBody(secret: string | undefined): { name: string; value: string }[] | undefined {
  return secret === undefined ? undefined : [{ name: 'TOKEN', value: secret }];
}
