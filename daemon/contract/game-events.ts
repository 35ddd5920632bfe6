import { z } from 'zod';
import { type ExactNumber, isExactNumber } from '../lib/exact-number.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { gameId, personId } from './fields.ts';

/** A JSON number. Inside the daemon, it is the number's text if a double would lose digits. */
const amount = z
  .custom<number | ExactNumber>((value) => typeof value === 'number' || isExactNumber(value), {
    error: ({ input }) => (typeof input === 'string' ? FIELD_FAULTS.number_as_text : FIELD_FAULTS.not_a_number),
  })
  .meta({ type: 'number', description: 'Exact; negative for a refund' });

/** A real-money transaction. `event` contains exactly user_id and amount. Amounts are read from the number's text. */
export const paymentEvent = z.strictObject({
  event_type: z.literal('payment'),
  created_at: z.string().max(40),
  game_id: gameId,
  event: z.strictObject({ user_id: personId, amount }),
  transaction_id: z.string().min(1).max(255).optional(),
  currency: z.string().length(3).optional(),
  refund_of: z.string().min(1).max(255).optional(),
});

/** An object defined by the client, which the daemon stores unchanged. */
const ownObject = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    FIELD_FAULTS.not_an_object,
  )
  .meta({ type: 'object', additionalProperties: true });

const looseText = z.string().max(4096);
/** An SDK event. The client chooses the fields of `event_details` and `user_details`. */
export const sdkEvent = z.strictObject({
  event_type: z.string().min(1).max(255),
  event: z.strictObject({
    event_sub_type: z.string().min(1).max(255),
    event_details: ownObject.optional(),
  }),
  game_id: gameId,
  created_at: z.string().max(40),
  session_id: z.uuid(),
  event_id: z.uuid(),
  anon_id: z.string().min(1).max(255).optional(),
  utms: ownObject.optional(),
  service_referral_link: looseText.optional(),
  user_details: z.looseObject({ user_id: personId }),
  app_details: ownObject,
});
