import { expect } from '@jest/globals';
import { isFinal } from '../../../../src/contract/statuses.ts';
import type { Emulator } from '../../../../src/emulator/index.ts';
import type { RevisionRow, Store } from '../../../../src/emulator/ports/store.ts';
import { type Answer, call, gitDeployment } from '../../server/plane.ts';
import { BUILDING_MS, DEPLOYING_MS, type Model } from './model.ts';

const PATH = '/v2/deployments';
const NORMAL = ['CREATING', 'QUEUED', 'AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'];

/** One deployment of a running emulator, which is idle after each command. */
export class Real {
  readonly repo: string;
  readonly #emulator: Emulator;
  readonly #store: Store;
  readonly #name: string;
  readonly #seen = new Map<string, RevisionRow>();
  #id = '';
  /** ID of the revision in the last response. */
  #answered = '';

  constructor(emulator: Emulator, store: Store, name: string) {
    this.#emulator = emulator;
    this.#store = store;
    this.#name = name;
    this.repo = `https://git.example/life/${name}`;
  }

  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.#emulator, method, path, body);
  }

  /** Sends a request about the deployment, and waits until the emulator is idle. */
  async ask(method: string, rest: string, body?: unknown): Promise<Answer> {
    const answer = await this.api(method, `${PATH}/${this.#id}${rest}`, body);
    await this.pass(0);
    return answer;
  }

  /** Sends a request without waiting until the emulator is idle. */
  hurry(method: string, rest: string, body?: unknown): Promise<Answer> {
    return this.api(method, `${PATH}/${this.#id}${rest}`, body);
  }

  async create(): Promise<string> {
    const answer = await this.api(
      'POST',
      PATH,
      gitDeployment({ name: this.#name, source_config: { repo_url: this.repo, build_on_push: true } }),
    );
    expect(answer.status).toBe(201);
    this.#id = answer.body.id;
    this.#seen.clear();
    await this.pass(0);
    return answer.body.latest_revision_id;
  }

  pass(ms: number): Promise<void> {
    return this.#emulator.clock.advance(ms);
  }

  fail(stage: Model['failing']): void {
    const then = (own: string, ms: number) => ({
      duration_ms: ms,
      ...(own === stage ? { fail: 'on purpose' } : {}),
    });
    this.#emulator.faults.set({
      rules: [
        { match: { stage: 'BUILDING' }, then: then('BUILDING', BUILDING_MS) },
        { match: { stage: 'DEPLOYING' }, then: then('DEPLOYING', DEPLOYING_MS) },
      ],
    });
  }

  async rows(): Promise<RevisionRow[]> {
    return (await this.#store.revisions.list(this.#id, { limit: 100, offset: 0 })).toReversed();
  }

  /** Compares all visible state with the model, and with earlier observations. */
  async check(model: Model): Promise<void> {
    const named = (await this.api('GET', `${PATH}?name=${this.#name}`)).body.resources;
    if (model.deleted) {
      expect(named).toEqual([]);
      expect((await this.api('GET', `${PATH}/${this.#id}`)).status).toBe(404);
      return;
    }
    expect(named.map(({ id }: { id: string }) => id)).toEqual([this.#id]);
    const rows = await this.rows();
    expect(rows.map(({ id, status, config }) => [id, status, config.repo_commit_sha ?? null])).toEqual(
      model.revisions.map(({ id, status, commit }) => [id, status, commit]),
    );
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    for (const row of rows) this.#checkHistory(row);
    const atWork = rows.filter(
      ({ status }) => !isFinal(status) && status !== 'QUEUED' && status !== 'CREATING',
    );
    expect(atWork.length).toBeLessThanOrEqual(1);
    const [shown] = named;
    expect([shown.active_revision_id, shown.latest_revision_id]).toEqual([model.active, rows.at(-1)?.id]);
    if (model.active !== null && model.active !== this.#answered) {
      this.#answered = model.active;
      const info = await this.api('GET', `/d/${this.#id}/info`);
      expect(info.body.host.revision_id).toBe(model.active);
    }
  }

  #checkHistory(row: RevisionRow): void {
    const statuses = row.history.map(({ status }) => status);
    const times = row.history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // Each status is a later stage than the previous status, and only the last status may be final.
    const places = statuses.filter((status) => !isFinal(status)).map((status) => NORMAL.indexOf(status));
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    expect(statuses.slice(0, -1).filter(isFinal)).toEqual([]);
    expect(statuses.at(-1)).toBe(row.status);
    const before = this.#seen.get(row.id);
    this.#seen.set(row.id, row);
    if (before === undefined) return;
    expect(row.history.slice(0, before.history.length)).toEqual(before.history);
    if (isFinal(before.status)) expect([row.status, row.history]).toEqual([before.status, before.history]);
  }
}
