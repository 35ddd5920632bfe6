const CAMPAIGN = '/v1/admin/campaigns/{campaign_id}';

/** The features in the order of the API description, each with the start of its paths. The longest match counts. */
const FEATURES = [
  ['Redeeming', 'Validate and redeem codes, and report granted rewards.', '/v1/redemption-codes'],
  ['Creator codes', 'Codes for creators to share, created from referral codes.', '/v1/redemption-codes/creator'],
  ['Game events', 'Payments and SDK events.', '/v1/game'],
  ['Analytics', 'Claims, revenue and expected payouts by code.', '/v1/redemption-codes/analytics'],
  ['Payout files', 'Payout run files for programs to download.', '/v1/payouts'],
  ['Creator links', 'Links that open a creator’s own page.', '/v1/creators', '/creator'],
  ['Creator page', 'What creators can see and change on their page.', '/v1/creator'],
  ['Sessions', 'Set up the server, sign in, and change your own account.', '/v1/admin/session', '/v1/admin/setup'],
  ['Staff', 'Members of staff and invitations.', '/v1/admin/staff', '/v1/admin/invitations'],
  ['Campaigns', 'Campaigns, their results, files and tags.', '/v1/admin/campaign'],
  ['Codes', 'Codes in campaigns, and their results.', `${CAMPAIGN}/code`, '/v1/admin/code'],
  [
    'Bulk codes',
    'Codes generated or imported in bulk.',
    '/v1/admin/bulk-jobs',
    '/v1/admin/batches',
    `${CAMPAIGN}/batches`,
    `${CAMPAIGN}/codes/`,
  ],
  [
    'Calendar',
    'Campaigns and codes by date, and scheduled changes.',
    '/v1/admin/calendar',
    '/v1/admin/scheduled-changes',
    `${CAMPAIGN}/scheduled-changes`,
    '/v1/admin/batches/{batch_id}/scheduled-changes',
  ],
  ['Key pools', 'Keys that codes give to players, such as keys for a store.', '/v1/admin/key-pools'],
  ['Leak signs', 'Signs that a code has leaked or is being abused.', '/v1/admin/leak-signs'],
  ['Moderation', 'Decisions about creator codes.', '/v1/admin/creator-codes'],
  ['Creators', 'Creators with their codes, figures and statements.', '/v1/admin/creators'],
  ['Payout details', 'Where creators are paid; finance approves changes.', '/v1/admin/payout-detail-requests'],
  ['Players', 'Players and their claims.', '/v1/admin/players', '/v1/admin/claims'],
  [
    'Dashboard',
    'Figures across all campaigns, the list of games, and search.',
    '/v1/admin/dashboard',
    '/v1/admin/games',
    '/v1/admin/search',
  ],
  ['SDK events', 'SDK events, their counts, funnels and tracking plans.', '/v1/admin/events'],
  ['Exchange rates', 'Rates that convert payments.', '/v1/admin/exchange-rates'],
  ['Payments', 'Payments that need attention.', '/v1/admin/payments'],
  ['Payouts', 'Payout runs, their approval, files and results.', '/v1/admin/payout'],
  ['API keys', 'Keys for game servers, web pages and games.', '/v1/admin/api-keys'],
  [
    'Webhooks',
    'Webhook endpoints, deliveries and messages.',
    '/v1/admin/webhooks',
    '/v1/admin/deliveries',
    '/v1/admin/outbox',
  ],
  [
    'Working together',
    'Activity, comments, mentions and saved views.',
    '/v1/admin/comments',
    '/v1/admin/mentions',
    '/v1/admin/views',
  ],
  [
    'Settings',
    'The organisation’s settings and scheduled jobs.',
    '/v1/admin/settings',
    '/v1/admin/organisation',
    '/v1/admin/jobs',
  ],
  ['Audit log', 'Every change, with the person who made it.', '/v1/admin/audit'],
] as const;

/** The tags of the document, which describe the features. */
export const TAGS = FEATURES.map(([name, description]) => ({ name, description }));

/** Activity and comments are under the paths of several features. */
const TOGETHER = /\/(?:activity|comments)$/;

/** Returns the feature of a path; null if no feature contains it. */
export function tagOf(path: string): string | null {
  if (TOGETHER.test(path)) return 'Working together';
  const found = FEATURES.flatMap(([name, , ...starts]) => starts.map((start) => ({ name, start })))
    .filter(({ start }) => path.startsWith(start))
    .sort((one, other) => other.start.length - one.start.length);
  return found[0]?.name ?? null;
}
