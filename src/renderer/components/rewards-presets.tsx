import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Code, recentCodesQuery } from '../client/codes.ts';
import { confirmFirst } from '../lib/confirm.ts';
import { isEmptyList, NO_REWARDS } from '../lib/json-format.ts';
import { rewards as t } from '../texts/rewards.ts';
import { IconGift } from './icons.tsx';

const PRESETS = {
  none: NO_REWARDS,
  item: '{\n  "item": "sword",\n  "amount": 1\n}',
  currency: '{\n  "currency": "gold",\n  "amount": 100\n}',
} as const;
const NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];
const MOST_USED = 3;
const TITLE = 300;

interface RewardsPresetsProps {
  campaignId: number;
  value: string;
  onChange: (value: string) => void;
}

/** Inserts rewards into the editor: templates, or the rewards of other codes of the campaign. */
export function RewardsPresets({ campaignId, value, onChange }: RewardsPresetsProps) {
  const recent = useQuery(recentCodesQuery(campaignId)).data ?? [];
  const used = usedRewards(recent);
  const known: string[] = [...Object.values(PRESETS), ...used.map(({ rewards_json }) => rewards_json)];
  const insert = async (text: string) => {
    const mayGo = value.trim() === '' || isEmptyList(value) || known.includes(value);
    if (mayGo || (await confirmFirst({ ...t.replace, children: t.replace.text, isDangerous: true }))) onChange(text);
  };
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<IconGift size={14} />}>
          {t.presets}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {NAMES.map((name) => (
          <Menu.Item key={name} onClick={() => void insert(PRESETS[name])}>
            {t.preset[name]}
          </Menu.Item>
        ))}
        {used.length > 0 && <Menu.Label>{t.preset.used}</Menu.Label>}
        {used.map(({ code, code_id, rewards_json }) => (
          <Menu.Item key={code_id} onClick={() => void insert(rewards_json)} title={rewards_json.slice(0, TITLE)}>
            {t.asIn(code)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the newest code for each different set of rewards, up to `MOST_USED`. */
function usedRewards(codes: readonly Code[]): Code[] {
  const byRewards = new Map<string, Code>();
  for (const code of codes)
    if (!isEmptyList(code.rewards_json) && !byRewards.has(code.rewards_json)) byRewards.set(code.rewards_json, code);
  return [...byRewards.values()].slice(0, MOST_USED);
}
