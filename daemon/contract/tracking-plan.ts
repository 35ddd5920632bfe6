/**
 * The faults in a tracking plan by code, as sentences. `name` is the keyword, field or definition in the sentence. The
 * Portal translates them.
 */
export const PLAN_FAULTS = {
  not_json: 'The plan is not valid JSON.',
  too_long: 'The plan has more than 262,144 characters.',
  too_many_types: 'A plan can have at most 1,000 sub-types.',
  too_large: 'With every $ref expanded, these details have more than 1,000 schemas.',
  too_deep: 'Schemas can be at most 32 levels deep.',
  not_a_schema: 'This must be a JSON Schema: an object, or true.',
  not_a_list: 'This must be a list.',
  not_a_map: 'This must be an object that maps names to schemas.',
  empty: 'This must not be empty.',
  unknown_version: '$schema must be https://json-schema.org/draft/2020-12/schema.',
  not_supported: '{name} is not supported.',
  not_here: '{name} cannot be used here.',
  needs_type: '{name} also requires a type.',
  not_a_type: 'type must be string, integer, number, boolean, object, array or null, or a list of them.',
  not_text: 'This must be a string.',
  not_a_boolean: 'This must be true or false.',
  not_a_value: 'A value must be a string, a number, true, false or null.',
  other_type: 'This value does not fit the type.',
  not_a_field: 'properties does not contain the required field {name}.',
  not_names: 'required must be a list of field names.',
  rest_beside_fields: 'If there are properties, additionalProperties must be true or false.',
  not_closed: 'The plan lists every type and sub-type, so additionalProperties can only be false here.',
  not_a_reference: '$ref must be #/$defs/ and a name.',
  unknown_definition: '$defs does not contain {name}.',
  refers_to_itself: 'The definition {name} refers to itself.',
  not_a_definition_name: 'A definition’s name must begin with a letter and contain only letters, digits, _ . and -.',
  name_taken: 'In TypeScript, this definition would be called {name}, which is already used.',
  not_details: 'The details of an event must have the type object.',
  wrong_name_length: 'A type or sub-type must have 1-255 characters.',
  reserved_type: '{name} is reserved for payments or for events that the SDK itself sends.',
} as const;
export type PlanFaultCode = keyof typeof PLAN_FAULTS;

export interface PlanFault {
  /** A JSON pointer into the plan, such as `/properties/shop/properties/bought/pattern`. */
  pointer: string;
  code: PlanFaultCode;
  name?: string;
}

export const planFaultText = ({ code, name = '' }: Pick<PlanFault, 'code' | 'name'>): string =>
  PLAN_FAULTS[code].replace('{name}', () => name);
