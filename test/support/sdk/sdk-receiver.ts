import { eq } from 'drizzle-orm';
import { createKey } from '../../../daemon/features/keys/create-key.ts';
import { startTestDaemon } from '../world/daemon.ts';
import type { SdkReceiver } from './sdk-stage.ts';

/** Starts a daemon whose database shows which events arrived, and creates a key for pages. */
export async function startSdkReceiver(): Promise<SdkReceiver & { key: string; close(): Promise<void> }> {
  const daemon = await startTestDaemon();
  const { key } = await createKey(daemon.db, { name: 'pages', kind: 'client' }, Date.now());
  return {
    key,
    url: daemon.url,
    async stored() {
      const rows = await daemon.db.read(({ db, t }) =>
        db.select().from(t.sdk_events).where(eq(t.sdk_events.event_type, 'scenario')),
      );
      return rows.map(({ event_id: eventId, created_at: createdAt, payload }) => ({
        eventId,
        createdAt,
        ...markIn(payload),
      }));
    },
    close: () => daemon.close(),
  };
}

const markIn = (payload: string): { mark: string } => JSON.parse(payload).event.event_details;
