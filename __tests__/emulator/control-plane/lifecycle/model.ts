/** A revision in the reference model. */
export interface ModelRevision {
  id: string;
  status: string;
  commit: string | null;
}

/** Durations in milliseconds of the two stages that take time. */
export const BUILDING_MS = 60_000;
export const DEPLOYING_MS = 30_000;

const FINAL = new Set(['DEPLOYED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'SKIPPED', 'INTERRUPTED']);

/**
 * Reference model of a deployment's revisions: one is in progress, the newest queued revision is next, and the others
 * are skipped.
 */
export class Model {
  /** Revisions, oldest first. */
  readonly revisions: ModelRevision[] = [];
  active: string | null = null;
  /** Commit of the branch, or null if no commit was reported. */
  head: string | null = null;
  /** Stage that currently fails at its end, or null. */
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

  /**
   * Adds several simultaneous revisions. If the slot was free, it belongs to the revision that was observed to have
   * it.
   */
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

  /** Advances time. */
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
