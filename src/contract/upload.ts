import * as z from 'zod';

/** Answer of POST /deployments/{id}/upload-url (spec §4.9): where to PUT, and the path to send in a PATCH. */
export const UploadUrl = z.looseObject({ upload_url: z.string().min(1), object_path: z.string().min(1) });
export type UploadUrl = z.infer<typeof UploadUrl>;

/** Answer of POST /v2/deployments/{id}/push-token (facts: service §1.2). The token is a secret. */
export const PushToken = z.looseObject({ token: z.string().min(1), registry_url: z.string().min(1) });
export type PushToken = z.infer<typeof PushToken>;
