import { SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useInGame } from '../../client/game.ts';
import { leaveGuarded } from '../../components/leave-guard.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { events as t } from '../../texts/events.ts';
import { trackingPlan } from '../../texts/tracking-plan.ts';
import { CohortsTab } from './cohorts-tab.tsx';
import { EventsList } from './events-list.tsx';
import { EventsOverview } from './events-overview.tsx';
import { DEFAULT_PERIOD, type EventsSearch, PERIODS, type Period, parseEventsSearch } from './events-queries.ts';
import { LinksTab } from './links-tab.tsx';
import { PlanTab } from './plan-tab.tsx';
import { StepsTab } from './steps-tab.tsx';

export function EventsPage() {
  const { search } = useInGame(useParsedSearch(parseEventsSearch));
  const change = useChangeSearch<EventsSearch>();
  // The period ends at the time when the user opened the screen, or last changed the tab or period.
  const [now, setNow] = useState(Date.now);
  const look = (next: Partial<EventsSearch>) => {
    setNow(Date.now());
    change(next);
  };
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        actions={
          // Retention has a period of its own.
          search.tab !== 'cohorts' && (
            <SegmentedControl
              aria-label={t.period}
              data={PERIODS.map((value) => ({ value, label: t.periods[value] }))}
              value={search.period ?? DEFAULT_PERIOD}
              onChange={(period) => look({ period: period as Period })}
            />
          )
        }
      />
      <Tabs
        value={search.tab ?? 'overview'}
        onChange={(tab) =>
          void leaveGuarded(() => look({ tab: tab === 'overview' ? undefined : (tab as EventsSearch['tab']) }))
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="overview">{t.tabs.overview}</Tabs.Tab>
          <Tabs.Tab value="list">{t.tabs.list}</Tabs.Tab>
          <Tabs.Tab value="steps">{t.tabs.steps}</Tabs.Tab>
          <Tabs.Tab value="funnel">{t.tabs.funnel}</Tabs.Tab>
          <Tabs.Tab value="cohorts">{t.tabs.cohorts}</Tabs.Tab>
          <Tabs.Tab value="plan">{trackingPlan.tab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <EventsOverview search={search} now={now} />
        </Tabs.Panel>
        <Tabs.Panel value="list">
          <EventsList search={search} now={now} />
        </Tabs.Panel>
        <Tabs.Panel value="steps">
          <StepsTab search={search} now={now} />
        </Tabs.Panel>
        <Tabs.Panel value="funnel">
          <LinksTab search={search} now={now} />
        </Tabs.Panel>
        <Tabs.Panel value="cohorts">
          <CohortsTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <PlanTab search={search} now={now} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
