import { z } from 'zod';
import { define, KEY_KINDS, ROLES, type Role, SCOPES } from './endpoint.ts';
import {
  commissionTiers,
  gameId,
  instant,
  instantOut,
  listOf,
  listQuery,
  pathId,
  personId,
  rewardsJson,
  webUrl,
  yesNo,
} from './fields.ts';
import { creatorCode } from './v1.ts';

const staffOnly = (...roles: Role[]) => ({ kind: 'staff', roles: ['owner', ...roles] }) as const;
const everyRole = { kind: 'staff', roles: ROLES } as const;
const open = { kind: 'public' } as const;

const staffOut = z.object({ staff_id: z.number(), email: z.string(), name: z.string(), role: z.enum(ROLES) });
const email = z.email().max(320);
const newPassword = z.string().min(12).max(1024);
const signedIn = z.object({ token: z.string(), staff: staffOut, expires_at: instantOut });

const campaignOut = z.object({
  campaign_id: z.number(),
  name: z.string(),
  starts_at: instantOut,
  ends_at: instantOut,
  status: z.enum(['draft', 'scheduled', 'active', 'paused', 'ended', 'archived']),
  commission_tiers: commissionTiers.nullable(),
  notes: z.string(),
  created_at: instantOut,
});
const campaignFields = {
  name: z.string().trim().min(1).max(200),
  starts_at: instant,
  ends_at: instant,
  commission_tiers: commissionTiers.nullable().optional(),
  notes: z.string().max(10_000).optional(),
};

const codeOut = z.object({
  code_id: z.number(),
  campaign_id: z.number(),
  code: z.string(),
  name: z.string(),
  root_url: z.string(),
  code_url: z.string(),
  code_type: z.enum(['redeem', 'referral']),
  usage_limit: z.number().nullable(),
  creator_usage_limit: z.number().nullable(),
  active: yesNo,
  use_as_referral: yesNo,
  rewards_json: z.string(),
  number_of_claims: z.number(),
  created_at: instantOut,
});
const limit = z.number().int().min(1).max(1_000_000_000).nullable();
const codeFields = {
  name: z.string().trim().min(1).max(200),
  root_url: webUrl,
  usage_limit: limit.optional(),
  creator_usage_limit: limit.optional(),
  active: yesNo.optional(),
  rewards_json: rewardsJson,
};

const creatorOut = z.object({
  creator_id: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  commission_percent: z.number().nullable(),
  status: z.enum(['active', 'suspended']),
  payout_method: z.string().nullable(),
  payout_address: z.string().nullable(),
  created_at: instantOut,
});

