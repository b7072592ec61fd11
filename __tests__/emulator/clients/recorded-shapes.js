import * as z from 'zod';
// What the Python CLI reads of each answer, and no more, so that nothing else is asked for.
const text = z.string().min(1);
export const Found = z.object({ resources: z.array(z.object({ name: text, id: text })) });
export const Made = z.object({ id: text });
export const UploadPlace = z.object({ upload_url: text, object_path: text });
export const PushPlace = z.object({ token: text, registry_url: text });
export const Patched = z.object({ tenant_id: z.string().optional() });
export const Newest = z.object({ resources: z.array(z.object({ id: text })) });
export const Polled = z.object({ status: text });
export const Shown = z.object({ source_config: z.object({ custom_url: z.string().nullish() }) });
export const Lines = z.object({
  logs: z.array(
    z.object({
      id: z.union([text, z.number()]),
      timestamp: z.union([text, z.number()]),
      message: z.string(),
    }),
  ),
  next_offset: z.string().nullish(),
});
export const Listeners = z.object({
  resources: z.array(
    z.object({ id: text, compute_config: z.object({ k8s_namespaces: z.array(z.string()) }) }),
  ),
});
export const Refused = z.object({ detail: z.string() });
export const History = z.object({
  resources: z.array(z.object({ id: text, status: text, created_at: text })),
});
