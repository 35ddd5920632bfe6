import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensureSdk } from '../../build/sdk-build.mjs';

// The declarations are compiled as in a strict project that has installed the package, with each call in the
// specification once. Code that must not compile is under @ts-expect-error, which fails if the code compiles.

const CALLS = `
const key: string = 'ck_';
const events = new EVENTS(key, 'game', EventsBaseURL.EVENTS_PROD);
const started: Promise<void> = events.startSession();
const created: Promise<void> = events.createEvent([
  { game_id: 'game', event_type: 'web_login', event: { event_sub_type: 'user_login', event_details: { event_label: 'x', spend: 3 } } },
  { event_type: 'any', event: { event_sub_type: 'thing' } },
]);
const byUser: Promise<void> = events.createUserEvent([]);
const isPII: boolean = events.getPIITracking();
events.setPIITracking(true);
const app: AppDetails = events.getAppDetails();
events.setAppDetails({ platform_id: 'web', client_app_version: '1', store_id: 's', source_id: 't', own: 1 });
const user: UserDetails = events.getUserDetails();
events.setUserDetails({ user_id: 'u', email: 'e', wallet_id: 'w', group_id: 'g' });
events.setEnabled(false);
const isEnabled: boolean = events.isEnabled();
const code: string | null = events.getRedeemCode();
const isEmpty: Promise<boolean> = events.flush();
const done: Promise<void>[] = [events.reset(), events.optOut(), events.optOut(false)];
events.setConsent('granted');
const consent: Consent = 'pending';
// @ts-expect-error an unknown choice
events.setConsent('maybe');
const options: Options = {
  consent,
  disableData: DisableDataSettings.BrowserInfo | DisableDataSettings.OsInfo,
  sessionIdleMs: 1800000,
  playtime: true,
  beforeSend: (event: SentEvent) => (event.event_type === 'x' ? null : { ...event, app_details: {} }),
  onDrop: (dropped: SentEvent[], reason: DropReason) => console.warn(reason, dropped[0]?.event_id),
};
new EVENTS(key, 'game', EventsBaseURL.EVENTS_LOCAL, options);
new sdk.EVENTS(key, 'game', EventsBaseURL.EVENTS_DEV);
// @ts-expect-error a custom address
new EVENTS(key, 'game', 'https://example.test');
// @ts-expect-error no game
new EVENTS(key);
// @ts-expect-error no sub-type
events.createEvent([{ event_type: 'a', event: {} }]);
// @ts-expect-error a single event instead of a list
events.createEvent({ event_type: 'a', event: { event_sub_type: 'b' } });
// @ts-expect-error a number instead of a string
events.setUserDetails({ user_id: 7 });
// @ts-expect-error an internal method
events.create([], {});

interface Taxonomy {
  web_login: { user_login: { event_label: string; spend?: number }; user_logout: {}; user_left: Record<never, never> };
  level: { finished: { level: number }; paused: { level?: number } };
}
const typed = new EVENTS<Taxonomy>(key, 'game', EventsBaseURL.EVENTS_PROD);
typed.createEvent([
  { event_type: 'web_login', event: { event_sub_type: 'user_login', event_details: { event_label: 'x' } } },
  { event_type: 'web_login', event: { event_sub_type: 'user_logout' } },
  { event_type: 'level', event: { event_sub_type: 'finished', event_details: { level: 3 } } },
  { event_type: 'web_login', event: { event_sub_type: 'user_left' } },
  { event_type: 'web_login', event: { event_sub_type: 'user_left', event_details: {} } },
  { event_type: 'level', event: { event_sub_type: 'paused' } },
  { event_type: 'level', event: { event_sub_type: 'paused', event_details: { level: 3 } } },
]);
// @ts-expect-error this sub-type has no details
typed.createEvent([{ event_type: 'web_login', event: { event_sub_type: 'user_left', event_details: { any: 1 } } }]);
// @ts-expect-error this sub-type has no details, either
typed.createEvent([{ event_type: 'web_login', event: { event_sub_type: 'user_logout', event_details: { any: 'x' } } }]);
// @ts-expect-error no such detail
typed.createEvent([{ event_type: 'level', event: { event_sub_type: 'paused', event_details: { levels: 3 } } }]);
// @ts-expect-error no such type
typed.createEvent([{ event_type: 'login', event: { event_sub_type: 'user_login' } }]);
// @ts-expect-error a sub-type of another type
typed.createEvent([{ event_type: 'level', event: { event_sub_type: 'user_login', event_details: { event_label: 'x' } } }]);
// @ts-expect-error details are missing
typed.createUserEvent([{ event_type: 'level', event: { event_sub_type: 'finished' } }]);
// @ts-expect-error a string instead of a number
typed.createEvent([{ event_type: 'level', event: { event_sub_type: 'finished', event_details: { level: 'three' } } }]);
const one: GameEvent<Taxonomy> = { event_type: 'web_login', event: { event_sub_type: 'user_logout' } };
typed.createEvent([one]);
`;
const imports = (path: string) => `import sdk, { DisableDataSettings, EVENTS, EventsBaseURL } from '${path}';
import type { AppDetails, Consent, DropReason, GameEvent, Options, SentEvent, UserDetails } from '${path}';
`;
const SERVER = `
const server = new EVENTS<Taxonomy>(key, 'game', EventsBaseURL.EVENTS_PROD, { server_app_version: '1', sessionIdleMs: 1 });
server.createUserEvent([one], { user_id: 'u' });
// @ts-expect-error a version is a string
new EVENTS(key, 'game', EventsBaseURL.EVENTS_PROD, { server_app_version: 1 });
`;
const NOT_SERVER = `
// @ts-expect-error only the SDK for Node accepts a user in each call
events.createUserEvent([], { user_id: 'u' });
`;

