import type { SdkClient } from './sdk-stage.ts';

/**
 * Returns a naive client: a list in memory, a new ID for each attempt and no waiting. Every judge must find its faults;
 * otherwise the judge is useless.
 */
export const naiveClient = (key: string): SdkClient => ({
  name: 'naive',
  script: (address) => `{
    const session_id = crypto.randomUUID();
    const post = (mark) => fetch('${address}/v1/game/game-event', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': '${key}' },
      body: JSON.stringify({ events: [{
        event_type: 'scenario', event: { event_sub_type: 'made', event_details: { mark } }, game_id: 'scenario_game',
        created_at: new Date().toISOString(), session_id, event_id: crypto.randomUUID(), anon_id: 'anon_naive',
        user_details: { user_id: 'anon_naive' }, app_details: {},
      }] }),
    }).then((answer) => answer.ok);
    const waiting = [];
    const work = async () => {
      for (const mark of waiting.splice(0)) if (!(await post(mark).catch(() => false))) waiting.push(mark);
    };
    (async () => { for (;;) { await new Promise((wake) => setTimeout(wake, 300)); await work(); } })();
    globalThis.client = { send: (mark) => void waiting.push(mark) };
  }`,
});
