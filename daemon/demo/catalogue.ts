import { DAY_MS } from '../lib/clock.ts';

/** A campaign of the demo. `from` and `to` are days relative to now; negative days are in the past. */
export interface DemoCampaign {
  name: string;
  from: number;
  to: number;
  stage: 'published' | 'paused' | 'draft' | 'archived';
  notes: string;
  tags?: string[];
  tiers?: { min_revenue: number; percent: number }[];
  codes: DemoCode[];
}
export interface DemoCode {
  code: string;
  name: string;
  isReferral: boolean;
  usageLimit?: number;
  rewards: object;
}

const gold = (amount: number) => ({ currency: 'gold', amount });
const item = (id: string, more: object = {}) => ({ item: id, ...more });
const redeem = (code: string, name: string, rewards: object, usageLimit?: number): DemoCode => ({
  code,
  name,
  isReferral: false,
  rewards,
  ...(usageLimit ? { usageLimit } : {}),
});
const referral = (code: string, name: string, rewards: object): DemoCode => ({ code, name, isReferral: true, rewards });

export const CAMPAIGNS: DemoCampaign[] = [
  {
    name: 'Winter market',
    from: -364,
    to: -300,
    stage: 'archived',
    notes: 'Last winter’s trial of creator codes.',
    tags: ['season', 'trial'],
    codes: [
      redeem('FROSTFAIR', 'Frost fair bundle', item('frost_lantern')),
      referral('WINTERPACK', 'Winter pack', gold(300)),
    ],
  },
  {
    name: 'Spring raid',
    from: -290,
    to: -210,
    stage: 'published',
    notes: '',
    tags: ['season'],
    codes: [
      redeem('RAIDREADY', 'Raid starter', [gold(500), item('iron_shield')]),
      referral('SPRINGCREW', 'Spring crew', gold(400)),
    ],
  },
  {
    name: 'Summer festival',
    from: -205,
    to: -120,
    stage: 'published',
    notes: 'Biggest creator season so far.',
    tags: ['creators', 'season'],
    tiers: [
      { min_revenue: 0, percent: 6 },
      { min_revenue: 500, percent: 9 },
      { min_revenue: 2000, percent: 14 },
    ],
    codes: [
      redeem('SUNFEST', 'Festival chest', item('sun_chest', { rarity: 'epic' })),
      redeem('FIREWORKS', 'Opening night', item('firework_rocket', { count: 20 }), 2000),
      referral('SUMMERCREW', 'Summer crew', [gold(600), item('festival_banner')]),
    ],
  },
  {
    name: 'Autumn league',
    from: -110,
    to: 24,
    stage: 'published',
    notes: 'Ends with the season final.',
    tags: ['season'],
    tiers: [
      { min_revenue: 0, percent: 5 },
      { min_revenue: 1000, percent: 10 },
      { min_revenue: 5000, percent: 15 },
    ],
    codes: [
      redeem('LEAGUE10', 'League welcome', [gold(1000), item('league_ticket', { count: 3 })]),
      referral('LEAGUECREW', 'League crew', item('crew_crate', { rarity: 'rare' })),
    ],
  },
  {
    name: 'Founders’ pack',
    from: -60,
    to: 120,
    stage: 'published',
    notes: '',
    codes: [
      redeem('FOUNDER', 'Founder’s thanks', item('founder_cape')),
      redeem('EARLYBIRD', 'First five thousand', gold(2500), 5000),
      referral('FOUNDERCREW', 'Founder crew', gold(750)),
    ],
  },
  {
    name: 'Streamer showdown',
    from: -21,
    to: 9,
    stage: 'published',
    notes: 'Twelve streamers, one weekend each.',
    tags: ['creators'],
    codes: [redeem('SHOWDOWN', 'Showdown drop', item('neon_trail')), referral('SHOWCREW', 'Showdown crew', gold(500))],
  },
  {
    name: 'Console launch',
    from: -12,
    to: 45,
    stage: 'paused',
    notes: 'Paused until the store page is fixed.',
    tags: ['launch'],
    codes: [redeem('CONSOLE', 'Console welcome', gold(1500))],
  },
  {
    name: 'Winter market II',
    from: 10,
    to: 70,
    stage: 'published',
    notes: '',
    tags: ['season'],
    codes: [
      redeem('FROSTFAIR2', 'Frost fair bundle', item('frost_lantern_ii')),
      referral('WINTERCREW', 'Winter crew', gold(400)),
    ],
  },
  { name: 'Anniversary', from: 90, to: 104, stage: 'draft', notes: 'Rewards still to be decided.', codes: [] },
];

export const CREATORS = [
  'Nova Brandt',
  'PixelPaula',
  'Jonas Reef',
  'Mirai',
  'KaiStreams',
  'Lady Lantern',
  'Tomasz G',
  'Velvet Fox',
  'RuneRunner',
  'Sora Lin',
  'DerBaer',
  'Amaya Cruz',
  'Quickfuse',
  'Ingrid Holm',
  'NightOwl',
  'Bento',
  'Zaffre',
  'Marlow',
  'CritHitKim',
  'Old Growler',
  'Yuki T',
  'Pavel Orlov',
  'Saffron',
  'Gravel',
  'Echo Nine',
  'Tessera',
  'Hollow Knut',
  'Bramble',
  'Ona Weiss',
  'Lucky Lars',
  'Fenja',
  'Orbit',
  'Dusk Dahlia',
  'MapleMage',
  'Sir Toast',
  'Ravi K',
  'Ember',
  'Mossy',
  'Clara Voss',
  'Blitz',
];

export const ZONE = 'Europe/Berlin';
export const GAMES = ['skyhold', 'skyhold_mobile'] as const;
/** What players pay in each currency, in its minor units. */
export const PRICES = {
  EUR: [99, 199, 499, 499, 999, 999, 1999, 4999, 9999],
  USD: [99, 199, 499, 499, 999, 999, 1999, 4999, 9999],
  GBP: [89, 179, 449, 449, 899, 899, 1799, 4499, 8999],
  JPY: [160, 300, 800, 800, 1600, 1600, 3200, 8000, 16_000],
};
export type DemoCurrency = keyof typeof PRICES;
/** Players pay in the first currencies much more often than in the last ones. */
export const CURRENCIES = Object.keys(PRICES) as DemoCurrency[];
export const EVENT_TYPES = [
  ['session_created', 'session_created'],
  ['level', 'completed'],
  ['level', 'failed'],
  ['store', 'opened'],
  ['match', 'finished'],
  ['friend', 'invited'],
] as const;

export const instantOf = (now: number, days: number) => Math.floor(now / DAY_MS) * DAY_MS + days * DAY_MS;
