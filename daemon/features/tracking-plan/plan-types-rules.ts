import type { Doc, Shape, TrackingPlan, TypeName } from './shape-rules.ts';

// Writes a tracking plan as TypeScript, for the SDK's `EVENTS<Taxonomy>`.

const HEADER = '// Written by `redeemd plan types`. Do not edit: change the plan.\n';
const STEP = '  ';

export function planTypes({ types, definitions, ...doc }: TrackingPlan): string {
  const textOf = createTypeText((name) => definitions.get(name)?.typeName ?? 'unknown');
  const named = [...definitions.values()].map(
    ({ typeName, shape }) => `${docOf(shape, '')}export type ${typeName} = ${textOf(shape, '')};\n`,
  );
  const members = types.map(({ name, subTypes, ...typeDoc }) => {
    const details = subTypes.map((sub) =>
      member(sub.name, textOf(sub.details, STEP + STEP, true), sub.details, STEP + STEP),
    );
    return member(name, `{\n${details.join('')}${STEP}}`, typeDoc, STEP);
  });
  const taxonomy = `${docOf(doc, '')}export interface Taxonomy {\n${members.join('')}}\n`;
  return [HEADER, ...named, taxonomy].join('\n');
}

function member(name: string, type: string, doc: Doc, indent: string, mark = ''): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `${docOf(doc, indent)}${indent}${key}${mark}: ${type};\n`;
}

function docOf({ description, deprecated }: Doc, indent: string): string {
  const lines = [
    ...(description?.trim().split(/\r\n|[\r\n\u2028\u2029]/) ?? []),
    ...(deprecated ? ['@deprecated'] : []),
  ]
    .map((line) => line.replaceAll('*/', '*\\/').trimEnd())
    .filter((line, at, all) => line !== '' || all[at - 1] !== '');
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Creates a function that writes a shape as a type, with its further lines indented. */
function createTypeText(nameOf: (definition: string) => string) {
  /** @param isDetails whether the type is an event's details, which are always an object */
  const textOf = (shape: Shape, indent: string, isDetails = false): string => {
    switch (shape.kind) {
      case 'any':
        return isDetails ? 'Record<string, unknown>' : 'unknown';
      case 'values':
        return joined(shape.values.map((value) => JSON.stringify(value)));
      case 'reference':
        return nameOf(shape.name);
      case 'union':
        return joined(shape.of.map((one) => textOf(one, indent)));
      case 'types':
        return joined(shape.types.map((type) => ofType(type, shape, indent)));
    }
  };
  const ofType = (type: TypeName, shape: Extract<Shape, { kind: 'types' }>, indent: string): string => {
    switch (type) {
      case 'integer':
        return 'number';
      case 'object':
        return ofObject(shape, indent);
      case 'array': {
        const item = textOf(shape.items, indent);
        return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
      }
      default:
        return type;
    }
  };
  const ofObject = ({ fields, rest }: Extract<Shape, { kind: 'types' }>, indent: string): string => {
    if (fields.length === 0) return `Record<string, ${rest ? textOf(rest, indent) : 'never'}>`;
    const inner = indent + STEP;
    const members = fields.map(({ name, required, shape }) =>
      member(name, textOf(shape, inner), shape, inner, required ? '' : '?'),
    );
    const more = rest ? `${inner}[field: string]: unknown;\n` : '';
    return `{\n${members.join('')}${more}${indent}}`;
  };
  return textOf;
}

const joined = (types: readonly string[]) => [...new Set(types)].join(' | ');
