/** The parts of the OpenAPI document from `openApiDocument` that the daemon's own pages read. */
export interface ApiDocument {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; examples: Record<string, { value: unknown }> };
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: unknown;
  example?: unknown;
}
export type Content = Record<string, { schema: { $ref?: string }; example?: unknown }>;
