import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { EndpointName, Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import type { MenuScreen } from '../../client/menu.ts';
import type { Opened } from '../../client/opened.ts';
import { segmentOfCreator } from '../../lib/creator-address.ts';
import { formatDay } from '../../lib/format.ts';
import { showShortcuts } from '../../lib/shortcuts.ts';
import { palette as t } from '../../texts/palette.ts';
import { holds, isNearly } from './label-match.ts';

export type Found = AnswerOf<Endpoints['search']>;
type May = (name: EndpointName) => boolean;

export interface PaletteItem {
  key: string;
  label: string;
  note?: string | undefined;
  /** The screen to open, its address, or a function to call. */
  open: LinkOptions | string | (() => void);
}
export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

/** The results that need no search by the daemon. */
export interface Known {
  recent: PaletteGroup;
  screens: PaletteGroup;
  actions: PaletteGroup;
  /** Screens and actions with a name similar to the text. */
  similar: PaletteGroup;
}

interface Offered {
  may: May;
  menu: readonly MenuScreen[];
  opened: readonly Opened[];
  /** Actions for every role. */
  own: readonly PaletteItem[];
}

/**
 * Returns the screens and actions whose names contain or resemble the text. If the text is blank, also returns recently
 * opened objects.
 */
export function knownFor(text: string, { may, menu, opened, own }: Offered): Known {
  const [screens, actions] = [screensOf(menu), [...actionsOf(may), ...own]];
  const withText = (items: PaletteItem[]) => items.filter(({ label }) => holds(label, text));
  const nearly = [...screens, ...actions].filter(({ label }) => !holds(label, text) && isNearly(label, text));
  const recent = text === '' ? opened.map(({ to, label }) => ({ key: `recent ${to}`, label, open: to })) : [];
  return {
    recent: { title: t.groups.recent, items: recent },
    screens: { title: t.groups.screens, items: withText(screens) },
    actions: { title: t.groups.actions, items: withText(actions) },
    similar: { title: t.groups.similar, items: nearly },
  };
}

const screensOf = (menu: readonly MenuScreen[]): PaletteItem[] =>
  [...menu, { to: '/account' as const, label: t.account }].map(({ to, label }) => ({
    key: `screen ${to}`,
    label,
    open: { to },
  }));

const { actions: names } = t;
const ACTIONS: (PaletteItem & { needs?: EndpointName })[] = [
  { key: 'new-campaign', label: names.campaign, open: linkOptions({ to: '/campaigns/new' }), needs: 'createCampaign' },
  { key: 'new-key-pool', label: names.keyPool, open: linkOptions({ to: '/key-pools/new' }), needs: 'createKeyPool' },
  {
    key: 'import-campaign',
    label: names.importCampaign,
    open: linkOptions({ to: '/campaigns/import' }),
    needs: 'importCampaign',
  },
  {
    key: 'import-creators',
    label: names.importCreators,
    open: linkOptions({ to: '/creators/import' }),
    needs: 'importCreators',
  },
  {
    key: 'top-codes',
    label: names.topCodes,
    open: linkOptions({ to: '/campaigns/top-codes' }),
    needs: 'listCodeResults',
  },
  { key: 'calendar', label: names.calendar, open: linkOptions({ to: '/campaigns/calendar' }), needs: 'getCalendar' },
  { key: 'new-run', label: names.run, open: linkOptions({ to: '/payouts/new' }), needs: 'createPayoutRun' },
  { key: 'new-key', label: names.key, open: linkOptions({ to: '/api-keys/new' }), needs: 'createApiKey' },
  { key: 'new-webhook', label: names.webhook, open: linkOptions({ to: '/webhooks/new' }), needs: 'createWebhook' },
  { key: 'new-person', label: names.person, open: linkOptions({ to: '/staff/new' }), needs: 'createStaff' },
  { key: 'shortcuts', label: names.shortcuts, open: showShortcuts },
];
const actionsOf = (may: May): PaletteItem[] => ACTIONS.filter(({ needs }) => needs === undefined || may(needs));

/** Returns the daemon's results that the role may open. */
export function groupsOf(found: Found, may: May): PaletteGroup[] {
  return [
    { title: t.groups.codes, items: codesOf(found, may) },
    { title: t.groups.campaigns, items: campaignsOf(found, may) },
    { title: t.groups.creators, items: creatorsOf(found, may) },
    { title: t.groups.runs, items: runsOf(found) },
    { title: t.groups.staff, items: staffOf(found) },
  ];
}

const campaignsOf = ({ campaigns }: Found, may: May): PaletteItem[] =>
  may('getCampaign')
    ? campaigns.map(({ campaign_id: id, name }) => ({
        key: `campaign ${id}`,
        label: name,
        open: linkOptions({ to: '/campaigns/$campaignId', params: { campaignId: String(id) } }),
      }))
    : [];

const toCreator = (creatorId: string) =>
  linkOptions({ to: '/creators/$creatorId', params: { creatorId: segmentOfCreator(creatorId) } });
const toCode = (campaignId: number, codeId: number) =>
  linkOptions({
    to: '/campaigns/$campaignId/codes/$codeId',
    params: { campaignId: String(campaignId), codeId: String(codeId) },
  });

/** Returns the found codes. A creator code has no page, so its result opens the creator's page. */
const codesOf = ({ codes }: Found, may: May): PaletteItem[] =>
  codes.flatMap(({ code_id, campaign_id, code, name, creator_id, creator_name }) => {
    const isOwn = creator_id !== null;
    if (!may(isOwn ? 'getCreator' : 'getCode')) return [];
    const open = isOwn ? toCreator(creator_id) : toCode(campaign_id, code_id);
    const note = [isOwn && t.codeOf(creator_name || creator_id), name].filter(Boolean).join(' · ');
    return [{ key: `code ${code_id}`, label: code, note, open }];
  });

const creatorsOf = ({ creators }: Found, may: May): PaletteItem[] =>
  may('getCreator')
    ? creators.map(({ creator_id, display_name, email }) => ({
        key: `creator ${creator_id}`,
        label: display_name || creator_id,
        note: [...(display_name ? [creator_id] : []), ...(email ? [email] : [])].join(' · '),
        open: toCreator(creator_id),
      }))
    : [];

const runsOf = ({ payout_runs }: Found): PaletteItem[] =>
  payout_runs.map(({ run_id, period_end, campaign_name }) => ({
    key: `run ${run_id}`,
    label: t.run(run_id),
    note: t.runUntil(formatDay(new Date(Date.parse(period_end) - 1).toISOString()), campaign_name),
    open: linkOptions({ to: '/payouts/$runId', params: { runId: String(run_id) } }),
  }));

const staffOf = ({ staff }: Found): PaletteItem[] =>
  staff.map(({ staff_id, name, email }) => ({
    key: `staff ${staff_id}`,
    label: name,
    note: email,
    open: linkOptions({ to: '/staff/$staffId/edit', params: { staffId: String(staff_id) } }),
  }));

/** Returns the player with exactly this ID. For any other text, it offers a search on the players screen. */
export function playersOf({ player }: Found, text: string, may: May): PaletteGroup {
  const user = player?.user_id ?? text;
  const label = player ? user : t.findPlayer(user);
  const items = may('getPlayer')
    ? [{ key: `player ${user}`, label, open: linkOptions({ to: '/players', search: { user } }) }]
    : [];
  return { title: t.groups.players, items };
}
