import { Box, Group, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatChange } from '../lib/format.ts';
import classes from './figure-card.module.css';
import { IconArrowDownRight, IconArrowUpRight } from './icons.tsx';

interface FigureCardProps {
  label: string;
  /** undefined while it is loading. */
  value: string | undefined;
  /** Compared with the baseline: 0.1 is ten percent more. */
  change?: number | null;
  /** What `change` compares with, in words: "vs 1–7 Nov". */
  baseline?: string;
  note?: string;
  /** The screen that explains the figure. */
  to?: string | undefined;
  /** More of it is worse. */
  isBad?: boolean;
}

export function FigureCard({ label, value, change, baseline, note, to, isBad = false }: FigureCardProps) {
  return (
    <div className={`card ${classes.card}`}>
      <Text size="sm" c="dimmed" fw={500}>
        <Label to={to}>{label}</Label>
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

/** The router keeps path and search apart, and would drop the search of the page for a place in it. */
function Label({ to, children }: { to: string | undefined; children: string }) {
  if (to === undefined) return children;
  if (to.startsWith('#'))
    return (
      <a href={to} className={classes.link}>
        {children}
      </a>
    );
  const { pathname, searchParams } = new URL(to, location.origin);
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams) as never} className={classes.link}>
      {children}
    </Link>
  );
}

function Change({ change, isGood }: { change: number; isGood: boolean }) {
  const Icon = change < 0 ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Group gap={2} c={isGood ? 'teal' : 'red'} wrap="nowrap">
      <Icon size={14} />
      <Text size="xs" fw={600}>
        {formatChange(change)}
      </Text>
    </Group>
  );
}
