// Finds the sites where a change to the source changes its behaviour.
import { parseAst } from 'vite';

/**
 * @typedef {{ start: number, end: number, text: string }} Edit
 * @typedef {object} Site
 * @property {string} kind
 * @property {string} path
 * @property {number} line
 * @property {string} within the name of the function that contains it
 * @property {string} change a description of the change
 * @property {Edit} edit
 * @property {string} [line0] an import that the edit needs
 * @property {{ start: number, end: number, isStatement: boolean }} place the code that runs when the site is reached
 * @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node
 */

/** @type {Record<string, string>} */
const OPERATORS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+' };
/** @type {Record<string, string>} */
const LOGIC = { '&&': '||', '||': '&&' };
/** @type {Record<string, string>} functions of drizzle-orm */
const QUERY = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt', eq: 'ne', ne: 'eq', and: 'or', or: 'and', asc: 'desc' };
Object.assign(QUERY, { desc: 'asc', isNull: 'isNotNull', isNotNull: 'isNull' });
/** @type {Record<string, string>} */
const SQL = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', and: 'or', or: 'and', desc: 'asc', asc: 'desc', '+': '-' };
Object.assign(SQL, { '-': '+', 'is null': 'is not null', 'is not null': 'is null', 'not exists': 'exists' });
Object.assign(SQL, { min: 'max', max: 'min', greatest: 'least', least: 'greatest' });
const SQL_WORDS =
  /(?<= )(?:<=?|>=?|\+|-|desc|is not null|is null|(?<!between \S+ )and|or|asc)(?=[ \n)]|$)|\b(?:not exists|(?:min|max|greatest|least)(?=\())/g;
const IS_SQL = /\b(?:select\b.*\bfrom|insert into|delete from|update \w+ (?:\w+ )?set|order by \w)/s;

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const LEAVES = ['ReturnStatement', 'ContinueStatement', 'BreakStatement'];

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;
/** @param {Node} node */
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

/**
 * @param {string} path
 * @param {string} text
 * @returns {Site[]} sites in functions only, because code that runs at import belongs to no particular test
 */
export function sitesIn(path, text) {
  /** @type {Site[]} */
  const found = [];
  /** @param {Node} node @param {Node[]} way its ancestors, the nearest last */
  const visit = (node, way) => {
    if (isLeftOut(node, way, text)) return;
    if (way.some(({ type }) => FUNCTIONS.includes(type)))
      for (const { kind, edit, place = node, line0 } of changesOf(node, way, text))
        found.push({
          kind,
          path,
          line: text.slice(0, edit.start).split('\n').length,
          within: nameOf(way),
          change: inWords(text, edit, place),
          edit,
          ...(line0 && { line0 }),
          place: { start: place.start, end: place.end, isStatement: place.type.endsWith('Statement') },
        });
    for (const child of node.type.startsWith('TS') ? [node.expression] : childrenOf(node)) visit(child, [...way, node]);
  };
  visit(/** @type {any} */ (parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })), []);
  return found;
}

/**
 * Returns whether to leave out a node: a type, an import, a property's name, an error or log message, or a number
 * in a layout.
 * @param {Node} node
 * @param {Node[]} way
 * @param {string} text
 */
function isLeftOut({ type, expression, callee, start, value }, way, text) {
  if (type.startsWith('TS')) return !isNode(expression);
  if (type === 'NewExpression') return /Error$/.test(text.slice(callee.start, callee.end));
  if (type === 'CallExpression') return /^(?:log|console)\b|\blog\./.test(text.slice(callee.start, callee.end));
  if (type === 'Literal' && way.at(-1)?.type === 'JSXExpressionContainer') return typeof value === 'number';
  return type === 'ImportDeclaration' || (way.at(-1)?.type === 'Property' && way.at(-1)?.key.start === start);
}

/**
 * @param {Node} node
 * @param {Node[]} way
 * @param {string} text
 * @returns {{ kind: string, edit: Edit, place?: Node, line0?: string }[]}
 */
