import * as z from 'zod';
import { maxItems, dateTime, jsonObject, optional, text, nonEmptyText } from './primitives.ts';
import { queryBoolean } from './query.ts';

/** One label of a namespace. A label contains no period, because periods separate labels in query strings. */
const Label = nonEmptyText.refine((value) => !value.includes('.'), 'must not contain a period');
export const Namespace = maxItems(100, z.array(Label).min(1));
/** Labels of a namespace or of a pattern, where `*` matches any label. */
const Labels = maxItems(100, z.array(Label));

/** Lifetime of an item in minutes, at most a thousand years. */
const minutes = z.number().positive().max(525_960_000);
/** Body of PUT /store/items. */
export const ItemPut = z.object({
  namespace: Namespace,
  key: text,
  value: jsonObject,
  /**
   * Paths of the strings that a semantic search finds, instead of the configured paths, or false if a semantic search
   * must not find the item.
   */
  index: z.union([z.literal(false), maxItems(100, z.array(z.string().min(1).max(500)))]).nullish(),
  /** Lifetime of the item in minutes, null for an item that does not expire, or absent for the configured lifetime. */
  ttl: minutes.nullish(),
});
export type ItemPut = z.infer<typeof ItemPut>;

/** Query of GET /store/items. The namespace has periods between the labels, or is a repeated parameter. */
export const ItemQuery = z.object({
  namespace: z.preprocess((value) => (typeof value === 'string' ? value.split('.') : value), Namespace),
  key: text,
  refresh_ttl: queryBoolean.optional(),
});

export const ItemDelete = z.object({ namespace: Namespace, key: text });

export const ItemSearch = z.object({
  namespace_prefix: optional(Labels),
  filter: optional(jsonObject),
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
  query: optional(z.string()),
  refresh_ttl: optional(z.boolean()),
});
export type ItemSearch = z.infer<typeof ItemSearch>;

export const NamespaceSearch = z.object({
  prefix: optional(Labels),
  suffix: optional(Labels),
  max_depth: optional(z.int().min(1)),
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
});
export type NamespaceSearch = z.infer<typeof NamespaceSearch>;

export const Item = z.object({
  namespace: z.array(z.string()),
  key: z.string(),
  value: jsonObject,
  created_at: dateTime,
  updated_at: dateTime,
});
export type Item = z.infer<typeof Item>;
export const FoundItem = z.object({
  ...Item.shape,
  /** Similarity of the item's meaning to the query's meaning, from -1 to 1, or null if the search was not semantic. */
  score: z.number().nullable(),
});
export type FoundItem = z.infer<typeof FoundItem>;
export const Items = z.object({ items: z.array(FoundItem) });
export const Namespaces = z.object({ namespaces: z.array(z.array(z.string())) });
