/** One packed folder of a built revision. Revisions with the same packages share the piece that holds them. */
export interface ArtifactPiece {
  /** Where it belongs below the root of the pod: `revisions/<id>`, `modules/<key>` or `python/environments/<key>`. */
  place: string;
  /** SHA-256 of the packed bytes, hex: the name by which it is fetched. */
  digest: string;
  /** Packed, in bytes. */
  size: number;
  /** Unpacked, in bytes: the archive, not only its files. */
  unpackedSize: number;
}

/** What an agent pod needs to run a built revision. */
export interface ArtifactManifest {
  version: 1;
  revisionId: string;
  pieces: readonly ArtifactPiece[];
}

/** The built revisions in the object store, which every replica of the control plane reads. */
export interface Artifacts {
  /** Undefined: it is not built, or no longer stored. */
  manifest(revisionId: string): Promise<ArtifactManifest | undefined>;
  /**
   * The packed bytes of a piece of this revision from an offset on; undefined when it has no such piece.
   * @throws ObjectMissing while it is read, when it was removed meanwhile.
   */
  read(
    revisionId: string,
    digest: string,
    from?: number,
  ): Promise<{ size: number; content: AsyncIterable<Uint8Array> } | undefined>;
}
