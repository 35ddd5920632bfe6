import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../lib/dashboard.ts';
import { formatMoney, formatRelative } from '../../lib/format.ts';
import { toDo as t } from '../../texts/to-do.ts';
import classes from './what-to-do.module.css';

type ToDo = Dashboard['to_do'];

interface Item {
  key: string;
  to: string;
  search?: Record<string, string>;
  text: string;
  why: string;
  isFault: boolean;
}

/** What staff should look at, the faults first; each entry leads to where it can be mended. */
export function WhatToDo({ toDo, now }: { toDo: ToDo; now: number }) {
  const items = itemsOf(toDo, now);
  return (
    <section className={`card ${classes.card}`} aria-labelledby="to-do-title">
      <Title order={2} size="h5" id="to-do-title">
        {t.title}
      </Title>
      <ul className={classes.list}>
        {items.map(({ key, to, search = {}, text, why, isFault }) => (
          <li key={key} data-fault={isFault || undefined}>
            <Anchor component={Link} to={to} search={search as never} className={classes.link}>
              <bdi>{text}</bdi>
            </Anchor>
            <Text size="sm" c="dimmed">
              {why}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function itemsOf(toDo: ToDo, now: number): Item[] {
  const { jobs, webhooks, payout_runs, codes_near_limit, campaigns_ending, moderation } = toDo;
  const when = (at: string) => formatRelative(at, now);
  return [
    ...jobs.map(({ job, state, since }) => ({
      ...{ key: `job ${job}`, to: '/jobs', isFault: true, text: t.job[state](job) },
      why: state === 'failed' ? t.failedAt(when(since)) : t.since(when(since)),
    })),
    ...webhooks.map(({ webhook_id, url, state }) => ({
      ...{ key: `webhook ${webhook_id}`, to: '/webhooks', isFault: true },
      // Failed messages say why; an endpoint that was switched off is switched on in the list.
      ...(state === 'switched_off' ? {} : { search: { tab: 'deliveries', webhook: String(webhook_id) } }),
      ...{ text: t.webhook[state](hostOf(url)), why: t.webhookWhy[state] },
    })),
    ...payout_runs.flatMap((run) => itemsOfRun(run, when(run.since))),
    ...(moderation
      ? [
          {
            ...{ key: 'moderation', to: '/moderation', isFault: false },
            ...{ text: t.moderate(moderation.waiting), why: t.oldest(when(moderation.oldest_at)) },
          },
        ]
      : []),
    ...codes_near_limit.map(({ code_id, campaign_id, code, used, usage_limit }) => ({
      ...{ key: `code ${code_id}`, to: `/campaigns/${campaign_id}/codes/${code_id}`, isFault: used >= usage_limit },
      ...{ text: (used >= usage_limit ? t.full : t.nearlyFull)(code), why: t.uses(used, usage_limit) },
    })),
    ...campaigns_ending.map(({ campaign_id, name, ends_at }) => ({
      ...{ key: `campaign ${campaign_id}`, to: `/campaigns/${campaign_id}`, isFault: false },
      ...{ text: t.ending(name), why: t.ends(when(ends_at)) },
    })),
  ];
}

function itemsOfRun({ run_id, step, payable, unpayable }: ToDo['payout_runs'][number], when: string): Item[] {
  const next = { key: `run ${run_id}`, to: `/payouts/${run_id}`, isFault: false, text: t.run[step](run_id) };
  const items = [{ ...next, why: t.runWhy[step](formatMoney(payable), when) }];
  if (unpayable === 0) return items;
  const search = { show: 'unpayable' };
  const fault = { ...next, search, key: `unpayable ${run_id}`, isFault: true, text: t.unpayable(run_id, unpayable) };
  return [{ ...fault, why: t.unpayableWhy }, ...items];
}

const hostOf = (url: string) => new URL(url).host;
