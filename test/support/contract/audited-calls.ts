import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { addMember, codeAt, type Member } from '../http/staff.ts';
import { type Answered, type Ask, apiKey, asking, bearer, done } from '../http/test-client.ts';
import type { TestDaemon } from '../world/daemon.ts';

// One call that succeeds for each endpoint through which staff change something. A new endpoint gets its line here.

/** Endpoints that change nothing an audit log is for, each with the reason. */
export const CHANGES_NOTHING: Partial<Record<EndpointName, string>> = {
  signIn: 'a session begins; failures are counted, and the daemon’s log has every request',
  signOut: 'a session ends',
  dryRunPayouts: 'nothing is made',
  startTotp: 'the secret counts for nothing until a code of it is confirmed, and that is written down',
};

/** Endpoints whose example call is still to be written, each with the reason. Empty is what it should be. */
export const NOT_YET: Partial<Record<EndpointName, string>> = {};

export type AuditedCall = (world: World) => Promise<Answered>;

export const AUDITED_CALLS: Partial<Record<EndpointName, AuditedCall>> = {
  acceptInvitation: async (w) => {
    const { invitation } = done(await w.owner('POST', '/v1/admin/staff', w.newMember()));
    return w.whenReady('POST', '/v1/admin/invitations/accept', { token: invitation.token, password: PASSWORD });
  },
  changePassword: async (w) => {
    const who = await w.member();
    const body = { current_password: who.password, new_password: PASSWORD };
    return w.as(who, 'POST', '/v1/admin/session/password', body);
  },
  confirmTotp: async (w) => {
    const who = await w.member();
    const { secret } = done(await who.ask('POST', TOTP));
    return w.as(who, 'POST', `${TOTP}/confirm`, { code: codeAt(secret, Date.now()) });
  },
  disableTotp: async (w) => {
    const who = await w.member();
    const { secret } = done(await who.ask('POST', TOTP));
    done(await who.ask('POST', `${TOTP}/confirm`, { code: codeAt(secret, Date.now()) }));
    // A code is taken once; the one of the step to come is taken as well.
    const body = { password: who.password, code: codeAt(secret, Date.now() + 30_000) };
    return w.as(who, 'DELETE', TOTP, body);
  },
  createStaff: (w) => w.whenReady('POST', '/v1/admin/staff', w.newMember()),
  changeStaff: async (w) => {
    const { staff_id } = done(await w.owner('POST', '/v1/admin/staff', w.newMember()));
    return w.whenReady('PATCH', `/v1/admin/staff/${staff_id}`, { role: 'finance' });
  },
  removeStaff: async (w) => {
    const { staff_id } = done(await w.owner('POST', '/v1/admin/staff', w.newMember()));
    return w.whenReady('DELETE', `/v1/admin/staff/${staff_id}`);
  },
  createCampaign: (w) => w.whenReady('POST', '/v1/admin/campaigns', CAMPAIGN),
  changeCampaign: async (w) => w.whenReady('PATCH', `/v1/admin/campaigns/${await w.campaign()}`, { name: 'Other' }),
  publishCampaign: async (w) => w.whenReady('POST', `/v1/admin/campaigns/${await w.campaign()}/publish`),
  pauseCampaign: async (w) => w.whenReady('POST', `/v1/admin/campaigns/${await w.running()}/pause`),
  archiveCampaign: async (w) => w.whenReady('POST', `/v1/admin/campaigns/${await w.campaign()}/archive`),
  createCode: async (w) => w.whenReady('POST', `/v1/admin/campaigns/${await w.campaign()}/codes`, w.newCode()),
  changeCode: async (w) => w.whenReady('PATCH', `/v1/admin/codes/${(await w.code()).code_id}`, { name: 'Other' }),
  generateCodes: async (w) => {
    const { code: _, ...fields } = w.newCode();
    return w.whenReady('POST', `/v1/admin/campaigns/${await w.campaign()}/codes/bulk`, { ...fields, count: 3 });
  },
  importCodes: async (w) => {
    const { code, ...fields } = w.newCode();
    const path = `/v1/admin/campaigns/${await w.campaign()}/codes/import`;
    return w.whenReady('POST', path, { ...fields, csv: `code\r\n${code}\r\n` });
  },
  approveCreatorCode: async (w) => w.whenReady('POST', `/v1/admin/creator-codes/${await w.pending()}/approve`),
  rejectCreatorCode: async (w) =>
    w.whenReady('POST', `/v1/admin/creator-codes/${await w.pending()}/reject`, { reason: 'No.' }),
  disableCreatorCode: async (w) => {
    const codeId = await w.pending();
    done(await w.owner('POST', `/v1/admin/creator-codes/${codeId}/approve`));
    return w.whenReady('POST', `/v1/admin/creator-codes/${codeId}/disable`);
  },
  decideCreatorCodes: async (w) => {
    const code_ids = [await w.pending(), await w.pending()];
    return w.whenReady('POST', '/v1/admin/creator-codes/decide', { code_ids, decision: 'approve' });
  },
  undoDecisions: async (w) => {
    const code_ids = [await w.pending()];
    done(await w.owner('POST', '/v1/admin/creator-codes/decide', { code_ids, decision: 'approve' }));
    return w.whenReady('POST', '/v1/admin/creator-codes/undo', { code_ids });
  },
  changeCreator: async (w) => {
    await w.pending();
    return w.whenReady('PATCH', `/v1/admin/creators/${w.lastCreator()}`, { display_name: 'Other' });
  },
  importCreators: (w) => {
    const csv = `creator_id,display_name\r\n${w.unique('imported')},Imported\r\n`;
    return w.whenReady('POST', '/v1/admin/creators/import', { csv });
  },
  createPayoutRun: (w) => w.whenReady('POST', RUNS, { kind: 'manual' }),
  approvePayoutRun: async (w) => w.whenReady('POST', `${RUNS}/${await w.payoutRun()}/approve`),
  markPayoutRunExported: async (w) => w.whenReady('POST', `${RUNS}/${await w.payoutRun('approve')}/mark-exported`),
  markPayoutRunPaid: async (w) =>
    w.whenReady('POST', `${RUNS}/${await w.payoutRun('approve', 'mark-exported')}/mark-paid`),
  voidPayoutRun: async (w) => w.whenReady('POST', `${RUNS}/${await w.payoutRun()}/void`, { reason: 'Wrong.' }),
  voidPayoutStatement: async (w) => {
    await w.paid();
    const runId = await w.payoutRun('approve');
    const { statements } = done(await w.owner('GET', `${RUNS}/${runId}`));
    const path = `${RUNS}/${runId}/statements/${statements.data[0].statement_id}/void`;
    return w.whenReady('POST', path, { reason: 'It came back.' });
  },
  createApiKey: (w) => w.whenReady('POST', '/v1/admin/api-keys', KEY),
  rotateApiKey: async (w) => w.whenReady('POST', `/v1/admin/api-keys/${await w.key()}/rotate`),
  revokeApiKey: async (w) => w.whenReady('POST', `/v1/admin/api-keys/${await w.key()}/revoke`),
  grantClaimAgain: async (w) =>
    w.whenReady('POST', `/v1/admin/claims/${await w.claim()}/grant-again`, { reason: 'It never came.' }),
  releaseClaim: async (w) =>
    w.whenReady('POST', `/v1/admin/claims/${await w.claim()}/release`, { reason: 'It never came.' }),
  createWebhook: (w) => w.whenReady('POST', '/v1/admin/webhooks', WEBHOOK),
  changeWebhook: async (w) => w.whenReady('PATCH', `/v1/admin/webhooks/${await w.webhook()}`, { active: false }),
  removeWebhook: async (w) => w.whenReady('DELETE', `/v1/admin/webhooks/${await w.webhook()}`),
  rotateWebhook: async (w) => w.whenReady('POST', `/v1/admin/webhooks/${await w.webhook()}/rotate`),
  testWebhook: async (w) => w.whenReady('POST', `/v1/admin/webhooks/${await w.webhook()}/test`),
  replayDelivery: async (w) => w.whenReady('POST', `/v1/admin/deliveries/${await w.delivery()}/replay`),
  changeSettings: (w) => w.whenReady('PATCH', '/v1/admin/settings', { name: w.unique('Studio') }),
};

