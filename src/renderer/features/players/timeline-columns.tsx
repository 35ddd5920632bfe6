import { Group, Text } from '@mantine/core';
import type { EventKey } from '../../client/sdk-events.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { PaidIn } from '../../components/paid-in.tsx';
import { RowName } from '../../components/row-name.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { Tag } from '../../components/tag.tsx';
import { formatMoney } from '../../lib/format.ts';
import { players as catalogue } from '../../texts/players.ts';
import type { TimelineRow } from './players-queries.ts';

const { timeline: t, claims, payments } = catalogue;
const COLORS = { landing: 'grape', event: 'gray', claim: 'iris', payment: 'teal', refund: 'orange' } as const;

type OpenEvent = (event: EventKey) => void;
type EventOf = NonNullable<TimelineRow['event']>;
type ClaimOf = NonNullable<TimelineRow['claim']>;
type PaymentOf = NonNullable<TimelineRow['payment']>;

export const timelineColumns = (onOpen: OpenEvent): Column<TimelineRow>[] => [
  { key: 'when', header: t.when, width: 180, render: ({ at }) => <Instant at={at} /> },
  {
    key: 'kind',
    header: t.kind,
    width: 130,
    render: (row) => {
      const kind = row.payment && isRefund(row.payment) ? 'refund' : row.kind;
      return <Tag color={COLORS[kind]}>{t.names[kind]}</Tag>;
    },
  },
  {
    key: 'what',
    header: t.what,
    width: '30%',
    render: (row) => (
      <>
        {row.event && <EventName row={row} event={row.event} onOpen={onOpen} />}
        {row.claim && <CodeName claim={row.claim} />}
        {row.payment && <Amount payment={row.payment} />}
      </>
    ),
  },
  {
    key: 'details',
    header: t.details,
    width: '30%',
    render: ({ event, claim, payment }) => (
      <>
        {event && <EventDetails event={event} />}
        {claim && <ClaimDetails claim={claim} />}
        {payment && <PaymentDetails payment={payment} />}
      </>
    ),
  },
  { key: 'game', header: t.game, render: ({ game_id }) => game_id ?? '–' },
];

/** Names a landing by its link, and other events by their type. The name opens the event. */
function EventName({ row, event, onOpen }: { row: TimelineRow; event: EventOf; onOpen: OpenEvent }) {
  const { event_type, event_sub_type, referral_link } = event;
  const name = row.kind === 'landing' && referral_link ? referral_link : `${event_type} · ${event_sub_type}`;
  return (
    <RowName
      title={name}
      label={t.openEvent(name, row.id)}
      onOpen={() => onOpen({ event_id: row.id, event_type, created_at: row.at, game_id: row.game_id ?? '' })}
    >
      <bdi>{name}</bdi>
    </RowName>
  );
}

/** Opens the code, or the referral code of a creator code. Roles that see a timeline may open codes and campaigns. */
const CodeName = ({ claim: { code, campaign_id, main_code_id, released_at } }: { claim: ClaimOf }) => (
  <Group gap={6} wrap="nowrap">
    <TextLink
      to="/campaigns/$campaignId/codes/$codeId"
      params={{ campaignId: String(campaign_id), codeId: String(main_code_id) }}
      inherit
      truncate
      fw={600}
      className="mono"
      title={code}
    >
      {code}
    </TextLink>
    {released_at !== null && <Tag color="gray">{claims.released}</Tag>}
  </Group>
);

const Amount = ({ payment }: { payment: PaymentOf }) => (
  <PaidIn paid={payment.paid}>
    <Text inherit component="span" fw={600} c={isRefund(payment) ? 'red' : undefined} style={{ whiteSpace: 'nowrap' }}>
      {formatMoney(payment.amount)}
    </Text>
  </PaidIn>
);

function EventDetails({ event: { utms, user_id } }: { event: EventOf }) {
  const parts = Object.entries(utms ?? {}).map(([name, value]) => `${name}=${value}`);
  const text = [...parts, ...(user_id === null ? [t.anonymous] : [])].join(', ');
  return (
    <Text inherit lineClamp={1} title={text} style={{ wordBreak: 'break-all' }}>
      {text === '' ? '–' : <bdi>{text}</bdi>}
    </Text>
  );
}

const ClaimDetails = ({ claim: { campaign_id, campaign_name, creator_id, creator_name } }: { claim: ClaimOf }) => (
  <Group gap={6} wrap="nowrap">
    <TextLink
      to="/campaigns/$campaignId"
      params={{ campaignId: String(campaign_id) }}
      inherit
      truncate
      title={campaign_name}
    >
      <bdi>{campaign_name}</bdi>
    </TextLink>
    {creator_id !== null && <CreatorLink creator_id={creator_id} display_name={creator_name} />}
  </Group>
);

function PaymentDetails({ payment: { transaction_id, refund_of } }: { payment: PaymentOf }) {
  const text = refund_of === null ? transaction_id : payments.refundOf(refund_of);
  return (
    <Text inherit className="mono" lineClamp={1} title={text ?? undefined} style={{ wordBreak: 'break-all' }}>
      {text === null ? '–' : <bdi>{text}</bdi>}
    </Text>
  );
}

const isRefund = ({ amount }: PaymentOf) => amount.amount.startsWith('-');
