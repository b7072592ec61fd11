import type { Generated } from 'kysely';
import type { Json } from './json.ts';

// Tables of what others bring: tarballs, and feedback with the URLs it comes by. Part of the schema (schema.ts).

export interface FeedbackTokensTable {
  ordinal: Generated<number>;
  id: string;
  token_hash: string;
  sealed: string;
  deployment_id: string;
  run_id: string;
  feedback_key: string;
  for_run: number;
  outlives_run: number;
  expires_at: number;
  created_at: number;
}

export interface FeedbackTable {
  ordinal: Generated<number>;
  id: string;
  workspace_id: string;
  project_id: string | null;
  run_id: string;
  feedback_key: string;
  score_json: Json<unknown>;
  value_json: Json<unknown>;
  comment: string | null;
  correction_json: Json<unknown>;
  metadata_json: Json<Record<string, unknown> | null>;
  source_type: string;
  created_at: number;
  modified_at: number;
}

export interface UploadsTable {
  id: string;
  deployment_id: string;
  path: string;
  token_hash: string;
  url_expires_at: number;
  content_id: string | null;
  size: number | null;
  sha256: string | null;
  uploaded_at: number | null;
  used: number;
  created_at: number;
}