const keyOut = z.object({
  key_id: z.number(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  game_id: z.string().nullable(),
  allowed_origins: z.array(z.string()),
  created_at: instantOut,
  expires_at: instantOut.nullable(),
  revoked_at: instantOut.nullable(),
  last_used_at: instantOut.nullable(),
});
const newKey = keyOut.extend({ key: z.string() });

const settingsOut = z.object({
  name: z.string(),
  currency: z.string(),
  currency_digits: z.number(),
  currency_frozen: z.boolean(),
  time_zone: z.string(),
  commission_tiers: commissionTiers,
  creator_code_moderation: z.enum(['custom', 'all', 'none']),
});

const timeZone = z.string().max(64).refine(isTimeZone, 'an IANA time zone');
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const campaignId = pathId('campaign_id');
const codeId = pathId('code_id');
const campaignMove = (move: 'publish' | 'pause' | 'archive') =>
  define({
    method: 'POST',
    path: `/v1/admin/campaigns/{campaign_id}/${move}`,
    summary: `Move a campaign: ${move}`,
    access: staffOnly('live_ops'),
    params: campaignId,
    answer: { status: 200, schema: campaignOut },
    refusals: ['not_found', 'invalid_status_move'],
  });
const creatorCodeMove = <B extends z.ZodType>(move: 'approve' | 'reject' | 'disable', body: B) =>
  define({
    method: 'POST',
    path: `/v1/admin/creator-codes/{code_id}/${move}`,
    summary: `Moderation: ${move} a creator code`,
    access: staffOnly('moderator'),
    params: codeId,
    body,
    answer: { status: 200, schema: creatorCode },
    refusals: ['not_found', 'invalid_status_move'],
  });
const reason = z.string().min(1).max(500);
const nothing = z.strictObject({}).optional();

export const adminEndpoints = {
  setup: define({
    method: 'POST',
    path: '/v1/admin/setup',
    summary: 'Make the first owner, with the one-time setup token the daemon printed',
    access: open,
    body: z.strictObject({
      setup_token: z.string().max(200),
      email,
      password: newPassword,
      name: z.string().max(200).optional(),
    }),
    answer: { status: 201, schema: signedIn },
    refusals: ['invalid_credentials', 'already_set_up'],
  }),
  signIn: define({
    method: 'POST',
    path: '/v1/admin/session',
    summary: 'Sign in; the token is valid for 12 hours',
    access: open,
    body: z.strictObject({ email: z.string().max(320), password: z.string().max(1024) }),
    answer: { status: 200, schema: signedIn },
    refusals: ['invalid_credentials', 'account_locked'],
  }),
  getSession: define({
    method: 'GET',
    path: '/v1/admin/session',
    summary: 'Who is signed in',
    access: everyRole,
    answer: { status: 200, schema: z.object({ staff: staffOut, expires_at: instantOut }) },
    refusals: [],
  }),
  signOut: define({
    method: 'DELETE',
    path: '/v1/admin/session',
    summary: 'End this session',
    access: everyRole,
    answer: { status: 200, schema: z.object({ signed_out: z.literal(true) }) },
    refusals: [],
  }),
  listCampaigns: define({
    method: 'GET',
    path: '/v1/admin/campaigns',
    summary: 'Campaigns',
    access: staffOnly('live_ops', 'viewer'),
    query: z.strictObject({
      ...listQuery,
      status: campaignOut.shape.status.optional(),
      sort: z
        .enum(['created_at', '-created_at', 'name', '-name', 'starts_at', '-starts_at', 'ends_at', '-ends_at'])
        .optional(),
    }),
    answer: { status: 200, schema: listOf(campaignOut) },
    refusals: [],
  }),
  createCampaign: define({
    method: 'POST',
    path: '/v1/admin/campaigns',
    summary: 'Create a campaign, as a draft',
    access: staffOnly('live_ops'),
    body: z.strictObject(campaignFields),
    answer: { status: 201, schema: campaignOut },
    refusals: [],
  }),
  getCampaign: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}',
    summary: 'One campaign',
    access: staffOnly('live_ops', 'viewer'),
    params: campaignId,
    answer: { status: 200, schema: campaignOut },
    refusals: ['not_found'],
  }),
  changeCampaign: define({
    method: 'PATCH',
    path: '/v1/admin/campaigns/{campaign_id}',
    summary: 'Change a campaign; moving the end of an ended one reopens it',
    access: staffOnly('live_ops'),
    params: campaignId,
    body: z.strictObject(campaignFields).partial(),
    answer: { status: 200, schema: campaignOut },
    refusals: ['not_found'],
  }),
  publishCampaign: campaignMove('publish'),
  pauseCampaign: campaignMove('pause'),
  archiveCampaign: campaignMove('archive'),
  listCodes: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/codes',
    summary: 'The main codes of a campaign',
    access: staffOnly('live_ops', 'viewer'),
    params: campaignId,
    query: z.strictObject({
      ...listQuery,
      code_type: z.enum(['redeem', 'referral']).optional(),
      active: yesNo.optional(),
      sort: z.enum(['created_at', '-created_at', 'name', '-name', 'code', '-code']).optional(),
    }),
    answer: { status: 200, schema: listOf(codeOut) },
    refusals: ['not_found'],
  }),
  createCode: define({
    method: 'POST',
    path: '/v1/admin/campaigns/{campaign_id}/codes',
    summary: 'Add a code to a campaign; its type is fixed here',
    access: staffOnly('live_ops'),
    params: campaignId,
    body: z.strictObject({ code: z.string().max(255), use_as_referral: yesNo.optional(), ...codeFields }),
    answer: { status: 201, schema: codeOut },
    refusals: ['not_found', 'campaign_ended', 'invalid_code', 'code_taken'],
  }),
  getCode: define({
    method: 'GET',
    path: '/v1/admin/codes/{code_id}',
    summary: 'One main code',
    access: staffOnly('live_ops', 'viewer'),
    params: codeId,
    answer: { status: 200, schema: codeOut },
    refusals: ['not_found'],
  }),
  changeCode: define({
    method: 'PATCH',
    path: '/v1/admin/codes/{code_id}',
    summary: 'Change a code; its value and type stay',
    access: staffOnly('live_ops'),
    params: codeId,
    body: z.strictObject(codeFields).partial(),
    answer: { status: 200, schema: codeOut },
    refusals: ['not_found'],
  }),
  listAllCreatorCodes: define({
    method: 'GET',
    path: '/v1/admin/creator-codes',
    summary: 'Creator codes, such as the moderation queue (status=pending)',
    access: staffOnly('live_ops', 'moderator', 'viewer'),
    query: z.strictObject({
      ...listQuery,
      status: creatorCode.shape.status.optional(),
      campaign_id: z.coerce.number().int().min(1).optional(),
      creator_id: personId.optional(),
    }),
    answer: { status: 200, schema: listOf(creatorCode) },
    refusals: [],
  }),
  approveCreatorCode: creatorCodeMove('approve', nothing),
  rejectCreatorCode: creatorCodeMove('reject', z.strictObject({ reason })),
  disableCreatorCode: creatorCodeMove('disable', nothing),
  decideCreatorCodes: define({
    method: 'POST',
    path: '/v1/admin/creator-codes/decide',
    summary: 'Decide many creator codes at once, all or none',
    access: staffOnly('moderator'),
    body: z.strictObject({
      code_ids: z.array(z.number().int().min(1)).min(1).max(500),
      decision: z.enum(['approve', 'reject', 'disable']),
      reason: reason.optional(),
    }),
    answer: { status: 200, schema: z.object({ data: z.array(creatorCode) }) },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  listCreators: define({
    method: 'GET',
    path: '/v1/admin/creators',
    summary: 'Creators',
    access: staffOnly('live_ops', 'moderator', 'finance'),
    query: z.strictObject({
      ...listQuery,
      status: creatorOut.shape.status.optional(),
      sort: z
        .enum(['created_at', '-created_at', 'creator_id', '-creator_id', 'display_name', '-display_name'])
        .optional(),
    }),
    answer: { status: 200, schema: listOf(creatorOut) },
    refusals: [],
  }),
  getCreator: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}',
    summary: 'One creator',
    access: staffOnly('live_ops', 'moderator', 'finance'),
    params: z.object({ creator_id: personId }),
    answer: { status: 200, schema: creatorOut },
    refusals: ['not_found'],
  }),
  changeCreator: define({
    method: 'PATCH',
    path: '/v1/admin/creators/{creator_id}',
    summary: 'Change a creator; a commission_percent of its own wins over tiers, null gives it back',
    access: staffOnly('live_ops', 'finance'),
    params: z.object({ creator_id: personId }),
    body: z
      .strictObject({
        display_name: z.string().min(1).max(255).nullable(),
        email: email.nullable(),
        commission_percent: z.number().min(0).max(100).multipleOf(0.01).nullable(),
        status: z.enum(['active', 'suspended']),
        payout_method: z.string().min(1).max(50).nullable(),
        payout_address: z.string().min(1).max(500).nullable(),
      })
      .partial(),
    answer: { status: 200, schema: creatorOut },
    refusals: ['not_found'],
  }),
  listApiKeys: define({
    method: 'GET',
    path: '/v1/admin/api-keys',
    summary: 'API keys; their secrets are never shown again',
    access: staffOnly(),
    query: z.strictObject(listQuery),
    answer: { status: 200, schema: listOf(keyOut) },
    refusals: [],
  }),
  createApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys',
    summary: 'Make an API key; the answer is the only place that shows it',
    access: staffOnly(),
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      kind: z.enum(KEY_KINDS),
      scopes: z.array(z.enum(SCOPES)).min(1).optional(),
      game_id: gameId.nullable().optional(),
      allowed_origins: z.array(webUrl).max(50).optional(),
      expires_at: instant.nullable().optional(),
    }),
    answer: { status: 201, schema: newKey },
    refusals: [],
  }),
  rotateApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys/{key_id}/rotate',
    summary: 'A successor with the same rights; the old key lives on for the overlap (24 h where none is given)',
    access: staffOnly(),
    params: pathId('key_id'),
    body: z.strictObject({ overlap_seconds: z.number().int().min(0).max(2_592_000).optional() }).optional(),
    answer: { status: 200, schema: newKey },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  revokeApiKey: define({
    method: 'POST',
    path: '/v1/admin/api-keys/{key_id}/revoke',
    summary: 'Revoke a key, within a second on every daemon',
    access: staffOnly(),
    params: pathId('key_id'),
    body: nothing,
    answer: { status: 200, schema: keyOut },
    refusals: ['not_found'],
  }),
  getSettings: define({
    method: 'GET',
    path: '/v1/admin/settings',
    summary: 'The organisation’s settings',
    access: staffOnly(),
    answer: { status: 200, schema: settingsOut },
    refusals: [],
  }),
  changeSettings: define({
    method: 'PATCH',
    path: '/v1/admin/settings',
    summary: 'Change settings; currency and digits freeze at the first payment',
    access: staffOnly(),
    body: z
      .strictObject({
        name: z.string().max(200),
        currency: z.string().regex(/^[A-Z]{3}$/),
        currency_digits: z.number().int().min(0).max(6),
        time_zone: timeZone,
        commission_tiers: commissionTiers,
        creator_code_moderation: z.enum(['custom', 'all', 'none']),
      })
      .partial(),
    answer: { status: 200, schema: settingsOut },
    refusals: ['currency_frozen'],
  }),
};
