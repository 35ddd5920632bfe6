import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instant, instantOut, keysetOf, keysetQuery, queryId } from '../fields.ts';
import { staffOnly } from './access.ts';

const auditOut = z.object({
  audit_id: z.number(),
  at: instantOut,
  /** Null if the daemon or an operator's command made the change. */
  staff: z.object({ staff_id: z.number(), email: z.string(), name: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** The current names of the objects, joined by commas; null if none of them has a name. */
  entity_name: z.string().nullable(),
  /** The current names of the objects whose IDs appear in `before` and `after`, by field. */
  value_names: z.array(z.object({ field: z.string(), id: z.string(), name: z.string() })),
  before: z.unknown(),
  after: z.unknown(),
});

export const auditEndpoints = {
  listAudit: define({
    method: 'GET',
    path: '/v1/admin/audit',
    summary:
      'List the entries of the audit log, newest first; `action` is a prefix, such as `campaign.`; a page of a filtered list can be short and still have a next_cursor',
    access: staffOnly(),
    query: z.strictObject({
      ...keysetQuery,
      audit_id: queryId.optional(),
      staff_id: queryId.optional(),
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
  auditChain: define({
    method: 'GET',
    path: '/v1/admin/audit/chain',
    summary:
      'Check the whole audit log against its chain, as `redeemd verify` does; this takes a while if the log is long',
    access: staffOnly(),
    answer: {
      status: 200,
      schema: z.object({
        checked_at: instantOut,
        entries: z.number(),
        /** The end of the chain, as accepted by `verify --audit-head`; null before the first entry. */
        head: z.object({ audit_id: z.number(), mac: z.string() }).nullable(),
        is_whole: z.boolean(),
        /** The first 20 breaks in the chain, with the stored and the computed values. */
        faults: z.array(z.object({ key: z.string(), stored: z.string(), computed: z.string() })),
      }),
    },
    refusals: [],
  }),
};
