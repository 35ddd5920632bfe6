import { Box, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTimeZone } from '../client/organisation.tsx';
import { type Dates, datesOf, daysFrom, isPeriod, MONTHS, MOST_DAYS, type Period, rangeOf } from '../lib/periods.ts';
import { figures as t } from '../texts/figures.ts';

/** At this width, two date fields fit next to each other on a phone. */
const DATE_WIDTH = 146;

interface OtherPeriodsProps {
  value: Period;
  onChoose: (period: Period) => void;
  onClose: () => void;
}

/** Lets the user choose months or any dates, in a popover below the surrounding element. */
export function OtherPeriods({ value, onChoose, onClose }: OtherPeriodsProps) {
  return (
    <Popover opened width={338} position="bottom-end" trapFocus withRoles={false} onChange={onClose}>
      <Popover.Target>
        {/* This box covers the button that opened the periods, so that another click closes them. */}
        <Box pos="absolute" inset={0} onClick={onClose} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t.otherPeriods}>
        <Stack gap={4}>
          {MONTHS.map((name) => (
            <Button
              key={name}
              variant={name === value ? 'light' : 'subtle'}
              color="gray"
              justify="flex-start"
              onClick={() => onChoose(name)}
            >
              {t.periods[name]}
            </Button>
          ))}
          <DatesForm value={value} onChoose={onChoose} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function DatesForm({ value, onChoose }: Omit<OtherPeriodsProps, 'onClose'>) {
  const zone = useTimeZone();
  const [dates, setDates] = useState<Dates>(() => datesOf(value) ?? shownDates(value, zone));
  const isValid = isPeriod(dates);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) onChoose(daysFrom(dates));
  };
  return (
    <form onSubmit={send}>
      <Group gap="xs">
        <TextInput
          type="date"
          w={DATE_WIDTH}
          label={t.firstDay}
          value={dates.first}
          onChange={(event) => setDates({ ...dates, first: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          w={DATE_WIDTH}
          label={t.lastDay}
          value={dates.last}
          onChange={(event) => setDates({ ...dates, last: event.currentTarget.value })}
        />
      </Group>
      {!isValid && (
        <Text size="sm" c="red" mt="xs" role="alert">
          {t.mostDays(MOST_DAYS)}
        </Text>
      )}
      <Button type="submit" disabled={!isValid} fullWidth mt="xs">
        {t.showDates}
      </Button>
    </form>
  );
}

/** Returns the dates of a period as the organisation's clocks show them. */
function shownDates(period: Period, zone: string | undefined): Dates {
  const { from, to } = rangeOf(period, Date.now(), zone);
  const dateOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
  return { first: dateOf(Date.parse(from)), last: dateOf(Date.parse(to) - 1) };
}
