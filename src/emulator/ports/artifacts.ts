/** A packed folder of a built revision. Revisions with the same packages share the archive that contains them. */
export interface ArtifactArchive {
  /** Path below the root of the pod: `revisions/<id>`, `modules/<key>` or `python/environments/<key>`. */
  place: string;
  /** SHA-256 of the packed bytes in hex. The archive is fetched by this name. */
  digest: string;
  /** Packed size in bytes. */
  size: number;
  /** Size of the unpacked archive in bytes, which includes more than its files. */
  unpackedSize: number;
}

/** The archives that an agent pod needs to run a built revision. */
export interface ArtifactManifest {
  version: 1;
  revisionId: string;
  pieces: readonly ArtifactArchive[];
}

/** Built revisions in the object store, which every replica of the control plane reads. */
export interface Artifacts {
  /** Returns the manifest of a revision, or `undefined` if the revision is not built or no longer stored. */
  manifest(revisionId: string): Promise<ArtifactManifest | undefined>;
  /**
   * Reads the packed bytes of an archive of this revision from an offset, or returns `undefined` if the revision has
   * no such archive.
   * @throws ObjectMissingError while reading, when the archive is removed.
   */
  read(
    revisionId: string,
    digest: string,
    from?: number,
  ): Promise<{ size: number; content: AsyncIterable<Uint8Array> } | undefined>;
}
