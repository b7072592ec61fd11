/** A revision as the reference sees it. */
export interface ModelRevision {
  id: string;
  status: string;
  commit: string | null;
}

/** How long the two stages last that last at all, in milliseconds. */
export const BUILDING_MS = 60_000;
export const DEPLOYING_MS = 30_000;

const FINAL = new Set(['DEPLOYED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'SKIPPED', 'INTERRUPTED']);

/**
 * The life of one deployment's revisions, as simply as it can be said: one in progress, the newest of
 * the queue next, the others skipped.
 */
export class Model {
  /** Oldest first. */
  readonly revisions: ModelRevision[] = [];
  active: string | null = null;
  /** Where the branch leads, as far as anybody told. */
  head: string | null = null;
  /** The stage that fails at its end, for as long as that is so. */
  failing: 'BUILDING' | 'DEPLOYING' | null = null;
  deleted = false;
  #left = 0;

  get atWork(): ModelRevision | undefined {
    return this.revisions.find(({ status }) => status === 'BUILDING' || status === 'DEPLOYING');
  }

  find(pick: number): ModelRevision | undefined {
    return this.revisions[pick % Math.max(this.revisions.length, 1)];
  }

  isFinal({ status }: ModelRevision): boolean {
    return FINAL.has(status);
  }

  add(id: string, commit: string | null): void {
    this.revisions.push({ id, status: 'QUEUED', commit });
    this.#next();
  }

  /** Several that came at once: the slot, when it was free, went to the one that was seen to have it. */
  addTogether(ids: readonly string[], firstAtWork: string): void {
    for (const id of ids) this.revisions.push({ id, status: 'QUEUED', commit: null });
    if (this.atWork) return;
    this.#begin(firstAtWork);
  }

  interrupt(revision: ModelRevision): void {
    if (this.isFinal(revision)) return;
    revision.status = 'INTERRUPTED';
    this.#next();
  }

  /** Time goes by. */
  pass(ms: number): void {
    let rest = ms;
    for (let one = this.atWork; one; one = this.atWork) {
      if (this.#left > rest) {
        this.#left -= rest;
        return;
      }
      rest -= this.#left;
      this.#endStage(one);
    }
  }

  #endStage(one: ModelRevision): void {
    if (one.status === this.failing) {
      one.status = one.status === 'BUILDING' ? 'BUILD_FAILED' : 'DEPLOY_FAILED';
    } else if (one.status === 'BUILDING') {
      one.status = 'DEPLOYING';
      this.#left = DEPLOYING_MS;
      return;
    } else {
      one.status = 'DEPLOYED';
      this.active = one.id;
    }
    this.#next();
  }

  #next(): void {
    if (this.atWork) return;
    const newest = this.revisions.findLast(({ status }) => status === 'QUEUED');
    if (newest) this.#begin(newest.id);
  }

  #begin(id: string): void {
    for (const [place, one] of this.revisions.entries()) {
      if (one.id === id) {
        one.status = 'BUILDING';
        one.commit ??= this.head;
        this.#left = BUILDING_MS;
        return;
      }
      if (one.status === 'QUEUED' && place < this.revisions.length) one.status = 'SKIPPED';
    }
  }
}
