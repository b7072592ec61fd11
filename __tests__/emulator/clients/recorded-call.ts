import type * as z from 'zod';
import { Refused } from './recorded-shapes.ts';

export type Call = <T>(shape: z.ZodType<T>, method: string, path: string, body?: unknown) => Promise<T>;

/** Sends requests as the CLI does; throws with a refusal's text, or when an answer is without what is read of it. */
export function caller(base: string, headers: Record<string, string>): Call {
  return async (shape, method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...headers,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${Refused.parse(JSON.parse(answer)).detail}`);
    const read = shape.safeParse(answer === '' ? undefined : JSON.parse(answer));
    if (!read.success)
      throw new Error(`${method} ${path} answers without what is needed: ${read.error.message}`);
    return read.data;
  };
}
