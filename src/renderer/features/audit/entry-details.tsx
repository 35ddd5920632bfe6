import { Badge, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../client/settings.ts';
import { actionInWords, fieldInWords } from '../../components/audit-words.ts';
import { Instant } from '../../components/instant.tsx';
import { audit as t } from '../../texts/audit.ts';
import { objectInWords } from './audit-queries.ts';
import { type AuditEntry, type FieldPair, pairsOf, sidesOf } from './audit-values.ts';
import classes from './entry-details.module.css';

/** Shows one entry: the person, the time, the action, and each field with its values. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { staff, at, action, entity, entity_id } = entry;
  const pairs = pairsOf(entry, useQuery(settingsQuery).data);
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <div>
        <Text fw={600}>
          {actionInWords(action)}: <bdi>{objectInWords(entry)}</bdi>
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
        <Text size="xs" c="dimmed">
          {t.entityId} {entity_id.replaceAll(',', ', ')}
        </Text>
      </div>
      {pairs.length === 0 ? (
        <Text size="sm">{t.nothingKept}</Text>
      ) : (
        <Fields pairs={pairs} sides={sidesOf(entry)} noun={t.entities[entity] ?? entity} />
      )}
    </Stack>
  );
}

interface FieldsProps {
  pairs: readonly FieldPair[];
  sides: ReturnType<typeof sidesOf>;
  /** The label for the list of an entry about several objects. */
  noun: string;
}

/** Shows both values of each field, or one column if an object was created or deleted. */
function Fields({ pairs, sides, noun }: FieldsProps) {
  const hasTwo = sides.length === 2;
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table className={classes.fields} aria-label={hasTwo ? t.fields : t.value} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="24%">{t.field}</Table.Th>
            {sides.map((side) => (
              <Table.Th key={side}>{!hasTwo && side === 'after' ? t.value : t[side]}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pairs.map((pair) => (
            <FieldRow key={pair.name} pair={pair} sides={sides} noun={noun} isMarked={hasTwo && pair.isChanged} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface FieldRowProps extends Omit<FieldsProps, 'pairs'> {
  pair: FieldPair;
  isMarked: boolean;
}

const FieldRow = ({ pair, sides, noun, isMarked }: FieldRowProps) => (
  <Table.Tr data-changed={isMarked || undefined}>
    <Table.Th scope="row">
      {fieldInWords(pair.name) || noun}
      {isMarked && (
        <Badge size="xs" color="gray" ml={6}>
          {t.changedMark}
        </Badge>
      )}
    </Table.Th>
    {sides.map((side) => (
      <Table.Td key={side}>
        <pre className={classes.value}>{pair[side] ?? t.absent}</pre>
      </Table.Td>
    ))}
  </Table.Tr>
);
