import type { AddFault, Shape, TrackingPlan } from './shape-rules.ts';

/** The maximum number of schemas in an event's details, which limits the time needed to check them. */
const MAX_SCHEMAS = 1000;

/**
 * Checks what depends on the definitions: that no definition contains itself, and that an event's details are an object
 * of limited size. With a definition that contains itself, checking an event could take very long.
 */
export function checkReferences({ types, definitions }: TrackingPlan, add: AddFault): void {
  const sizeOf = createSizes(definitions);
  const endless = [...definitions.keys()].filter((name) => Number.isNaN(sizeOf({ kind: 'reference', name })));
  for (const name of endless) add(['$defs', name], 'refers_to_itself', name);
  if (endless.length > 0) return;
  for (const { name, subTypes } of types)
    for (const { name: subName, details } of subTypes) {
      const path = ['properties', name, 'properties', subName];
      if (details.kind !== 'any' && !isObject(details, definitions)) add(path, 'not_details');
      else if (sizeOf(details) > MAX_SCHEMAS) add(path, 'too_large');
    }
}

function isObject(shape: Shape | undefined, definitions: TrackingPlan['definitions']): boolean {
  if (shape?.kind === 'reference') return isObject(definitions.get(shape.name)?.shape, definitions);
  return shape?.kind === 'types' && shape.types.join() === 'object';
}

/** Creates a function that counts the schemas in a shape with all references expanded; NaN if they never end. */
function createSizes(definitions: TrackingPlan['definitions']) {
  const sizes = new Map<string, number>();
  const sizeOf = (shape: Shape): number => {
    switch (shape.kind) {
      case 'any':
      case 'values':
        return 1;
      case 'union':
        return shape.of.reduce((sum, one) => sum + sizeOf(one), 1);
      case 'types': {
        const parts = [...shape.fields.map((field) => field.shape), shape.items, ...(shape.rest ? [shape.rest] : [])];
        return parts.reduce((sum, one) => sum + sizeOf(one), 1);
      }
      case 'reference':
        return ofDefinition(shape.name);
    }
  };
  const ofDefinition = (name: string): number => {
    const known = sizes.get(name);
    const definition = definitions.get(name);
    if (known !== undefined || !definition) return known ?? 1;
    // If the definition contains itself, the sum becomes NaN.
    sizes.set(name, Number.NaN);
    const size = sizeOf(definition.shape);
    sizes.set(name, size);
    return size;
  };
  return sizeOf;
}
