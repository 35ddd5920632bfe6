import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { endpoints } from '../../../daemon/contract/contract.ts';
import { openApiDocument } from '../../../daemon/http/openapi/document.ts';

/** The parts of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;
interface Document {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { schemas: Record<string, Schema> };
}

let made: Document | undefined;
const documented = () => {
  made ??= openApiDocument('http://127.0.0.1') as unknown as Document;
  return made;
};

/**
 * Returns pointers to a response's fields that the OpenAPI document lacks, and to required fields that are missing.
 * If the document lacks the response's status, returns the status.
 */
export function undocumentedFields(name: EndpointName, status: number, body: unknown): string[] {
  const { path, method } = endpoints[name];
  const response = documented().paths[path]?.[method.toLowerCase()]?.responses[status];
  if (!response) return [`status ${status}`];
  const [content] = Object.values(response.content ?? {});
  return content && typeof body === 'object' ? unknownTo(content.schema, body, '') : [];
}

function unknownTo(schema: Schema, value: unknown, at: string): string[] {
  const { $ref, anyOf, items } = schema;
  if ($ref) return unknownTo(documented().components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, value, at);
  // Of several alternatives, the one with the fewest unknown fields counts.
  if (anyOf) return anyOf.map((one) => unknownTo(one, value, at)).toSorted((a, b) => a.length - b.length)[0] ?? [];
  if (Array.isArray(value)) return items ? value.flatMap((one, index) => unknownTo(items, one, `${at}/${index}`)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const { properties, required, rest } = fieldsOf(schema);
  const lacks = required.filter((name) => !(name in value)).map((name) => `${at}/${name} (required, but missing)`);
  const unknown = Object.entries(value).flatMap(([name, field]) => {
    const known = properties[name] ?? rest;
    return known ? unknownTo(known, field, `${at}/${name}`) : [`${at}/${name}`];
  });
  return [...lacks, ...unknown];
}

/** Returns the named fields of an object and the schema of its other fields, if it may have others. */
function fieldsOf({ $ref, allOf, properties, required = [], additionalProperties }: Schema): {
  properties: Record<string, Schema>;
  required: string[];
  rest: Schema | undefined;
} {
  if ($ref) return fieldsOf(documented().components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (allOf) {
    const parts = allOf.map(fieldsOf);
    const all = Object.assign({}, ...parts.map((part) => part.properties));
    return { properties: all, required: parts.flatMap((part) => part.required), rest: undefined };
  }
  const named = { properties: properties ?? {}, required };
  if (typeof additionalProperties === 'object') return { ...named, rest: additionalProperties };
  return { ...named, rest: properties ? undefined : {} };
}
