import { z } from 'zod';
import { type EndpointName, endpointList, endpoints } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The schema of a tool's input, as the protocol defines it. */
export interface ToolInput {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
  additionalProperties: false;
  [more: string]: unknown;
}

export interface Tool {
  name: string;
  description: string;
  inputSchema: ToolInput;
}

/** Endpoints that do not suit a conversation: unused pool keys, whole files, and work that takes minutes. */
const LEFT_OUT: readonly EndpointName[] = ['listPoolKeys', 'exportCampaign', 'auditChain'];
/** Parameters for CSV files. */
const OF_FILES = ['format', 'columns', 'table'];

const isReadable = (name: EndpointName, { method, access, answer }: Endpoint) =>
  method === 'GET' && access.kind === 'staff' && !access.bySession && !answer.type && !LEFT_OUT.includes(name);

/** The endpoints with which staff read data. Each is a tool of the same name. */
const READS = endpointList.filter(([name, entry]) => isReadable(name, entry)).map(([name]) => name);

export const isReadTool = (name: string): name is EndpointName => READS.some((known) => known === name);

const partOf = (schema: z.ZodType | undefined) =>
  schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Partial<ToolInput>)
    : { properties: {}, required: [] };

function inputOf({ params, query }: Endpoint): ToolInput {
  const parts = [partOf(params), partOf(query)];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  for (const name of OF_FILES) delete properties[name];
  const required = parts.flatMap((part) => part.required ?? []).filter((name) => name in properties);
  return { type: 'object', properties, required, additionalProperties: false };
}

export const READ_TOOLS: readonly Tool[] = READS.map((name) => ({
  name,
  description: endpoints[name].summary,
  inputSchema: inputOf(endpoints[name]),
}));

/** Separates the input of a tool into the parameters of the path and those of the query. */
export function requestOf(name: EndpointName, input: Record<string, unknown>) {
  const { params: schema }: Endpoint = endpoints[name];
  const inPath = Object.keys(partOf(schema).properties ?? {});
  const pick = (which: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(input).filter(([key]) => which(key)));
  return { params: pick((key) => inPath.includes(key)), query: pick((key) => !inPath.includes(key)) };
}
