import { Box, Button, Group, SegmentedControl } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { formatDay } from '../lib/format.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { DEFAULT_PERIOD, datesOf, MONTHS, type Period, RECENT } from '../lib/periods.ts';
import { figures as t } from '../texts/figures.ts';
import { IconChevronDown } from './first-icons.tsx';

export interface PeriodPickerProps {
  value: Period | undefined;
  onChange: (period: Period | undefined) => void;
  /** The label of the option for all time, whose value is undefined. */
  whole?: string;
}

// This part loads only when someone opens it.
const OtherPeriods = lazyPart(() => import('./other-periods.tsx'), 'OtherPeriods');

const WHOLE = 'whole';
const RECENT_CHOICES = RECENT.map((value) => ({ value, label: t.periods[value] }));

/** Lets the user choose the period for the figures: one that ends now, whole months, or any dates. */
export function PeriodPicker({ value, onChange, whole }: PeriodPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isRecent = RECENT.some((name) => name === value);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const choose = (period: Period) => {
    close();
    onChange(period);
  };
  return (
    <Group gap="xs" role="group" aria-label={t.period}>
      <SegmentedControl
        aria-label={t.period}
        data={whole ? [{ value: WHOLE, label: whole }, ...RECENT_CHOICES] : RECENT_CHOICES}
        value={isRecent ? value : value ? '' : WHOLE}
        onChange={(period) => onChange(period === WHOLE ? undefined : (period as Period))}
      />
      <Box pos="relative">
        <Button
          ref={button}
          variant={isRecent || !value ? 'default' : 'light'}
          rightSection={<IconChevronDown size={16} />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {nameOf(value)}
        </Button>
        {isOpen && (
          <Suspense>
            <OtherPeriods value={value ?? DEFAULT_PERIOD} onChoose={choose} onClose={close} />
          </Suspense>
        )}
      </Box>
    </Group>
  );
}

/** Returns the name of a period that is not one of the recent ones. */
function nameOf(period: Period | undefined): string {
  const dates = datesOf(period ?? '');
  if (dates) return t.dates(formatDay(dates.first, 'UTC'), formatDay(dates.last, 'UTC'));
  const month = MONTHS.find((name) => name === period);
  return month ? t.periods[month] : t.morePeriods;
}
