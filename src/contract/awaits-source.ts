import type { Source, SourceRevisionConfig } from './source.ts';

/**
 * Returns whether a revision still waits for its source (docs/api/deployments.md#waiting-source). A revision has the
 * status CREATING until its source arrives.
 */
export function waitsForSource(source: Source, config: SourceRevisionConfig): boolean {
  switch (source) {
    case 'internal_source':
      return !config.source_tarball_path;
    case 'internal_docker':
      return !config.image_uri;
    default:
      return false;
  }
}
