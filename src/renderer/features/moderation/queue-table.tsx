import { ActionIcon, Checkbox, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { CreatorLink } from '../../components/creator-link.tsx';
import { Instant } from '../../components/instant.tsx';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { moderation as t } from '../../texts/moderation.ts';
import { EarlierCounts } from './earlier-codes.tsx';
import { EvidenceNotes } from './evidence.tsx';
import classes from './moderation.module.css';
import type { QueueProps } from './one-wish.tsx';

export function QueueTable({ page: { data: codes }, queue, onApprove, onReject }: QueueProps) {
  const isAll = queue.selected.length === codes.length;
  return (
    <Table.ScrollContainer minWidth={900} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label={t.table} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>
              <Checkbox
                size="xs"
                aria-label={t.selectAll}
                checked={isAll}
                indeterminate={!isAll && queue.selected.length > 0}
                onChange={() => queue.chooseAll(!isAll)}
              />
            </Table.Th>
            <Table.Th>{t.wish}</Table.Th>
            <Table.Th>{t.creator}</Table.Th>
            <Table.Th w="22%">{t.earlier}</Table.Th>
            <Table.Th w="26%">{t.evidence}</Table.Th>
            <Table.Th>{t.since}</Table.Th>
            <Table.Th w={110} ta="right" className={classes.decide}>
              {t.decide}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {codes.map((code, index) => (
            <QueueRow
              key={code.code_id}
              code={code}
              isPresent={index === queue.present}
              isChosen={queue.chosen.has(code.code_id)}
              onFocus={() => queue.setAt(index)}
              onToggle={() => queue.toggle(code.code_id)}
              onApprove={() => onApprove([code])}
              onReject={() => onReject([code])}
              rowRef={queue.register(code.code_id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface QueueRowProps {
  code: CreatorCode;
  isPresent: boolean;
  isChosen: boolean;
  onFocus: () => void;
  onToggle: () => void;
  onApprove: () => void;
  onReject: () => void;
  rowRef: (row: HTMLElement | null) => void;
}

function QueueRow({ code, isPresent, isChosen, onFocus, onToggle, onApprove, onReject, rowRef }: QueueRowProps) {
  return (
    <Table.Tr
      ref={rowRef}
      tabIndex={isPresent ? 0 : -1}
      aria-label={t.rowOf(code.code, code.creator_id)}
      aria-selected={isChosen}
      data-present={isPresent || undefined}
      onFocus={onFocus}
    >
      <Table.Td>
        <Checkbox size="xs" tabIndex={-1} aria-label={t.select(code.code)} checked={isChosen} onChange={onToggle} />
      </Table.Td>
      <Table.Td className={classes.id}>
        <Text inherit className="mono" fw={600}>
          {code.code}
        </Text>
        <Text size="xs" c="dimmed" className="mono">
          {t.from(code.redemption_code)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.creator} title={code.creator_id}>
        <CreatorLink creator_id={code.creator_id} display_name={code.creator_name} />
        {code.creator_name && (
          <Text size="xs" c="dimmed" truncate>
            <bdi>{code.creator_id}</bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <EarlierCounts earlier={code.earlier_codes} />
      </Table.Td>
      <Table.Td>
        <EvidenceNotes evidence={code.evidence} />
      </Table.Td>
      <Table.Td>
        <Instant at={code.created_at} />
      </Table.Td>
      <Table.Td className={classes.decide}>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Tooltip label={t.rejectKey}>
            <ActionIcon variant="subtle" color="red" aria-label={t.rejectCode(code.code)} onClick={onReject}>
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t.approveKey}>
            <ActionIcon variant="subtle" color="teal" aria-label={t.approveCode(code.code)} onClick={onApprove}>
              <IconCheck size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
