import { Badge, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../client/session.ts';
import { Instant, OneClock } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { leakSigns as t } from '../../texts/leak-signs.ts';
import { type LeakSign, leakSignsQuery } from './code-queries.ts';

/** Lists the days on which the code or one of its creator codes may have leaked; nothing if there are none. */
export function LeakSignsCard({ codeId }: { codeId: number }) {
  const { data } = useQuery(leakSignsQuery(codeId));
  if (!data || data.total === 0) return null;
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="leak-signs-title">
      <Title order={2} size="h5" id="leak-signs-title" mb="xs">
        {t.title}
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          {t.note}
        </Text>
      </Title>
      <OneClock>
        <Table.ScrollContainer minWidth={520}>
          <Table aria-labelledby="leak-signs-title" verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.day}</Table.Th>
                <Table.Th>{t.code}</Table.Th>
                <Table.Th>{t.sign}</Table.Th>
                <Table.Th>{t.state}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((sign) => (
                <SignRow key={sign.sign_id} sign={sign} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </OneClock>
      {data.total > data.data.length && (
        <Text size="xs" c="dimmed" mt="sm">
          {t.newest(data.data.length, data.total)}
        </Text>
      )}
    </section>
  );
}

function SignRow({ sign }: { sign: LeakSign }) {
  const mayOpen = useMay()('getLeakSign');
  const text = t.kinds[sign.kind](sign.measured, sign.usual);
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Instant at={sign.day} day />
      </Table.Td>
      <Table.Td>{sign.code}</Table.Td>
      <Table.Td>
        {mayOpen ? (
          <TextLink
            to="/campaigns/$campaignId/codes/$codeId"
            params={{ campaignId: String(sign.campaign_id), codeId: String(sign.main_code_id) }}
            search={(before) => ({ ...before, sign: sign.sign_id })}
            inherit
          >
            {text}
          </TextLink>
        ) : (
          text
        )}
      </Table.Td>
      <Table.Td>{sign.seen ? t.seenBy(sign.seen.by) : <Badge color="orange">{t.open}</Badge>}</Table.Td>
    </Table.Tr>
  );
}
