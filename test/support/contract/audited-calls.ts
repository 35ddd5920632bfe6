import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { introduceCreator } from '../../../daemon/features/creators/creators-store.ts';
import { findNewestRequest, insertRequest } from '../../../daemon/features/payout-details/payout-details-store.ts';
import { jobDone } from '../http/bulk-jobs.ts';
import { addCode, type CodeFields, campaignBody, codeBody, newCampaign, runningCampaign } from '../http/campaigns.ts';
import { addPasskey, newDevice, PUBLIC_URL } from '../http/passkeys.ts';
import { importResults, movePayoutRun, type PayoutMove } from '../http/payouts.ts';
import { addMember, codeAt, type Member } from '../http/staff.ts';
import { type Answered, done, type FieldsFor, type TestClient } from '../http/test-client.ts';
import type { TestDaemon } from '../world/daemon.ts';

// One successful call to each endpoint through which staff change data. Each new endpoint needs an entry.

/** Endpoints that change nothing that the audit log must record, with the reason. */
export const CHANGES_NOTHING: Partial<Record<EndpointName, string>> = {
  signIn: 'a session begins; failures are counted, and the daemon’s log contains every request',
  signOut: 'a session ends',
  enterWithCompany: 'the browser’s sign-in opened the session, and that is recorded',
  challengePasskey: 'a challenge is not stored',
  enterWithPasskey: 'a session begins, as with a password',
  startPasskey: 'a challenge is not stored; the new passkey is recorded',
  dryRunPayouts: 'nothing is created',
  cancelEventReport: 'only figures that can be recalculated are discarded',
  markMentionsSeen: 'only the person’s own list of mentions changes',
  startTotp: 'the secret has no effect until one of its codes is confirmed, and that is recorded',
};

/** Endpoints whose example call is missing, with the reason. This should be empty. */
export const NOT_YET: Partial<Record<EndpointName, string>> = {};

/** An instant within the period of the tests' campaigns. */
const FUTURE = '2090-01-01T00:00:00Z';

export type AuditedCall = (world: World) => Promise<Answered>;

