import { randomUUID } from 'node:crypto';
import { iso } from './test-client.ts';

/** Returns the smallest valid SDK event, created now. */
export const sdkEvent = () => ({
  event_type: 'shop',
  event: { event_sub_type: 'opened' },
  game_id: 'game',
  created_at: iso(Date.now()),
  session_id: randomUUID(),
  event_id: randomUUID(),
  user_details: { user_id: 'anon' },
  app_details: {},
});
