import { Skeleton, Table, Text, Title } from '@mantine/core';
import { useMay } from '../../client/session.ts';
import { TextLink } from '../../components/links.tsx';
import { formatCount } from '../../lib/format.ts';
import { codes } from '../../texts/codes.ts';
import { refusedReasons } from '../../texts/refused-reasons.ts';
import type { CodeFigures } from './code-queries.ts';

const t = codes.refused;

/** Shows why attempts with the code were refused, most frequent reason first. Support can look up one player's attempts. */
export function RefusedTries({ figures }: { figures: CodeFigures | undefined }) {
  const maySearch = useMay()('getPlayer');
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="refused-title">
      <Title order={2} size="h5" id="refused-title" mb="xs">
        {t.title}
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          {t.note}
        </Text>
      </Title>
      {!figures ? (
        <Skeleton h={120} />
      ) : figures.refused.length === 0 ? (
        <Text size="sm" c="dimmed" py="lg" ta="center">
          {t.none}
        </Text>
      ) : (
        <Table aria-labelledby="refused-title" horizontalSpacing={0} verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.why}</Table.Th>
              <Table.Th ta="right">{t.tries}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {figures.refused.map(({ reason, tries }) => (
              <Table.Tr key={reason}>
                <Table.Td>{refusedReasons[reason] ?? reason}</Table.Td>
                <Table.Td ta="right">{formatCount(tries)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        {t.keptFor}
      </Text>
      {maySearch && (
        <TextLink to="/players" size="sm">
          {t.findPlayer}
        </TextLink>
      )}
    </section>
  );
}
