import * as z from 'zod';

/** Shapes of GitLab's REST API, version 4. Only the fields that are read are described. */

const id = z.int().positive();
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

/** Response to `GET /user`: the user to whom the token belongs, which is a bot for a project access token. */
export const GitLabUser = z.object({ id, username: z.string() });

/** A note (a comment) on a merge request. */
export const GitLabNote = z.object({
  id,
  body: z.string(),
  author: GitLabUser,
  created_at: time,
  updated_at: time,
  /** True if GitLab wrote the note, for example about a push. */
  system: z.boolean(),
  /** Number of the merge request within its project. */
  noteable_iid: id.nullish(),
});

/** Request body of `POST …/notes` and `PUT …/notes/{id}`. GitLab executes the quick actions in the body. */
export const GitLabNoteBody = z.object({ body: z.string().min(1).max(1_000_000) });

export type GitLabUser = z.output<typeof GitLabUser>;
export type GitLabNote = z.output<typeof GitLabNote>;