export const AUDITED_CALLS: Partial<Record<EndpointName, AuditedCall>> = {
  acceptInvitation: async (w) => {
    const { invitation } = done(await w.owner.call('createStaff', { body: w.newMember() }));
    return w.whenReady.call('acceptInvitation', { body: { token: invitation.token, password: PASSWORD } });
  },
  changePassword: async (w) => {
    const who = await w.member();
    const body = { current_password: who.password, new_password: PASSWORD };
    return w.as(who).call('changePassword', { body });
  },
  changeOwnEmails: async (w) => {
    const who = await w.member();
    return w.as(who).call('changeOwnEmails', { body: { weekly_report: true } });
  },
  createOwnToken: async (w) => {
    const who = await w.member();
    return w.as(who).call('createOwnToken', { body: { name: 'Report', role: 'viewer', days: 30 } });
  },
  revokeOwnToken: async (w) => {
    const who = await w.member();
    const { token_id } = done(
      await who.ask.call('createOwnToken', { body: { name: 'Report', role: 'viewer', days: 30 } }),
    );
    return w.as(who).call('revokeOwnToken', { params: { token_id } });
  },
  addPasskey: async (w) => {
    const who = await w.member();
    const options = done(await who.ask.call('startPasskey', { body: { name: 'Key', password: who.password } }));
    return w.as(who).call('addPasskey', { body: newDevice(PUBLIC_URL).create(options) });
  },
  removePasskey: async (w) => {
    const who = await w.member();
    const device = newDevice(PUBLIC_URL);
    const { passkey_id } = await addPasskey(who, device);
    const passkey = device.get(done(await who.ask.call('challengePasskey')));
    const body = { password: who.password, passkey };
    return w.as(who).call('removePasskey', { params: { passkey_id }, body });
  },
  confirmTotp: async (w) => {
    const who = await w.member();
    const { secret } = done(await who.ask.call('startTotp'));
    return w.as(who).call('confirmTotp', { body: { code: codeAt(secret, Date.now()) } });
  },
  disableTotp: async (w) => {
    const who = await w.member();
    const { secret } = done(await who.ask.call('startTotp'));
    done(await who.ask.call('confirmTotp', { body: { code: codeAt(secret, Date.now()) } }));
    // Each code is accepted only once, so this is the code for the next 30 seconds.
    const body = { password: who.password, code: codeAt(secret, Date.now() + 30_000) };
    return w.as(who).call('disableTotp', { body });
  },
  renewRecoveryCodes: async (w) => {
    const who = await w.member();
    const { secret } = done(await who.ask.call('startTotp'));
    done(await who.ask.call('confirmTotp', { body: { code: codeAt(secret, Date.now()) } }));
    const body = { password: who.password, code: codeAt(secret, Date.now() + 30_000) };
    return w.as(who).call('renewRecoveryCodes', { body });
  },
  createStaff: (w) => w.whenReady.call('createStaff', { body: w.newMember() }),
  changeStaff: async (w) => {
    const { staff_id } = done(await w.owner.call('createStaff', { body: w.newMember() }));
    return w.whenReady.edit('changeStaff', { params: { staff_id }, body: { role: 'finance' } });
  },
  removeStaff: async (w) => {
    const { staff_id } = done(await w.owner.call('createStaff', { body: w.newMember() }));
    return w.whenReady.call('removeStaff', { params: { staff_id } });
  },
  addCampaignComment: async (w) => {
    const params = { campaign_id: await w.campaign() };
    return w.whenReady.call('addCampaignComment', { params, body: COMMENT });
  },
  addCodeComment: async (w) => {
    const params = { code_id: (await w.code()).code_id };
    return w.whenReady.call('addCodeComment', { params, body: COMMENT });
  },
  addCreatorComment: async (w) => {
    await w.pending();
    const params = { creator_id: w.lastCreator() };
    return w.whenReady.call('addCreatorComment', { params, body: COMMENT });
  },
  addRunComment: async (w) => {
    const params = { run_id: await w.payoutRun() };
    return w.whenReady.call('addRunComment', { params, body: COMMENT });
  },
  deleteComment: async (w) => {
    const params = { campaign_id: await w.campaign() };
    const { comment_id } = done(await w.owner.call('addCampaignComment', { params, body: COMMENT }));
    return w.whenReady.call('deleteComment', { params: { comment_id } });
  },
  createView: (w) => w.whenReady.call('createView', { body: w.newView() }),
  deleteView: async (w) => {
    const { view_id } = done(await w.owner.call('createView', { body: w.newView() }));
    return w.whenReady.call('deleteView', { params: { view_id } });
  },
  saveTrackingPlan: async (w) => {
    const { version, ...plan } = await w.plan();
    const changed = { ...plan, plan_json: plan.plan_json.replace('opened', 'closed') };
    return w.whenReady.call('saveTrackingPlan', { body: { ...changed, version } });
  },
  deleteTrackingPlan: async (w) => {
    const { game_id } = await w.plan();
    return w.whenReady.call('deleteTrackingPlan', { body: { game_id } });
  },
  createCampaign: (w) => w.whenReady.call('createCampaign', { body: campaignBody() }),
  changeCampaign: async (w) =>
    w.whenReady.edit('changeCampaign', { params: { campaign_id: await w.campaign() }, body: { name: 'Other' } }),
  importCampaign: async (w) => {
    const query = { campaign_id: String(await w.campaign()), version: '1' };
    const { notes = '', ...campaign } = campaignBody({ name: w.unique('Imported') });
    const file = { format: 'redeemd-campaign', version: 1, campaign: { ...campaign, notes, currency: 'USD' } } as const;
    return w.whenReady.call('importCampaign', { query, body: { ...file, codes: [] } });
  },
  publishCampaign: async (w) => w.whenReady.call('publishCampaign', { params: { campaign_id: await w.campaign() } }),
  pauseCampaign: async (w) => w.whenReady.call('pauseCampaign', { params: { campaign_id: await w.running() } }),
  archiveCampaign: async (w) => w.whenReady.call('archiveCampaign', { params: { campaign_id: await w.campaign() } }),
  restoreCampaign: async (w) => {
    const params = { campaign_id: await w.campaign() };
    done(await w.whenReady.call('archiveCampaign', { params }));
    return w.whenReady.call('restoreCampaign', { params });
  },
  createCode: async (w) =>
    w.whenReady.call('createCode', { params: { campaign_id: await w.campaign() }, body: w.newCode() }),
  changeCode: async (w) =>
    w.whenReady.edit('changeCode', { params: { code_id: (await w.code()).code_id }, body: { name: 'Other' } }),
  generateCodes: async (w) => {
    const { code: _, ...fields } = w.newCode();
    return w.whenReady.call('generateCodes', {
      params: { campaign_id: await w.campaign() },
      body: { ...fields, count: 3 },
    });
  },
  importCodes: async (w) => {
    const { code, ...fields } = w.newCode();
    return w.whenReady.call('importCodes', {
      params: { campaign_id: await w.campaign() },
      body: { ...fields, csv: `code\r\n${code}\r\n` },
    });
  },
  changeBatch: async (w) =>
    w.whenReady.call('changeBatch', { params: { batch_id: await w.batch() }, body: { active: 'N' } }),
  scheduleCampaignChange: async (w) =>
    w.whenReady.call('scheduleCampaignChange', {
      params: { campaign_id: await w.campaign() },
      body: { due_at: FUTURE, move: 'publish' },
    }),
  scheduleBatchChange: async (w) =>
    w.whenReady.call('scheduleBatchChange', {
      params: { batch_id: await w.batch() },
      body: { due_at: FUTURE, active: 'N' },
    }),
  cancelScheduledChange: async (w) => {
    const params = { campaign_id: await w.campaign() };
    const body = { due_at: FUTURE, move: 'publish' as const };
    const { change_id } = done(await w.owner.call('scheduleCampaignChange', { params, body }));
    return w.whenReady.call('cancelScheduledChange', { params: { change_id } });
  },
  markLeakSignSeen: async (w) => w.whenReady.call('markLeakSignSeen', { params: { sign_id: await w.leakSign() } }),
  createKeyPool: async (w) => w.whenReady.call('createKeyPool', { body: { name: w.unique('Pool'), low_stock: 1 } }),
  changeKeyPool: async (w) =>
    w.whenReady.edit('changeKeyPool', { params: { pool_id: await w.pool() }, body: { low_stock: 3 } }),
  addPoolKeys: async (w) =>
    w.whenReady.call('addPoolKeys', { params: { pool_id: await w.pool() }, body: { csv: w.unique('KEY') } }),
  revealPoolKey: async (w) => {
    const pool_id = await w.pool();
    const params = { pool_id };
    done(await w.owner.call('addPoolKeys', { params, body: { csv: w.unique('KEY') } }));
    const { data } = done(await w.owner.call('listPoolKeys', { params, query: { state: 'unused' } }));
    return w.whenReady.call('revealPoolKey', { params: { pool_id, key_id: data[0].key_id } });
  },
  approveCreatorCode: async (w) => w.whenReady.call('approveCreatorCode', { params: { code_id: await w.pending() } }),
  rejectCreatorCode: async (w) =>
    w.whenReady.call('rejectCreatorCode', { params: { code_id: await w.pending() }, body: { reason: 'No.' } }),
  disableCreatorCode: async (w) => {
    const codeId = await w.pending();
    done(await w.owner.call('approveCreatorCode', { params: { code_id: codeId } }));
    return w.whenReady.call('disableCreatorCode', { params: { code_id: codeId } });
  },
  decideCreatorCodes: async (w) => {
    const code_ids = [await w.pending(), await w.pending()];
    return w.whenReady.call('decideCreatorCodes', { body: { code_ids, decision: 'approve' } });
  },
  undoDecisions: async (w) => {
    const code_ids = [await w.pending()];
    done(await w.owner.call('decideCreatorCodes', { body: { code_ids, decision: 'approve' } }));
    return w.whenReady.call('undoDecisions', { body: { code_ids } });
  },
  changeCreator: async (w) => {
    await w.pending();
    return w.whenReady.edit('changeCreator', {
      params: { creator_id: w.lastCreator() },
      body: { display_name: 'Other' },
    });
  },
  inviteCreator: async (w) => {
    await w.pending();
    const params = { creator_id: w.lastCreator() };
    done(await w.owner.edit('changeCreator', { params, body: { email: `${w.unique('invited')}@mail.example` } }));
    return w.whenReady.call('inviteCreator', { params });
  },
  viewCreatorPage: async (w) => {
    await w.pending();
    return w.whenReady.call('viewCreatorPage', { params: { creator_id: w.lastCreator() } });
  },
  mergeCreator: async (w) => {
    await w.pending();
    const [creator_id] = [w.lastCreator(), await w.pending()];
    return w.whenReady.call('mergeCreator', { params: { creator_id }, body: { into: w.lastCreator() } });
  },
  undoCreatorMerge: async (w) => {
    await w.pending();
    const params = { creator_id: w.lastCreator() };
    await w.pending();
    done(await w.owner.call('mergeCreator', { params, body: { into: w.lastCreator() } }));
    return w.whenReady.call('undoCreatorMerge', { params });
  },
  importCreators: (w) => {
    const csv = `creator_id,display_name\r\n${w.unique('imported')},Imported\r\n`;
    return w.whenReady.call('importCreators', { body: { csv } });
  },
  createPayoutRun: (w) => w.whenReady.call('createPayoutRun', { body: { kind: 'manual' } }),
  approvePayoutDetails: async (w) =>
    w.whenReady.call('approvePayoutDetails', { params: { request_id: await w.detailRequest() } }),
  rejectPayoutDetails: async (w) =>
    w.whenReady.call('rejectPayoutDetails', {
      params: { request_id: await w.detailRequest() },
      body: { reason: 'Not a known account' },
    }),
  approvePayoutRun: async (w) => w.whenReady.call('approvePayoutRun', { params: { run_id: await w.payoutRun() } }),
  markPayoutRunExported: async (w) =>
    w.whenReady.call('markPayoutRunExported', { params: { run_id: await w.payoutRun('approve') } }),
  markPayoutRunPaid: async (w) =>
    w.whenReady.call('markPayoutRunPaid', { params: { run_id: await w.payoutRun('approve', 'mark-exported') } }),
  voidPayoutRun: async (w) =>
    w.whenReady.call('voidPayoutRun', { params: { run_id: await w.payoutRun() }, body: { reason: 'Wrong.' } }),
  voidPayoutStatement: async (w) => {
    await w.paid();
    const runId = await w.payoutRun('approve', 'mark-exported');
    const { statements } = done(await w.owner.call('getPayoutRun', { params: { run_id: runId } }));
    return w.whenReady.call('voidPayoutStatement', {
      params: { run_id: runId, statement_id: statements.data[0].statement_id },
      body: { reason: 'It came back.' },
    });
  },
  importPayoutResults: (w) => importOneResult(w, w.whenReady),
  deletePayoutResultSource: async (w) => {
    done(await importOneResult(w, w.owner));
    const [source] = done(await w.owner.call('listPayoutResultSources', {})).data;
    return w.whenReady.call('deletePayoutResultSource', { params: { source_id: source.source_id } });
  },
  createApiKey: (w) => w.whenReady.call('createApiKey', { body: KEY }),
  changeApiKey: async (w) =>
    w.whenReady.edit('changeApiKey', { params: { key_id: await w.key() }, body: { name: 'Other' } }),
  rotateApiKey: async (w) => w.whenReady.call('rotateApiKey', { params: { key_id: await w.key() } }),
  revokeApiKey: async (w) => w.whenReady.call('revokeApiKey', { params: { key_id: await w.key() } }),
  grantClaimAgain: async (w) =>
    w.whenReady.call('grantClaimAgain', {
      params: { redemption_id: await w.claim() },
      body: { reason: 'It never came.' },
    }),
  releaseClaim: async (w) =>
    w.whenReady.call('releaseClaim', {
      params: { redemption_id: await w.claim() },
      body: { reason: 'It never came.' },
    }),
  createWebhook: (w) => w.whenReady.call('createWebhook', { body: WEBHOOK }),
  changeWebhook: async (w) =>
    w.whenReady.edit('changeWebhook', { params: { webhook_id: await w.webhook() }, body: { active: false } }),
  removeWebhook: async (w) => w.whenReady.call('removeWebhook', { params: { webhook_id: await w.webhook() } }),
  rotateWebhook: async (w) => w.whenReady.call('rotateWebhook', { params: { webhook_id: await w.webhook() } }),
  testWebhook: async (w) => w.whenReady.call('testWebhook', { params: { webhook_id: await w.webhook() } }),
  replayDelivery: async (w) => w.whenReady.call('replayDelivery', { params: { delivery_id: await w.delivery() } }),
  createExchangeRate: async (w) => {
    await w.firstRate();
    return w.whenReady.call('createExchangeRate', { body: RATE });
  },
  importExchangeRates: (w) => {
    const csv = `currency,valid_from,rate\r\nJPY,2026-01-01,0.0065\r\n`;
    return w.whenReady.call('importExchangeRates', { body: { csv } });
  },
  correctExchangeRate: async (w) => {
    const call = { params: { rate_id: await w.firstRate() }, query: {}, body: CORRECTION };
    return w.whenReady.call('correctExchangeRate', call);
  },
  approveRateCorrection: async (w) =>
    w.whenReady.call('approveRateCorrection', { params: { rate_id: await w.waitingCorrection() } }),
  rejectRateCorrection: async (w) =>
    w.whenReady.call('rejectRateCorrection', { params: { rate_id: await w.waitingCorrection() } }),
  changeSettings: (w) => w.whenReady.edit('changeSettings', { body: { name: w.unique('Studio') } }),
};