const RUNS = '/v1/admin/payout-runs';
const TOTP = '/v1/admin/session/totp';
const PASSWORD = 'quite another password';
const CAMPAIGN = { name: 'Running', starts_at: '2020-01-01T00:00:00Z', ends_at: '2100-01-01T00:00:00Z' };
const KEY = { name: 'Key', kind: 'server' };
/** A name that leads nowhere. */
const WEBHOOK = { url: 'https://hooks.invalid/', events: ['code.created'] };

let serial = 0;

export type World = ReturnType<typeof worldOf>;

/** What the calls need to be there. `ready` is told just before the call that is looked at. */
export function worldOf(daemon: TestDaemon, ready: () => Promise<void>) {
  const owner = asking(daemon.url, bearer(daemon.ownerToken));
  const game = asking(daemon.url, apiKey(daemon.serverKey));
  let lastCreator = '';
  const unique = (name: string) => `${name}-${++serial}`;
  const looked =
    (ask: Ask): Ask =>
    async (...request) => {
      await ready();
      return ask(...request);
    };
  const newMember = () => ({ email: `${unique('member')}@example.test`, name: 'Member', role: 'viewer' });
  const newCode = (change: object = {}) => ({
    code: unique('CODE'),
    name: 'A code',
    root_url: 'https://game.example/redeem',
    rewards_json: '{"gold":1}',
    ...change,
  });
  const campaign = async (): Promise<number> => done(await owner('POST', '/v1/admin/campaigns', CAMPAIGN)).campaign_id;
  const running = async () => {
    const campaignId = await campaign();
    done(await owner('POST', `/v1/admin/campaigns/${campaignId}/publish`));
    return campaignId;
  };
  const code = async (change: object = {}) =>
    done(await owner('POST', `/v1/admin/campaigns/${await running()}/codes`, newCode(change)));
  return {
    owner,
    unique,
    newMember,
    newCode,
    campaign,
    running,
    code,
    whenReady: looked(owner),
    as: (who: Member, ...request: Parameters<Ask>) => looked(who.ask)(...request),
    member: () => addMember(daemon, 'viewer'),
    key: async (): Promise<number> => done(await owner('POST', '/v1/admin/api-keys', KEY)).key_id,
    webhook: async (): Promise<number> => done(await owner('POST', '/v1/admin/webhooks', WEBHOOK)).webhook_id,
    /** A message on its way to an endpoint. */
    delivery: async (): Promise<number> => {
      const { webhook_id } = done(await owner('POST', '/v1/admin/webhooks', WEBHOOK));
      await code();
      for (;;) {
        const [found] = done(await owner('GET', `/v1/admin/deliveries?webhook_id=${webhook_id}`)).data;
        if (found) return found.delivery_id;
      }
    },
    lastCreator: () => lastCreator,
    /** A creator code that waits for moderation. */
    pending: async (): Promise<number> => {
      const base = await code({ use_as_referral: 'Y' });
      lastCreator = unique('creator');
      const body = { creator_id: lastCreator, redemption_code: base.code, code: unique('WISH') };
      return done(await game('POST', '/v1/redemption-codes/creator', body)).code_id;
    },
    payoutRun: async (...moves: string[]): Promise<number> => {
      const { run_id } = done(await owner('POST', RUNS, { kind: 'manual' }));
      for (const move of moves) done(await owner('POST', `${RUNS}/${run_id}/${move}`));
      return run_id;
    },
    /** A payment that a creator is owed for. */
    paid: async () => {
      const base = await code({ use_as_referral: 'Y' });
      const made = { creator_id: unique('creator'), redemption_code: base.code };
      const creatorCode = done(await game('POST', '/v1/redemption-codes/creator', made)).code;
      const user_id = unique('payer');
      done(await game('POST', '/v1/redemption-codes/use/redeem', { user_id, code: creatorCode }));
      const event = { event_type: 'payment', created_at: new Date().toISOString(), game_id: 'game' };
      done(await game('POST', '/v1/game/game-event', { events: [{ ...event, event: { user_id, amount: 100 } }] }));
    },
    claim: async (): Promise<string> => {
      const body = { user_id: unique('user'), code: (await code()).code };
      return done(await game('POST', '/v1/redemption-codes/use/redeem', body)).redemption_id;
    },
  };
}
