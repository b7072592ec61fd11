export type Json = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
}

/** One operation of the published API document, with the parts of its requests. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Schema of the JSON body, or `undefined` if the operation has none. */
  body: Json | undefined;
  /** True if the body has a media type other than JSON. */
  raw: boolean;
}

/** Parts of an OpenAPI document that the tests read. */
export interface ApiDocument {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json> };
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the operations of a document. */
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
