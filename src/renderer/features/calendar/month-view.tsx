import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import { IconSpeakerphone } from '../../components/first-icons.tsx';
import { Hint } from '../../components/hint.tsx';
import { describeChange } from '../../components/scheduled-changes.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatTime } from '../../lib/format.ts';
import type { Day } from '../../lib/months.ts';
import { batches } from '../../texts/batches.ts';
import { calendar as t } from '../../texts/calendar.ts';
import classes from './calendar.module.css';
import { type Calendar, type CalendarGroup, groupsOf } from './calendar-queries.ts';

interface Span {
  from: number;
  to: number;
}
interface Dates {
  starts_at: string | null;
  ends_at: string | null;
}

interface MonthViewProps {
  calendar: Calendar;
  span: Span & { days: readonly Day[] };
  now: number;
  zone: string;
}

/** A row for each campaign, with bars for the times when players can redeem codes, and marks for scheduled changes. */
export function MonthView({ calendar, span, now, zone }: MonthViewProps) {
  const groups = groupsOf(calendar);
  if (groups.length === 0)
    return (
      <EmptyState icon={<IconSpeakerphone size={26} />} title={t.none}>
        {t.noneText}
      </EmptyState>
    );
  const isNow = span.from <= now && now < span.to;
  return (
    <Stack gap="xs">
      {calendar.is_partial && <Text size="sm">{t.partial}</Text>}
      <section className={`card ${classes.month}`} aria-label={t.title}>
        <div className={classes.days} aria-hidden>
          <span />
          <div className={classes.track}>
            {span.days.map(({ day, isWeekend }) => (
              <span key={day} className={classes.day} data-weekend={isWeekend || undefined}>
                {day}
              </span>
            ))}
          </div>
        </div>
        <ul className={classes.rows}>
          {groups.map((group) => (
            <Group key={group.campaign.campaign_id} group={group} span={span} zone={zone} />
          ))}
        </ul>
        {isNow && (
          <div className={classes.overlay} aria-hidden>
            <span />
            <div className={classes.track}>
              <div className={classes.now} style={{ left: `${shareOf(now, span)}%` }} />
            </div>
          </div>
        )}
      </section>
    </Stack>
  );
}

interface GroupProps {
  group: CalendarGroup;
  span: Span;
  zone: string;
}

function Group({ group: { campaign, batches: itsBatches, codes, changes }, span, zone }: GroupProps) {
  const params = { campaignId: String(campaign.campaign_id) };
  return (
    <Fragment>
      <Row
        label={
          <>
            <Link to="/campaigns/$campaignId" params={params} className={`name-link cut ${classes.name}`}>
              <bdi>{campaign.name}</bdi>
            </Link>
            <CampaignStatusBadge status={campaign.status} />
          </>
        }
        dates={campaign}
        span={span}
        zone={zone}
        kind={campaign.status}
      >
        {changes.map((change) => (
          <Hint key={change.change_id} label={`${formatTime(change.due_at, zone)}: ${describeChange(change)}`}>
            <Link
              to="/campaigns/$campaignId"
              params={params}
              className={classes.mark}
              data-status={change.status}
              style={{ left: `${shareOf(Date.parse(change.due_at), span)}%` }}
              aria-label={`${formatTime(change.due_at, zone)}: ${describeChange(change)}`}
            />
          </Hint>
        ))}
      </Row>
      {itsBatches.map((batch) => (
        <Row
          key={`batch ${batch.batch_id}`}
          label={
            <Link
              to="/campaigns/$campaignId/batches/$batchId"
              params={{ ...params, batchId: String(batch.batch_id) }}
              className={`cut ${classes.part}`}
            >
              <bdi>{batch.name ?? batches.batch.title(batch.batch_id)}</bdi>
            </Link>
          }
          dates={batch}
          span={span}
          zone={zone}
          kind="part"
        />
      ))}
      {codes.map((code) => (
        <Row
          key={`code ${code.code_id}`}
          label={
            <Link
              to="/campaigns/$campaignId/codes/$codeId"
              params={{ ...params, codeId: String(code.code_id) }}
              className={`cut mono ${classes.part}`}
            >
              {code.code}
            </Link>
          }
          dates={code}
          span={span}
          zone={zone}
          kind="part"
        />
      ))}
    </Fragment>
  );
}

interface RowProps {
  label: ReactNode;
  dates: Dates;
  span: Span;
  zone: string;
  /** The status of a campaign, or `part` for a batch or a code. */
  kind: string;
  children?: ReactNode;
}

function Row({ label, dates, span, zone, kind, children }: RowProps) {
  const left = dates.starts_at === null ? 0 : shareOf(Date.parse(dates.starts_at), span);
  const right = dates.ends_at === null ? 100 : shareOf(Date.parse(dates.ends_at), span);
  const said = periodText(dates, zone);
  return (
    <li className={classes.row}>
      <div className={classes.label}>{label}</div>
      <div className={classes.track}>
        {right > left && (
          <div className={classes.bar} data-kind={kind} style={{ left: `${left}%`, width: `${right - left}%` }}>
            <span className={classes.period}>{said}</span>
          </div>
        )}
        {children}
      </div>
    </li>
  );
}

function periodText({ starts_at, ends_at }: Dates, zone: string): string {
  if (starts_at === null) return t.until(formatTime(ends_at ?? '', zone));
  if (ends_at === null) return t.from(formatTime(starts_at, zone));
  return t.period(formatTime(starts_at, zone), formatTime(ends_at, zone));
}

/** Returns the position of an instant within the span, from 0 to 100. */
const shareOf = (at: number, { from, to }: Span) => Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)));
