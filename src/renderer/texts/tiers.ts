import { inLanguage } from './language.ts';

/** The editor of commission tiers, in settings and campaigns. */
const english = {
  title: 'Creators’ commission',
  byDefault: 'Default of the organisation',
  defaultOf: (tiers: string) => `Default of the organisation: ${tiers}`,
  own: 'Own tiers',
  from: 'From a revenue of',
  commission: 'Commission',
  tierFrom: (tier: number) => `Tier ${tier}: from a revenue of`,
  tierPercent: (tier: number) => `Tier ${tier}: commission in percent`,
  remove: (tier: number) => `Remove tier ${tier}`,
  percentSign: '%',
  add: 'Add a tier',
  help: 'The highest tier that a creator has reached applies to all their revenue in a campaign. Below the first tier the commission is 0%. New tiers apply to payments from now on.',
  attention: 'Some tiers need attention.',
  short: { default: 'Default', none: 'None' },
  faults: {
    none: 'Add at least one tier',
    amount: 'Enter an amount',
    order: 'Enter more than in the tier above',
    percent: 'Enter a percentage',
    most: 'At most 100%',
  },
};

export const tiers = await inLanguage(english, 'tiers');
