import { FIELD_FAULTS } from '../../contract/field-faults.ts';

export const problemSchema = {
  type: 'object',
  description:
    'A problem document (RFC 9457). `code` is stable; `errors` points to the faults in the body or the query.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string' },
          code: { type: 'string', enum: Object.keys(FIELD_FAULTS), description: 'The kind of fault; stable.' },
          detail: { type: 'string' },
          limit: { type: 'number', description: 'The limit, as in `detail`.' },
          count: { type: 'number', description: 'The requested number, as in `detail`.' },
          values: { type: 'array', items: { type: 'string' }, description: 'The allowed values, as in `detail`.' },
        },
      },
    },
  },
};
