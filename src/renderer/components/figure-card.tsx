import { Group, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatChange } from '../lib/format.ts';

interface FigureCardProps {
  label: string;
  /** undefined while it is loading. */
  value: string | undefined;
  /** Compared with the baseline: 0.1 is ten percent more. */
  change?: number | null;
  /** What `change` compares with, in words: "than 7 days before". */
  baseline?: string;
  note?: string;
}

export function FigureCard({ label, value, change, baseline, note }: FigureCardProps) {
  return (
    <div className="card" style={{ padding: '16px 20px' }}>
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={26} w={110} my={5} />
      ) : (
        <Text fz={26} lh="36px" fw={650} lts={-0.4} style={{ whiteSpace: 'nowrap' }}>
          {value}
        </Text>
      )}
      <Group h={20} gap={4}>
        {typeof change === 'number' && (
          <>
            <Change change={change} />
            <Text size="xs" c="dimmed">
              {baseline}
            </Text>
          </>
        )}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
    </div>
  );
}

function Change({ change }: { change: number }) {
  const Icon = change < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Group gap={2} c={change < 0 ? 'red' : 'teal'} wrap="nowrap">
      <Icon size={14} aria-hidden />
      <Text size="xs" fw={600}>
        {formatChange(change)}
      </Text>
    </Group>
  );
}
