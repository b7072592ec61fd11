import * as z from 'zod';
import type { AnswerCheck } from './check-answer.ts';
import { type Route, route } from './route.ts';

export type ApiDocument = Record<string, unknown>;

/** The document of `routes()`, made at the first call: what it needs is loaded only then. */
export function documentOf(routes: () => readonly Route[]): () => Promise<ApiDocument> {
  let document: Promise<ApiDocument> | undefined;
  const make = async () => {
    const [{ openApiDocument }, { components }] = await Promise.all([
      import('./openapi.ts'),
      import('./components.ts'),
    ]);
    return openApiDocument(routes(), components);
  };
  return () => (document ??= make());
}

/** The check of answers by that document, made at the first call. */
export function answerCheckOf(document: () => Promise<ApiDocument>): () => Promise<AnswerCheck> {
  let check: Promise<AnswerCheck> | undefined;
  const make = async () => {
    const { publishedAnswers } = await import('./published-answers.ts');
    return publishedAnswers(await document());
  };
  return () => (check ??= make());
}

/** `GET /openapi.json`, naming the server by the address the client used. */
export function openApiRoute(document: () => Promise<ApiDocument>): Route {
  return route({
    surface: 'control-plane',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    auth: 'none',
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async ({ origin }) => ({
      status: 200,
      body: { ...(await document()), servers: [{ url: origin }] },
    }),
  });
}
