// Creates requests of 1,000 events with unique IDs.

export const EVENTS = 1000;
export const PLAYERS = 50_000;
let serial = 0;

/** @param currency the payments' currency; if undefined, it is left out, so the organisation's currency applies */
export const payments = (currency?: string) => {
  const now = new Date().toISOString();
  return JSON.stringify({
    events: Array.from({ length: EVENTS }, () => ({
      event_type: 'payment',
      created_at: now,
      game_id: 'bench',
      transaction_id: `t-${++serial}`,
      event: { user_id: `player-${serial % PLAYERS}`, amount: 9.99 },
      ...(currency && { currency }),
    })),
  });
};

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');

export const sdkEvents = () => {
  const now = Date.now();
  const time = hex(now, 12);
  return JSON.stringify({
    events: Array.from({ length: EVENTS }, () => ({
      event_type: 'web_login',
      event: { event_sub_type: 'user_login', event_details: { event_label: 'menu' } },
      game_id: 'bench',
      created_at: new Date(now).toISOString(),
      session_id: '3f2b8c1e-1111-4222-8333-444455556666',
      event_id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${hex(++serial, 12)}`,
      user_details: { user_id: `player-${serial % PLAYERS}` },
      app_details: { platform_id: 'web' },
    })),
  });
};