function changesOf(node, way, text) {
  const { type, start, end } = node;
  const code = (/** @type {Node} */ part) => text.slice(part.start, part.end);
  const operator = (/** @type {string} */ other) => {
    const at = node.left.end + text.slice(node.left.end, node.right.start).indexOf(node.operator);
    return { start: at, end: at + node.operator.length, text: other };
  };
  const isInBlock = way.at(-1)?.type === 'BlockStatement';
  switch (type) {
    case 'BinaryExpression':
      return OPERATORS[node.operator]
        ? [
            {
              kind: /[<>]/.test(node.operator) ? 'boundary' : 'operator',
              edit: operator(OPERATORS[node.operator] ?? ''),
            },
          ]
        : [];
    case 'LogicalExpression':
      return node.operator === '??' ? [] : [{ kind: 'logic', edit: operator(LOGIC[node.operator] ?? '') }];
    case 'ConditionalExpression':
    case 'IfStatement': {
      const { test, alternate, consequent } = node;
      const only =
        consequent.type === 'BlockStatement' && consequent.body.length === 1 ? consequent.body[0] : consequent;
      const isGuard = isInBlock && type === 'IfStatement' && !alternate && LEAVES.includes(only.type);
      return [
        ...(test.type === 'BinaryExpression'
          ? []
          : [{ kind: 'condition', edit: { ...range(test), text: `!(${code(test)})` }, place: test }]),
        ...(isGuard ? [{ kind: 'return', edit: { start, end, text: '' } }] : []),
      ];
    }
    case 'ExpressionStatement': {
      const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      return isInBlock && call.type === 'CallExpression' ? [{ kind: 'call', edit: { start, end, text: '' } }] : [];
    }
    case 'CallExpression': {
      const name = code(node.callee);
      const edit = range(node.callee);
      if (name === 'Math.min' || name === 'Math.max')
        return [{ kind: 'operator', edit: { ...edit, text: name === 'Math.min' ? 'Math.max' : 'Math.min' } }];
      if (!QUERY[name] || !text.includes("from 'drizzle-orm'")) return [];
      return [
        {
          kind: 'query',
          edit: { ...edit, text: `other_${QUERY[name]}` },
          line0: `import { ${QUERY[name]} as other_${QUERY[name]} } from 'drizzle-orm'; `,
        },
      ];
    }
    case 'Literal':
      if (typeof node.value === 'boolean') return [{ kind: 'boolean', edit: { start, end, text: `${!node.value}` } }];
      if (typeof node.value === 'number') return [{ kind: 'number', edit: { start, end, text: `${node.value + 1}` } }];
      if (typeof node.value === 'bigint')
        return [{ kind: 'number', edit: { start, end, text: `${node.value + 1n}n` } }];
      return typeof node.value === 'string' && IS_SQL.test(node.value) ? sqlChanges(node, text, node) : [];
    case 'TemplateLiteral': {
      const parent = way.at(-1);
      const isTagged = parent?.type === 'TaggedTemplateExpression' && /^sql\b/.test(code(parent.tag));
      if (!isTagged && !IS_SQL.test(code(node))) return [];
      return node.quasis.flatMap((/** @type {Node} */ part) => sqlChanges(part, text, isTagged ? parent : node));
    }
    default:
      return [];
  }
}

/** @param {Node} node */
const range = ({ start, end }) => ({ start, end });

/**
 * @param {Node} part
 * @param {string} text
 * @param {Node} place
 */
const sqlChanges = (part, text, place) =>
  [...text.slice(part.start, part.end).matchAll(SQL_WORDS)].map(({ 0: word, index }) => {
    const start = part.start + index;
    return { kind: 'sql', edit: { start, end: start + word.length, text: SQL[word] ?? '' }, place };
  });

/** @param {Node[]} way */
function nameOf(way) {
  for (const { type, id, key } of [...way].reverse()) {
    if ((type === 'VariableDeclarator' || type === 'FunctionDeclaration') && id?.name) return id.name;
    if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(type) && key?.name) return key.name;
  }
  return '';
}

/**
 * @param {string} text
 * @param {Edit} edit
 * @param {Node} place
 */
function inWords(text, { start, end, text: after }, place) {
  const short = (/** @type {string} */ code) => {
    const line = code.replace(/\s+/g, ' ').trim();
    return `\`${line.length > 70 ? `${line.slice(0, 69)}…` : line}\``;
  };
  if (after === '') return `${short(text.slice(start, end))} removed`;
  const from = Math.max(place.start, start - 30);
  const to = Math.min(place.end, end + 30);
  return `${short(text.slice(from, to))} → ${short(text.slice(from, start) + after.replace('other_', '') + text.slice(end, to))}`;
}
