import { Badge, Stack, Table, Text } from '@mantine/core';
import { Instant } from '../../components/instant.tsx';
import { audit as t } from '../../texts/audit.ts';
import { type AuditEntry, type FieldPair, inWords, isChanged, pairsOf } from './audit-queries.ts';
import classes from './entry-details.module.css';

/** One entry: who, when, what, and each field with both values. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { staff, at, action, entity, entity_id } = entry;
  const pairs = pairsOf(entry);
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <div>
        <Text fw={600}>
          {inWords(action)} <bdi className="mono">{entity_id}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {staff ? (
            <>
              <bdi>{staff.name}</bdi> · <bdi>{staff.email}</bdi>
            </>
          ) : (
            t.system
          )}{' '}
          · <Instant at={at} />
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {action} · {entity}
        </Text>
      </div>
      {pairs.length === 0 ? <Text size="sm">{t.nothingKept}</Text> : <Fields pairs={pairs} />}
    </Stack>
  );
}

const Fields = ({ pairs }: { pairs: readonly FieldPair[] }) => (
  <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table className={classes.fields} aria-label={t.fields} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="24%">{t.field}</Table.Th>
          <Table.Th>{t.before}</Table.Th>
          <Table.Th>{t.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pairs.map((pair) => (
          <Table.Tr key={pair.name} data-changed={isChanged(pair) || undefined}>
            <Table.Th scope="row">
              {pair.name}
              {isChanged(pair) && (
                <Badge size="xs" color="gray" ml={6}>
                  {t.changedMark}
                </Badge>
              )}
            </Table.Th>
            <Table.Td>
              <pre className={classes.value}>{pair.before ?? t.absent}</pre>
            </Table.Td>
            <Table.Td>
              <pre className={classes.value}>{pair.after ?? t.absent}</pre>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
