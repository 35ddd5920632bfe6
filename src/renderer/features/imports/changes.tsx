import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tier } from '../../client/campaigns.ts';
import { describeTiers } from '../../client/tiers.ts';
import { Instant } from '../../components/instant.tsx';
import { campaigns } from '../../texts/campaigns.ts';
import { codes } from '../../texts/codes.ts';

const t = campaigns.file;

interface ChangesProps {
  label: string;
  changes: Record<string, { from: unknown; to: unknown }>;
}

/** Shows each changed field with its old and its new value. */
export const Changes = ({ label, changes }: ChangesProps) => (
  <Stack component="ul" gap={2} aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
    {Object.entries(changes).map(([name, { from, to }]) => (
      <Text component="li" size="sm" key={name} style={{ overflowWrap: 'anywhere' }}>
        {t.fields[name] ?? name}: <del>{shown(name, from)}</del> → {shown(name, to)}
      </Text>
    ))}
  </Stack>
);

function shown(name: string, value: unknown): ReactNode {
  if (name === 'commission_tiers') return describeTiers(value as Tier[] | null);
  if (value === null || value === undefined || value === '') return t.nothing;
  if (name === 'starts_at' || name === 'ends_at') return <Instant at={String(value)} />;
  if (name === 'active') return value === 'Y' || value === true ? codes.on : codes.off;
  if (name === 'rewards_json') return <span className="mono">{String(value)}</span>;
  return <bdi>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</bdi>;
}
