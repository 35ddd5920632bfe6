import { z } from 'zod';
import { define } from '../endpoint.ts';
import { everyRole } from './access.ts';

const ownEmails = z.strictObject({
  /** Whether the caller receives weekly figures by email on Mondays. */
  weekly_report: z.boolean(),
});
const ownEmailsOut = ownEmails.extend({
  /** False if no mail server is configured, in which case emails wait. */
  mail_ready: z.boolean(),
});

export const ownEmailEndpoints = {
  getOwnEmails: define({
    method: 'GET',
    path: '/v1/admin/session/emails',
    summary: 'Get your choice of regular emails',
    access: everyRole,
    maxBehindMs: 0,
    answer: { status: 200, schema: ownEmailsOut },
    refusals: [],
  }),
  changeOwnEmails: define({
    method: 'PATCH',
    path: '/v1/admin/session/emails',
    summary: 'Choose which regular emails you receive',
    access: everyRole,
    body: ownEmails,
    answer: { status: 200, schema: ownEmailsOut },
    refusals: [],
  }),
};