const GAME = `import { EventsBaseURL, GameServer, isRefusal, verifyWebhook, type RedeemResponse } from 'service-sdk/server';
const game = new GameServer('sk_', EventsBaseURL.EVENTS_PROD, { patienceMs: 5000 });
const redeemed: Promise<RedeemResponse> = game.redeem({ user_id: 'p', code: 'x' }, { idempotencyKey: 'click-1' });
export const nameOf = (error: unknown): string => {
  if (isRefusal(error, 'already_redeemed')) return error.redemption_id;
  if (isRefusal(error, 'conditions_not_met')) return error.attribute;
  // @ts-expect-error this refusal has no further fields
  if (isRefusal(error, 'limit_reached')) return error.redemption_id;
  // @ts-expect-error no refusal has this code
  if (isRefusal(error, 'limit_reach')) return '';
  return isRefusal(error) ? error.code : '';
};
verifyWebhook('', new Headers(), 'whsec_').then((message) => {
  if (message.type === 'creator_code.approved') return message.data.creator_id.length + message.data.code_id;
  // @ts-expect-error messages of other types have other data
  return message.data.redemption_id;
});
// @ts-expect-error a player is missing
game.redeem({ code: 'x' });
// @ts-expect-error an unknown field
game.redeem({ user_id: 'p', code: 'x', coupon: 'y' });
// @ts-expect-error a string instead of a number
game.sendEvents({ events: [{ event_type: 'payment', created_at: '', game_id: 'g', event: { user_id: 'p', amount: '1' } }] });
`;

const BOTH = `import { EVENTS, EventsBaseURL } from 'service-sdk/node';
import { EventsBaseURL as OfPages } from 'service-sdk';
import { EventsBaseURL as OfGames, GameServer } from 'service-sdk/server';
new GameServer('sk_', EventsBaseURL.EVENTS_PROD);
new GameServer('sk_', OfPages.EVENTS_PROD);
new EVENTS('ck_', 'game', OfGames.EVENTS_PROD);
`;

let folder: string;
beforeAll(async () => {
  ensureSdk();
  folder = mkdtempSync(join(tmpdir(), 'redeemd-types-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'sdk'), join(folder, 'node_modules/service-sdk'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the compiler's output for these files. */
function compile(sources: Record<string, string>, options: readonly string[]): string {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--types', '', '--pretty', 'false'];
  const args = [join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...options, ...Object.keys(sources)];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
const WEB = ['--target', 'es2022', '--lib', 'es2022,dom'];
const bundler = [...WEB, '--module', 'esnext', '--moduleResolution', 'bundler'];
const node = [...WEB, '--module', 'nodenext', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];

const page = imports('service-sdk') + CALLS + NOT_SERVER;
const server = imports('service-sdk/node') + CALLS + SERVER;

describe('the declarations', () => {
  it('compile for a web page with a bundler', () => {
    expect(compile({ 'page.ts': page }, bundler)).toBe('');
  });

  it('compile in Node, for ESM and CommonJS, on servers and for pages rendered there', () => {
    const events = { 'page.mts': page, 'page.cts': page, 'server.mts': server, 'server.cts': server };
    const games = { 'game.mts': GAME, 'game.cts': GAME, 'both.mts': BOTH, 'both.cts': BOTH };
    const sources = { ...events, ...games };
    expect(compile(sources, node)).toBe('');
  });

  it('sabotage: a wrong argument is reported', () => {
    const fault = `${imports('service-sdk')}new EVENTS(1, 'game', EventsBaseURL.EVENTS_PROD);`;
    expect(compile({ 'fault.ts': fault }, bundler)).toContain('TS2345');
  });
});
