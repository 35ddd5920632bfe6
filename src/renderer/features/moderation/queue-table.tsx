import { Checkbox, Table } from '@mantine/core';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { IconCheck, IconX } from '../../components/icons.tsx';
import { Instant, OneClock } from '../../components/instant.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowCheckbox } from '../../components/row-checkbox.tsx';
import { moderation as t } from '../../texts/moderation.ts';
import { EarlierCounts } from './earlier-codes.tsx';
import { EvidenceNotes } from './evidence.tsx';
import classes from './moderation.module.css';
import type { QueueProps } from './requested-code.tsx';

export function QueueTable({ page: { data: codes }, queue, onApprove, onReject }: QueueProps) {
  const acts = useLastingActs({
    focus: ({ code_id }) => queue.setAt(codes.findIndex((code) => code.code_id === code_id)),
    toggle: ({ code_id }) => queue.toggle(code_id),
    approve: (code) => onApprove([code]),
    reject: (code) => onReject([code]),
    register: ({ code_id }, row) => queue.register(code_id)(row),
  });
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
            <Table.Th>{t.requested}</Table.Th>
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
              acts={acts}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowActs {
  focus: (code: CreatorCode) => void;
  toggle: (code: CreatorCode) => void;
  approve: (code: CreatorCode) => void;
  reject: (code: CreatorCode) => void;
  register: (code: CreatorCode, row: HTMLElement | null) => void;
}

/** Returns stable functions that call those of the latest render, so that a key press re-renders only changed rows. */
function useLastingActs(newest: RowActs): RowActs {
  const acts = useRef(newest);
  useLayoutEffect(() => {
    acts.current = newest;
  });
  return useMemo(
    () => ({
      focus: (code) => acts.current.focus(code),
      toggle: (code) => acts.current.toggle(code),
      approve: (code) => acts.current.approve(code),
      reject: (code) => acts.current.reject(code),
      register: (code, row) => acts.current.register(code, row),
    }),
    [],
  );
}

interface QueueRowProps {
  code: CreatorCode;
  isPresent: boolean;
  isChosen: boolean;
  acts: RowActs;
}

const CELL = Table.classes.td;

// The table has fifty rows, so they are plain elements that look like Mantine's.
const QueueRow = memo(function QueueRow({ code, isPresent, isChosen, acts }: QueueRowProps) {
  return (
    <tr
      ref={(row) => acts.register(code, row)}
      className={Table.classes.tr}
      data-with-row-border
      tabIndex={isPresent ? 0 : -1}
      aria-label={t.rowOf(code.code, code.creator_id)}
      aria-selected={isChosen}
      data-present={isPresent || undefined}
      onFocus={() => acts.focus(code)}
    >
      <td className={CELL}>
        <RowCheckbox
          tabIndex={-1}
          aria-label={t.select(code.code)}
          checked={isChosen}
          onChange={() => acts.toggle(code)}
        />
      </td>
      <td className={`${CELL} ${classes.id}`}>
        <div className={`mono ${classes.code}`}>{code.code}</div>
        <div className="mono note">{t.from(code.redemption_code)}</div>
      </td>
      <td className={`${CELL} ${classes.creator}`} title={code.creator_id}>
        <CreatorLink creator_id={code.creator_id} display_name={code.creator_name} />
        {code.creator_name && (
          <div className="note cut">
            <bdi>{code.creator_id}</bdi>
          </div>
        )}
      </td>
      <td className={CELL}>
        <EarlierCounts earlier={code.earlier_codes} />
      </td>
      <td className={CELL}>
        <EvidenceNotes evidence={code.evidence} />
      </td>
      <td className={CELL}>
        <OneClock>
          <Instant at={code.created_at} />
        </OneClock>
      </td>
      <td className={`${CELL} ${classes.decide}`}>
        <div className={`cell ${classes.buttons}`}>
          <RowButton
            color="red"
            title={t.rejectKey}
            aria-label={t.rejectCode(code.code)}
            onClick={() => acts.reject(code)}
          >
            <IconX size={16} />
          </RowButton>
          <RowButton
            color="teal"
            title={t.approveKey}
            aria-label={t.approveCode(code.code)}
            onClick={() => acts.approve(code)}
          >
            <IconCheck size={16} />
          </RowButton>
        </div>
      </td>
    </tr>
  );
});
