import { Box, Group, Skeleton, Text } from '@mantine/core';
import { Link, type LinkOptions } from '@tanstack/react-router';
import { formatChange } from '../lib/format.ts';
import classes from './figure-card.module.css';
import { IconArrowDownRight, IconArrowUpRight } from './first-icons.tsx';

interface FigureCardProps {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** The change relative to the baseline: 0.1 means ten percent more. */
  change?: number | null;
  /** The name of the baseline, such as "vs 1–7 Nov". */
  baseline?: string;
  note?: string;
  /** The screen that explains the figure. */
  link?: LinkOptions | undefined;
  /** The anchor on this page that explains the figure, such as `#refused`. */
  place?: string | undefined;
  /** True if an increase is bad. */
  isBad?: boolean;
}

export function FigureCard({ label, value, change, baseline, note, link, place, isBad = false }: FigureCardProps) {
  return (
    <div className={`card ${classes.card}`}>
      <Text size="sm" c="dimmed" fw={500}>
        {link && (
          <Link {...link} className={classes.link}>
            {label}
          </Link>
        )}
        {place && (
          <a href={place} className={classes.link}>
            {label}
          </a>
        )}
        {!link && !place && label}
      </Text>
      {value === undefined ? <Skeleton h={26} w={110} my={5} /> : <div className={classes.value}>{value}</div>}
      <Box mih={20}>
        {typeof change === 'number' && (
          <Group gap={4}>
            <Change change={change} isGood={change >= 0 !== isBad} />
            <Text size="xs" c="dimmed">
              {baseline}
            </Text>
          </Group>
        )}
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Box>
    </div>
  );
}

function Change({ change, isGood }: { change: number; isGood: boolean }) {
  const Icon = change < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Group gap={2} c={change === 0 ? 'dimmed' : isGood ? 'teal' : 'red'} wrap="nowrap">
      {change !== 0 && <Icon size={14} />}
      <Text size="xs" fw={600}>
        {formatChange(change)}
      </Text>
    </Group>
  );
}
