import type { RevisionRow } from '../../ports/store.ts';
import { StepFailure } from '../build/step-failure.ts';

/**
 * The image that a revision of a container source runs; undefined for what is built from code. The wire lets a create
 * leave it out (spec §2.3), so it is missed only here.
 * @throws StepFailure when there is none.
 */
export function requireImage({ source, config }: Pick<RevisionRow, 'source' | 'config'>): string | undefined {
  if (source !== 'external_docker' && source !== 'internal_docker') return undefined;
  if (config.image_uri) return config.image_uri;
  throw new StepFailure(
    'The revision has no source_revision_config.image_uri to run. Name an image in a PATCH of the deployment.',
  );
}
