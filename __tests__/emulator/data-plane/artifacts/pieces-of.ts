import type { PieceRows } from '../../../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import type { ArtifactRows } from '../../../../src/emulator/ports/store.ts';

/** The pieces of one deployment in a store. */
export const piecesOf = (
  rows: Pick<ArtifactRows, 'insertPiece' | 'findPiece' | 'put'>,
  deploymentId: string,
): PieceRows => ({
  insertPiece: (row) => rows.insertPiece({ ...row, deploymentId }),
  findPiece: (place) => rows.findPiece(deploymentId, place),
  put: (revisionId, contentIds, now) => rows.put(revisionId, contentIds, now),
});
