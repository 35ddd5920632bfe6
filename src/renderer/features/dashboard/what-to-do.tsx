import { Text, Title } from '@mantine/core';
import { type LinkOptions, linkOptions } from '@tanstack/react-router';
import type { Dashboard } from '../../client/dashboard.ts';
import { TextLink } from '../../components/links.tsx';
import { segmentOfCreator } from '../../lib/creator-address.ts';
import { formatDay, formatMoney, formatRelative } from '../../lib/format.ts';
import { toDo as t } from '../../texts/to-do.ts';
import classes from './what-to-do.module.css';

type ToDo = Dashboard['to_do'];

interface Item {
  key: string;
  link: LinkOptions;
  text: string;
  why: string;
  isFault: boolean;
}

/** Lists what needs the attention of staff. Each entry links to the screen where staff can deal with it. */
export function WhatToDo({ toDo, now }: { toDo: ToDo; now: number }) {
  const items = itemsOf(toDo, now);
  return (
    <section className={`card ${classes.card}`} aria-labelledby="to-do-title">
      <Title order={2} size="h5" id="to-do-title">
        {t.title}
      </Title>
      <ul className={classes.list}>
        {items.map(({ key, link, text, why, isFault }) => (
          <li key={key} data-fault={isFault || undefined}>
            <TextLink {...link} className={classes.link}>
              <bdi>{text}</bdi>
            </TextLink>
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
  const { jobs, webhooks, payout_runs, payout_details, codes_near_limit, campaigns_ending, moderation } = toDo;
  const { low_key_pools, leak_signs } = toDo;
  const when = (at: string) => formatRelative(at, now);
  return [
    ...jobs.map(({ job, state, since }) => ({
      ...{ key: `job ${job}`, link: linkOptions({ to: '/jobs' }), isFault: true, text: t.job[state](job) },
      why: state === 'failed' ? t.failedAt(when(since)) : t.since(when(since)),
    })),
    ...webhooks.map(({ webhook_id, url, state, disabled_reason }) => ({
      ...{ key: `webhook ${webhook_id}`, isFault: true },
      // Failed deliveries show the reason; a disabled endpoint can be enabled in the list.
      link: linkOptions({
        to: '/webhooks',
        search: state === 'switched_off' ? {} : { tab: 'deliveries', webhook: webhook_id },
      }),
      text: t.webhook[state](hostOf(url)),
      why: state === 'switched_off' ? (t.disabledWhy[disabled_reason ?? ''] ?? '') : t.webhookWhy[state],
    })),
    ...low_key_pools.map(itemOfPool),
    ...leak_signs.map(itemOfSign),
    ...itemsOfRates(toDo, when),
    ...payout_runs.flatMap((run) => itemsOfRun(run, when(run.since))),
    ...payout_details.map((request) => itemOfDetails(request, when(request.requested_at))),
    ...(moderation
      ? [
          {
            ...{ key: 'moderation', link: linkOptions({ to: '/moderation' }), isFault: false },
            ...{ text: t.moderate(moderation.waiting), why: t.oldest(moderation.waiting, when(moderation.oldest_at)) },
          },
        ]
      : []),
    ...codes_near_limit.map(({ code_id, campaign_id, code, used, usage_limit }) => ({
      ...{ key: `code ${code_id}`, isFault: used >= usage_limit },
      link: linkOptions({
        to: '/campaigns/$campaignId/codes/$codeId',
        params: { campaignId: String(campaign_id), codeId: String(code_id) },
      }),
      ...{ text: (used >= usage_limit ? t.full : t.nearlyFull)(code), why: t.uses(used, usage_limit) },
    })),
    ...campaigns_ending.map(({ campaign_id, name, ends_at }) => ({
      ...{ key: `campaign ${campaign_id}`, isFault: false },
      link: linkOptions({ to: '/campaigns/$campaignId', params: { campaignId: String(campaign_id) } }),
      ...{ text: t.ending(name), why: t.ends(when(ends_at)) },
    })),
  ];
}

const itemOfDetails = ({ creator_id, creator_name }: ToDo['payout_details'][number], when: string): Item => ({
  ...{ key: `details ${creator_id}`, isFault: false, text: t.payoutDetails(creator_name ?? creator_id) },
  link: linkOptions({
    to: '/creators/$creatorId',
    params: { creatorId: segmentOfCreator(creator_id) },
    search: { tab: 'details' },
  }),
  why: t.payoutDetailsWhy(when),
});

const itemOfPool = ({ pool_id, name, keys_left, low_stock }: ToDo['low_key_pools'][number]): Item => ({
  ...{ key: `pool ${pool_id}`, isFault: keys_left === 0 },
  link: linkOptions({ to: '/key-pools/$poolId', params: { poolId: String(pool_id) } }),
  text: (keys_left === 0 ? t.emptyPool : t.lowPool)(name),
  why: keys_left === 0 ? t.emptyPoolWhy : t.lowPoolWhy(keys_left, low_stock),
});

const itemOfSign = (sign: ToDo['leak_signs'][number]): Item => ({
  ...{ key: `sign ${sign.sign_id}`, isFault: true, text: t.leakSign[sign.kind](sign.code) },
  link: linkOptions({
    to: '/campaigns/$campaignId/codes/$codeId',
    params: { campaignId: String(sign.campaign_id), codeId: String(sign.main_code_id) },
    search: { sign: sign.sign_id },
  }),
  why: t.leakSignWhy[sign.kind](sign.measured, sign.usual),
});

function itemsOfRates({ missing_rates, old_rates, rate_corrections }: ToDo, when: (at: string) => string): Item[] {
  const linkTo = (currency: string) => linkOptions({ to: '/exchange-rates', search: { currency } });
  return [
    ...missing_rates.map(({ currency, day, refused_at }) => ({
      ...{ key: `missing-rate ${currency}`, isFault: true, text: t.missingRate(currency) },
      link: linkOptions({ to: '/exchange-rates/new', search: { currency } }),
      why: t.missingRateWhy(formatDay(day, 'UTC'), when(refused_at)),
    })),
    ...rate_corrections.map(({ rate_id, currency, requested_at }) => ({
      ...{ key: `correction ${rate_id}`, link: linkTo(currency), isFault: false },
      ...{ text: t.rateCorrection(currency), why: t.rateCorrectionWhy(when(requested_at)) },
    })),
    ...old_rates.map(({ currency, valid_from }) => ({
      ...{ key: `old-rate ${currency}`, link: linkTo(currency), isFault: false },
      ...{ text: t.oldRate(currency), why: t.oldRateWhy(formatDay(valid_from, 'UTC')) },
    })),
  ];
}

function itemsOfRun({ run_id, step, payable, unpayable }: ToDo['payout_runs'][number], when: string): Item[] {
  const to = { to: '/payouts/$runId', params: { runId: String(run_id) } } as const;
  const next = { key: `run ${run_id}`, link: linkOptions(to), isFault: false, text: t.run[step](run_id) };
  const items = [{ ...next, why: t.runWhy[step](formatMoney(payable), when) }];
  if (unpayable === 0) return items;
  const link = linkOptions({ ...to, search: { show: 'unpayable' } });
  const fault = { link, key: `unpayable ${run_id}`, isFault: true, text: t.unpayable(run_id, unpayable) };
  return [{ ...fault, why: t.unpayableWhy }, ...items];
}

const hostOf = (url: string) => new URL(url).host;
