import type { EndpointName, Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ACCOUNT_NAV, NAV } from '../../app/nav.ts';
import { segmentOfCreator } from '../../lib/creator-address.ts';
import { formatDay } from '../../lib/format.ts';
import { palette as t } from '../../texts/palette.ts';

export type Found = AnswerOf<Endpoints['search']>;
type May = (name: EndpointName) => boolean;

export interface PaletteItem {
  key: string;
  label: string;
  note?: string | undefined;
  to: string;
  search?: Record<string, string>;
}
export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

const holds = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());

/** The screens that the role may open; while something is typed, those whose name holds it. */
export function screensFor(text: string, may: May): PaletteGroup {
  const entries = [...NAV, ...ACCOUNT_NAV].filter(({ needs }) => may(needs)).map(({ to, label }) => ({ to, label }));
  const more = [
    ...(may('createCampaign') ? [{ to: '/campaigns/new', label: t.newCampaign }] : []),
    { to: '/account', label: t.account },
  ];
  const items = [...entries, ...more].filter(({ label }) => holds(label, text));
  return { title: t.groups.screens, items: items.map((item) => ({ ...item, key: `screen ${item.to}` })) };
}

/** What the daemon found, as far as the role may open it. */
export function groupsOf(found: Found, text: string, may: May): PaletteGroup[] {
  return [
    { title: t.groups.codes, items: codesOf(found, may) },
    { title: t.groups.campaigns, items: campaignsOf(found, may) },
    { title: t.groups.creators, items: creatorsOf(found, may) },
    { title: t.groups.runs, items: runsOf(found) },
    { title: t.groups.staff, items: staffOf(found) },
    { title: t.groups.players, items: playersOf(found, text, may) },
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
function playersOf({ player }: Found, text: string, may: May): PaletteItem[] {
  if (!may('getPlayer')) return [];
  const user = player?.user_id ?? text;
  const label = player ? user : t.findPlayer(user);
  return [{ key: `player ${user}`, label, to: '/players', search: { user } }];
}
