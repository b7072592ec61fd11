import type { Source, SourceRevisionConfig } from './source.ts';

/** Whether a revision still waits to be told what it is made of (DESIGN §5): it stays in CREATING until then. */
export function awaitsSource(source: Source, config: SourceRevisionConfig): boolean {
  switch (source) {
    case 'internal_source':
      return !config.source_tarball_path;
    case 'internal_docker':
      return !config.image_uri;
    default:
      return false;
  }
}