/** Imports the result of one payment in a new payout run. */
async function importOneResult(w: World, who: TestClient): Promise<Answered> {
  await w.paid();
  const run_id = await w.payoutRun('approve', 'mark-exported');
  const [statement] = done(await w.owner.call('getPayoutRun', { params: { run_id } })).statements.data;
  return importResults(who, run_id, [[statement, 'Paid']]);
}

const PASSWORD = 'quite another password';
const RATE = { currency: 'EUR', valid_from: '2026-01-01', rate: '1.085' };
const CORRECTION = { rate: '1.09', reason: 'A typing error.' };
const COMMENT = { text: 'Ask Ada before you change this.' };
const KEY = { name: 'Key', kind: 'server' as const };
/** This host name does not resolve. */
const WEBHOOK = { url: 'https://hooks.invalid/', events: ['code.created' as const] };

let serial = 0;

type World = ReturnType<typeof worldOf>;

/** Creates the data that the calls need. `ready` runs just before the call under test. */
export function worldOf(daemon: TestDaemon, ready: () => Promise<void>) {
  const owner = daemon.owner;
  const game = daemon.server;
  let lastCreator = '';
  const unique = (name: string) => `${name}-${++serial}`;
  const looked = (client: TestClient): TestClient => ({
    call: async (...request) => {
      await ready();
      return client.call(...request);
    },
    edit: async (...request) => {
      await ready();
      return client.edit(...request);
    },
    send: async (...request) => {
      await ready();
      return client.send(...request);
    },
  });
  const newMember = () => ({ email: `${unique('member')}@example.test`, name: 'Member', role: 'viewer' as const });
  const newView = () => ({ name: unique('View'), path: '/campaigns', query: 'status=active' });
  const newCode = () => codeBody(unique('CODE'));
  const campaign = () => newCampaign(daemon);
  const running = () => runningCampaign(daemon);
  const code = async (change: CodeFields = {}) => addCode(daemon, await running(), unique('CODE'), change);
  const changeSettings = async (body: FieldsFor<'changeSettings'>) =>
    done(await owner.edit('changeSettings', { body }));
  /**
   * Adds a rate. The first rate turns on `require_currency`, which is turned off again: otherwise, payments without a
   * currency would be refused.
   */
  const firstRate = async (): Promise<number> => {
    const { rate_id } = done(await owner.call('createExchangeRate', { body: { ...RATE, currency: 'GBP' } }));
    await changeSettings({ require_currency: false });
    return rate_id;
  };
  return {
    owner,
    unique,
    newMember,
    newCode,
    newView,
    campaign,
    running,
    code,
    whenReady: looked(owner),
    as: (who: Member) => looked(who.ask),
    member: () => addMember(daemon, 'viewer'),
    key: async (): Promise<number> => done(await owner.call('createApiKey', { body: KEY })).key_id,
    webhook: async (): Promise<number> => done(await owner.call('createWebhook', { body: WEBHOOK })).webhook_id,
    /** Returns the ID of a delivery to a new webhook endpoint. */
    delivery: async (): Promise<number> => {
      const { webhook_id } = done(await owner.call('createWebhook', { body: WEBHOOK }));
      await code();
      for (;;) {
        const [found] = done(await owner.call('listDeliveries', { query: { webhook_id } })).data;
        if (found) return found.delivery_id;
      }
    },
    leakSign: async (): Promise<number> => {
      const sign = { day_start: 0, kind: 'burst' as const, measured: 30, usual: 1 };
      const { code_id } = await code();
      const [row] = await daemon.db.write(({ db, t }) =>
        db
          .insert(t.leak_signs)
          .values({ ...sign, code_id })
          .returning({ sign_id: t.leak_signs.sign_id }),
      );
      return row?.sign_id ?? 0;
    },
    /** Saves a tracking plan for a new game and returns it. */
    plan: async () => {
      const plan_json = '{"properties":{"shop":{"properties":{"opened":{"type":"object"}}}}}';
      const body = { game_id: unique('game').replace('-', '_'), plan_json, version: 0 };
      const { version } = done(await owner.call('saveTrackingPlan', { body }));
      return { ...body, version };
    },
    pool: async (): Promise<number> =>
      done(await owner.call('createKeyPool', { body: { name: unique('Pool') } })).pool_id,
    /** Returns the ID of a batch of three codes that players can redeem. */
    batch: async (): Promise<number> => {
      const { code: _, ...fields } = newCode();
      const call = { params: { campaign_id: await campaign() }, body: { ...fields, count: 3 } };
      const { job_id } = done(await owner.call('generateCodes', call));
      await jobDone(owner, job_id);
      return job_id;
    },
    firstRate,
    /** Returns the ID of a rate with a correction that is waiting for a second person. */
    waitingCorrection: async (): Promise<number> => {
      const rate_id = await firstRate();
      await changeSettings({ two_person_payouts: true });
      const call = { params: { rate_id }, query: {}, body: CORRECTION };
      done(await owner.call('correctExchangeRate', call));
      await changeSettings({ two_person_payouts: false });
      return rate_id;
    },
    lastCreator: () => lastCreator,
    /** Returns the ID of a creator code that is waiting for moderation. */
    pending: async (): Promise<number> => {
      const base = await code({ use_as_referral: 'Y' });
      lastCreator = unique('creator');
      const body = { creator_id: lastCreator, redemption_code: base.code, code: unique('WISH') };
      return done(await game.call('createCreatorCode', { body })).code_id;
    },
    /** Returns the ID of a request for new payout details that is waiting for approval. */
    detailRequest: async (): Promise<number> => {
      const creator_id = unique('creator');
      const details = { payout_method: 'paypal', payout_address: 'a@mail.example', payout_name: 'Ann' };
      return daemon.db.write(async (handle) => {
        await introduceCreator(handle, { creatorId: creator_id, displayName: undefined, email: undefined }, Date.now());
        await insertRequest(handle, creator_id, details, Date.now());
        return (await findNewestRequest(handle, creator_id))?.request_id ?? 0;
      });
    },
    payoutRun: async (...moves: PayoutMove[]): Promise<number> => {
      // If a call has archived a campaign, a job prepares a payout run for it. The job runs first, because a run cannot
      // be voided if there is a newer one.
      await daemon.runDueJobs();
      const { run_id } = done(await owner.call('createPayoutRun', { body: { kind: 'manual' } }));
      for (const move of moves) done(await movePayoutRun(owner, run_id, move));
      return run_id;
    },
    /** Adds a payment from which a creator earns. */
    paid: async () => {
      const base = await code({ use_as_referral: 'Y' });
      const made = { creator_id: unique('creator'), redemption_code: base.code };
      const creatorCode = done(await game.call('createCreatorCode', { body: made })).code;
      const user_id = unique('payer');
      done(await game.call('redeem', { body: { user_id, code: creatorCode } }));
      const event = { event_type: 'payment', created_at: new Date().toISOString(), game_id: 'game' };
      done(await game.call('gameEvent', { body: { events: [{ ...event, event: { user_id, amount: 100 } }] } }));
    },
    claim: async (): Promise<string> => {
      const body = { user_id: unique('user'), code: (await code()).code };
      return done(await game.call('redeem', { body })).redemption_id;
    },
  };
}
