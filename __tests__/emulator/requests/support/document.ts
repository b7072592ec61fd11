export type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
}

/** One operation of the published document, with what a request to it consists of. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schema of its JSON body; undefined when it takes none. */
  body: Json | undefined;
  /** Media types of a body that is no JSON. */
  raw: boolean;
}

/** What is read of an OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json> };
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The operations of a document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation['requestBody'];
      const content = isObject(body) && isObject(body['content']) ? body['content'] : {};
      const json = content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        parameters: objects(operation['parameters']).map(({ name, in: place, required, schema }) => ({
          name: String(name),
          in: String(place),
          required: required === true,
          schema: isObject(schema) ? schema : {},
        })),
        body: isObject(json) && isObject(json['schema']) ? json['schema'] : undefined,
        raw: body !== undefined && json === undefined,
      };
    }),
  );
}
