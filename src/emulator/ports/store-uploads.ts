/** A place for one source tarball of a deployment, and what is in it (spec §4.9 upload-url). */
export interface UploadRow {
  id: string;
  deploymentId: string;
  /** What a PATCH names it by: `source_tarball_path`. */
  path: string;
  /** SHA-256 of the token in its URL, hex: the token itself is never stored. */
  tokenHash: string;
  /** From then on the URL takes no upload any more. */
  urlExpiresAt: number;
  /** Under which the object store has it. Null: nothing came yet, or it is no longer kept (`uploadedAt` tells which). */
  contentId: string | null;
  /** Bytes. */
  size: number | null;
  /** Of the bytes, hex. */
  sha256: string | null;
  uploadedAt: number | null;
  /** A revision is made of it: it is never written again. */
  used: boolean;
  createdAt: number;
}
export interface Uploads {
  insert(row: UploadRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<UploadRow | undefined>;
  findByPath(deploymentId: string, path: string): Promise<UploadRow | undefined>;
  update(
    id: string,
    change: Partial<Pick<UploadRow, 'contentId' | 'size' | 'sha256' | 'uploadedAt' | 'used'>>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
  /** Those no revision is made of, that nothing happened to since `before`. */
  listUnused(before: number): Promise<UploadRow[]>;
  /** Those a revision is made of whose content is kept, of one deployment or of all, by deployment. */
  listKept(deploymentId?: string): Promise<UploadRow[]>;
  /** Every content that some upload has. */
  contentIds(): Promise<Set<string>>;
}

/** Contents in pieces, in the database: for emulators that share nothing else. */
export interface UploadChunks {
  put(contentId: string, index: number, bytes: Uint8Array, at: number): Promise<void>;
  get(contentId: string, index: number): Promise<Uint8Array | undefined>;
  /** Bytes of all its pieces; undefined when there is none. */
  size(contentId: string): Promise<number | undefined>;
  remove(contentId: string): Promise<void>;
  /** Contents that nothing was added to since `before`. */
  listIdle(before: number): Promise<string[]>;
}
