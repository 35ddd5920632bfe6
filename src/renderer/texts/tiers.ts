import { inLanguage } from './language.ts';

/** The editor of commission tiers, in settings and campaigns. */
const english = {
  title: 'Creator commission',
  byDefault: 'Organisation default',
  defaultOf: (tiers: string) => `Organisation default: ${tiers}`,
  own: 'Custom tiers',
  from: 'Revenue from',
  commission: 'Commission',
  tierFrom: (tier: number) => `Tier ${tier}: revenue from`,
  tierPercent: (tier: number) => `Tier ${tier}: commission (%)`,
  remove: (tier: number) => `Remove tier ${tier}`,
  percentSign: '%',
  add: 'Add a tier',
  help: 'The highest tier that a creator has reached applies to all their revenue in a campaign. Below the first tier, the commission is 0%. New tiers apply to payments from now on.',
  attention: 'Some tiers need attention.',
  short: { default: 'Default', none: 'None' },
  faults: {
    none: 'Add at least one tier',
    amount: 'Enter an amount',
    order: 'Enter a higher amount than in the tier above',
    percent: 'Enter a percentage',
    most: 'At most 100%',
  },
};

export const tiers = await inLanguage(english, 'tiers');
