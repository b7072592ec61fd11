/** Packed folder of a built revision. Revisions with the same packages share the archive of the packages. */
export interface ArtifactArchive {
  /** Path relative to the pod's root: `revisions/<id>`, `modules/<key>` or `python/environments/<key>`. */
  place: string;
  /** SHA-256 of the packed bytes in hex. Pods fetch the archive by the digest. */
  digest: string;
  /** Packed size in bytes. */
  size: number;
  /** Size of the uncompressed archive in bytes, including the headers of its entries. */
  unpackedSize: number;
}

/** Archives that an agent pod needs to run a built revision. */
export interface ArtifactManifest {
  version: 1;
  revisionId: string;
  pieces: readonly ArtifactArchive[];
}

/** Built revisions in the object store. Every replica of the control plane can read the built revisions. */
export interface Artifacts {
  /** Returns a revision's manifest, or `undefined` if the revision's archives are not built or no longer stored. */
  manifest(revisionId: string): Promise<ArtifactManifest | undefined>;
  /**
   * Reads the packed bytes of a revision's archive from an offset, or returns `undefined` if the revision has no
   * archive with this digest.
   * @throws ObjectMissingError during the read if the archive is removed.
   */
  read(
    revisionId: string,
    digest: string,
    from?: number,
  ): Promise<{ size: number; content: AsyncIterable<Uint8Array> } | undefined>;
}
