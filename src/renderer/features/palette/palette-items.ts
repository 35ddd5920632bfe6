import type { EndpointName, Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ACCOUNT_NAV, NAV } from '../../app/nav.ts';
import { segmentOfCreator } from '../../lib/creator-address.ts';
import { formatDay } from '../../lib/format.ts';
import type { Opened } from '../../lib/opened.ts';
import { showShortcuts } from '../../lib/shortcuts.ts';
import { palette as t } from '../../texts/palette.ts';
import { holds, isNearly } from './label-match.ts';

export type Found = AnswerOf<Endpoints['search']>;
type May = (name: EndpointName) => boolean;

export interface PaletteItem {
  key: string;
  label: string;
  note?: string | undefined;
  /** A screen to open, or something to do. */
  to: string | (() => void);
  search?: Record<string, string>;
}
export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

/** What the role can open without the daemon's search. */
export interface Known {
  recent: PaletteGroup;
  screens: PaletteGroup;
  actions: PaletteGroup;
  /** Screens and actions whose name is nearly the text. */
  similar: PaletteGroup;
}

/** While something is typed, the screens and actions whose name holds it. */
export function knownFor(text: string, may: May, opened: readonly Opened[]): Known {
  const [screens, actions] = [screensOf(may), actionsOf(may)];
  const withText = (items: PaletteItem[]) => items.filter(({ label }) => holds(label, text));
  const nearly = [...screens, ...actions].filter(({ label }) => !holds(label, text) && isNearly(label, text));
  const recent = text === '' ? opened.map(({ to, label }) => ({ key: `recent ${to}`, label, to })) : [];
  return {
    recent: { title: t.groups.recent, items: recent },
    screens: { title: t.groups.screens, items: withText(screens) },
    actions: { title: t.groups.actions, items: withText(actions) },
    similar: { title: t.groups.similar, items: nearly },
  };
}

const screensOf = (may: May): PaletteItem[] =>
  [...NAV.concat(ACCOUNT_NAV).filter(({ needs }) => may(needs)), { to: '/account', label: t.account }].map(
    ({ to, label }) => ({ key: `screen ${to}`, label, to }),
  );

const { actions: names } = t;
const ACTIONS: (PaletteItem & { needs?: EndpointName })[] = [
  { key: 'new-campaign', label: names.campaign, to: '/campaigns/new', needs: 'createCampaign' },
  { key: 'import-campaign', label: names.importCampaign, to: '/campaigns/import', needs: 'importCampaign' },
  { key: 'import-creators', label: names.importCreators, to: '/creators/import', needs: 'importCreators' },
  { key: 'new-run', label: names.run, to: '/payouts/new', needs: 'createPayoutRun' },
  { key: 'new-key', label: names.key, to: '/api-keys/new', needs: 'createApiKey' },
  { key: 'new-webhook', label: names.webhook, to: '/webhooks/new', needs: 'createWebhook' },
  { key: 'new-person', label: names.person, to: '/staff/new', needs: 'createStaff' },
  { key: 'shortcuts', label: names.shortcuts, to: showShortcuts },
];
const actionsOf = (may: May): PaletteItem[] => ACTIONS.filter(({ needs }) => needs === undefined || may(needs));

/** What the daemon found, as far as the role may open it. */
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
    ? campaigns.map(({ campaign_id: id, name }) => ({ key: `campaign ${id}`, label: name, to: `/campaigns/${id}` }))
    : [];

/** A creator's code has no page of its own: the creator's page lists it. */
const codesOf = ({ codes }: Found, may: May): PaletteItem[] =>
  codes.flatMap(({ code_id, campaign_id, code, name, creator_id, creator_name }) => {
    const isOwn = creator_id !== null;
    if (!may(isOwn ? 'getCreator' : 'getCode')) return [];
    const to = isOwn
      ? `/creators/${encodeURIComponent(segmentOfCreator(creator_id))}`
      : `/campaigns/${campaign_id}/codes/${code_id}`;
    return [{ key: `code ${code_id}`, label: code, note: isOwn ? t.codeOf(creator_name || creator_id) : name, to }];
  });

const creatorsOf = ({ creators }: Found, may: May): PaletteItem[] =>
  may('getCreator')
    ? creators.map(({ creator_id, display_name, email }) => ({
        key: `creator ${creator_id}`,
        label: display_name || creator_id,
        note: [...(display_name ? [creator_id] : []), ...(email ? [email] : [])].join(' · '),
        to: `/creators/${encodeURIComponent(segmentOfCreator(creator_id))}`,
      }))
    : [];

const runsOf = ({ payout_runs }: Found): PaletteItem[] =>
  payout_runs.map(({ run_id, period_end, campaign_name }) => ({
    key: `run ${run_id}`,
    label: t.run(run_id),
    note: t.runUntil(formatDay(new Date(Date.parse(period_end) - 1).toISOString()), campaign_name),
    to: `/payouts/${run_id}`,
  }));

const staffOf = ({ staff }: Found): PaletteItem[] =>
  staff.map(({ staff_id, name, email }) => ({
    key: `staff ${staff_id}`,
    label: name,
    note: email,
    to: `/staff/${staff_id}/edit`,
  }));

/** Ids of players are found exactly; for any other text the screen of players says what it knows. */
export function playersOf({ player }: Found, text: string, may: May): PaletteGroup {
  const user = player?.user_id ?? text;
  const label = player ? user : t.findPlayer(user);
  const items = may('getPlayer') ? [{ key: `player ${user}`, label, to: '/players', search: { user } }] : [];
  return { title: t.groups.players, items };
}
