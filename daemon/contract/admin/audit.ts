import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instant, instantOut, keysetOf, keysetQuery } from '../fields.ts';
import { staffOnly } from './access.ts';

const auditOut = z.object({
  audit_id: z.number(),
  at: instantOut,
  /** Null: the daemon or a command of the operator made the change. */
  staff: z.object({ staff_id: z.number(), email: z.string(), name: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

export const auditEndpoints = {
  listAudit: define({
    method: 'GET',
    path: '/v1/admin/audit',
    summary: 'What staff changed, newest first; `action` is a prefix, such as `campaign.`',
    access: staffOnly(),
    query: z.strictObject({
      ...keysetQuery,
      staff_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      action: z.string().min(1).max(100).optional(),
      entity: z.string().min(1).max(100).optional(),
      entity_id: z.string().min(1).max(255).optional(),
      from: instant.optional(),
      to: instant.optional(),
      q: z.string().max(200).optional(),
    }),
    answer: { status: 200, schema: keysetOf(auditOut) },
    refusals: [],
  }),
};
