import { describe, expect, test } from '@jest/globals';
import { type RevisionView, toRevisionView } from '../../../src/action/plan/current.ts';
import {
  chooseTarget,
  isAlreadyRolledBack,
  isSameBuild,
  originText,
  planReissue,
  refToResolve,
  toDesired,
} from '../../../src/action/rollback/plan-rollback.ts';
import { A, actualGit, actualImage, B } from '../support/plan.ts';

const revision = (id: string, over: Partial<RevisionView> = {}): RevisionView => ({
  ...toRevisionView({ id, status: 'DEPLOYED' }),
  ...over,
});
const history = (revisions: RevisionView[], activeId: string | undefined) => ({
  revisions,
  activeId,
  complete: true,
});

describe('the target of a rollback to the previous revision', () => {
  const [newer, older] = [revision('r2', { commit: B }), revision('r1', { commit: A })];

  test('is the newest deployed revision below the active revision that has another build', () => {
    const same = revision('r1b', { commit: B });
    const failed = revision('r1a', { commit: A, status: 'BUILD_FAILED' });
    const past = history([newer, same, failed, older], 'r2');
    expect(chooseTarget({ kind: 'previous' }, past)).toEqual({ kind: 'found', revision: older });
  });

  test.each([undefined, 'unknown'])('does not exist if the active revision is %s', (activeId) => {
    const choice = chooseTarget({ kind: 'previous' }, history([newer, older], activeId));
    expect(choice).toMatchObject({
      reason: 'no-rollback-target',
      message: expect.stringContaining('No revision is active'),
    });
  });

  test('would be the revision that was rolled back if the active revision is already a rollback', () => {
    const again = revision('r3', { commit: A });
    expect(isAlreadyRolledBack(history([again, newer, older], 'r3'))).toBe(true);
    expect(isAlreadyRolledBack(history([newer, older], 'r2'))).toBe(false);
    expect(isAlreadyRolledBack(history([again, newer, older], undefined))).toBe(false);
  });
});

describe('the source of a revision whose deployment has no known source', () => {
  const current = actualGit({ source: 'a_new_source' });

  test.each<[string, Partial<RevisionView>, string]>([
    ['a commit', { ref: 'main', commit: A }, 'git_host'],
    ['an image', { imageUri: 'r.example.org/a:1' }, 'external_docker'],
    ['a tarball', { tarballPath: 'sources/a.tgz' }, 'internal_source'],
  ])('is derived from %s', (_what, origin, source) => {
    expect(toDesired(revision('r1', origin), current).source).toBe(source);
  });
});

describe('the ref of a revision', () => {
  const target = revision('r1', { ref: 'main', commit: A });

  test('is resolved only if its commit and the repository are known', () => {
    const repoUrl = 'https://github.com/acme/agents';
    expect(refToResolve(target, actualGit())).toEqual({ repoUrl, ref: 'main' });
    expect(refToResolve({ ...target, commit: undefined }, actualGit())).toBeUndefined();
    expect(refToResolve({ ...target, ref: undefined }, actualGit())).toBeUndefined();
    expect(refToResolve(target, actualGit({ source_config: {} }))).toBeUndefined();
    expect(refToResolve(target, actualImage())).toBeUndefined();
  });

  test('is not resolved if it is a tag and each push deploys', () => {
    const tag = { ...target, ref: 'refs/tags/v1' };
    const onPush = (build_on_push: boolean) =>
      actualGit({ source_config: { repo_url: 'https://github.com/acme/agents', build_on_push } });
    expect(refToResolve(tag, onPush(true))).toBeUndefined();
    expect(refToResolve(tag, onPush(false))).toMatchObject({ ref: 'refs/tags/v1' });
  });
});

describe('the plan of a rollback', () => {
  const target = revision('r1', { ref: 'main', commit: A, graphConfigPath: 'langgraph.json' });

  test('sends only the ref if it still resolves to the commit and the configuration has the same path', () => {
    expect(planReissue(target, actualGit(), A)).toMatchObject({
      kind: 'patch',
      originOnly: true,
      body: { source_revision_config: { repo_ref: 'main' } },
      changes: [{ field: 'revision' }],
    });
  });

  test('also sends the path of the configuration if the path differs', () => {
    const moved = { ...target, graphConfigPath: 'agents/langgraph.json' };
    expect(planReissue(moved, actualGit(), A)).toMatchObject({
      originOnly: false,
      body: { source_revision_config: { repo_ref: 'main', graph_config_path: 'agents/langgraph.json' } },
      changes: [
        { field: 'revision' },
        {
          field: 'source_revision_config.graph_config_path',
          from: 'langgraph.json',
          to: 'agents/langgraph.json',
        },
      ],
    });
  });

  test('keeps the path of the configuration if the revision does not show a path', () => {
    const plan = planReissue({ ...target, graphConfigPath: undefined }, actualGit(), A);
    expect(plan).toMatchObject({ originOnly: true, changes: [{ field: 'revision' }] });
  });

  test('lets the service deploy the revision again if the ref now resolves to another commit', () => {
    expect(planReissue(target, actualGit(), B)).toMatchObject({ kind: 'redeploy', revisionId: 'r1' });
  });

  // docs/kubernetes/images.md#rollback
  test('lets the service deploy an image again if its digest was recorded, because the tag may have moved', () => {
    const image = revision('r1', { imageUri: 'r.example.org/a:1' });
    expect(planReissue(image, actualImage(), undefined)).toMatchObject({
      kind: 'patch',
      body: { source_revision_config: { image_uri: 'r.example.org/a:1' } },
    });
    const pinned = toRevisionView({
      id: 'r1',
      status: 'DEPLOYED',
      source_revision_config: {
        image_uri: 'r.example.org/a:1',
        image_digests: { 'r.example.org/a:1': 'sha256:1', envoy: 'sha256:2' },
      },
    });
    expect(planReissue(pinned, actualImage(), undefined)).toMatchObject({
      kind: 'redeploy',
      revisionId: 'r1',
    });
    const moved = { ...pinned, imageDigest: 'sha256:3' };
    expect([isSameBuild(pinned, moved), isSameBuild(pinned, pinned), isSameBuild(pinned, image)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('the origin of a revision in messages', () => {
  test.each<[Partial<RevisionView>, string]>([
    [{ ref: 'main', commit: A }, 'main @ aaaaaaa'],
    [{ ref: 'main' }, 'main @ ?'],
    [{ commit: A }, '? @ aaaaaaa'],
    [{ imageUri: 'r.example.org/a:1' }, 'r.example.org/a:1'],
    [{ tarballPath: 'sources/a.tgz' }, 'sources/a.tgz'],
    [{}, 'unknown'],
  ])('of %j is %s', (origin, text) => {
    expect(originText(revision('r1', origin))).toBe(text);
  });
});
