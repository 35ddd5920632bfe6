import { Badge, Stack, Table, Text } from '@mantine/core';
import { Instant } from '../../components/instant.tsx';
import { audit as t } from '../../texts/audit.ts';
import {
  type AuditEntry,
  type FieldPair,
  fieldInWords,
  idsInWords,
  inWords,
  isChanged,
  pairsOf,
  sidesOf,
} from './audit-queries.ts';
import classes from './entry-details.module.css';

/** One entry: who, when, what, and each field with its values. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { staff, at, action, entity } = entry;
  const pairs = pairsOf(entry);
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <div>
        <Text fw={600}>
          {inWords(action)} <bdi className="mono">{idsInWords(entry)}</bdi>
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
      {pairs.length === 0 ? <Text size="sm">{t.nothingKept}</Text> : <Fields pairs={pairs} sides={sidesOf(entry)} />}
    </Stack>
  );
}

interface FieldsProps {
  pairs: readonly FieldPair[];
  sides: ReturnType<typeof sidesOf>;
}

/** Both values where there are two, else one column: nothing changed where an object was made. */
function Fields({ pairs, sides }: FieldsProps) {
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
            <FieldRow key={pair.name} pair={pair} sides={sides} isMarked={hasTwo && isChanged(pair)} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const FieldRow = ({ pair, sides, isMarked }: { pair: FieldPair; sides: FieldsProps['sides']; isMarked: boolean }) => (
  <Table.Tr data-changed={isMarked || undefined}>
    <Table.Th scope="row" title={pair.name}>
      {fieldInWords(pair.name)}
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
