import { Modal, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { type Creator, nameOfCreator } from '../../client/creators.ts';
import { notifyDone } from '../../client/notify.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { methodName } from '../../components/method-name.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.merge;
const MOST = 20;

type Preview = AnswerOf<Endpoints['previewCreatorMerge']>;

interface MergeProps {
  creator: Creator;
  onClose: () => void;
}

/**
 * Merges a creator into another one, in two steps: both creators and their next payments are shown before anything
 * changes.
 */
export const MergeDialog = ({ creator, onClose }: MergeProps) => (
  <Modal opened onClose={onClose} title={t.title(nameOfCreator(creator))} size="lg" closeOnClickOutside={false}>
    <MergeForm creator={creator} onClose={onClose} />
  </Modal>
);

function MergeForm({ creator, onClose }: MergeProps) {
  const queries = useQueryClient();
  const { creator_id } = creator;
  const params = { creator_id };
  const [into, setInto] = useState<string | null>(null);
  const merge = useMutation({
    mutationFn: (target: string) => ask('mergeCreator', { params, body: { into: target } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['creators'] });
      notifyDone(t.done);
      onClose();
    },
  });
  const preview = useQuery({
    queryKey: ['creators', 'merge', creator_id, into],
    queryFn: () => ask('previewCreatorMerge', { params, query: { into: into ?? '' } }),
    enabled: into !== null && merge.isIdle,
    gcTime: 0,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (into !== null && preview.data) merge.mutate(into);
      }}
    >
      <Stack>
        <Text size="sm">{t.text}</Text>
        <CreatorSelect
          without={creator_id}
          chosen={into}
          onChoose={(id) => {
            setInto(id);
            merge.reset();
          }}
        />
        {into !== null && preview.isPending && <Skeleton h={240} />}
        {preview.data && <Comparison preview={preview.data} />}
        <FormFoot
          label={t.confirm}
          error={merge.error ?? preview.error}
          isBusy={merge.isPending}
          isReady={preview.data !== undefined}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

interface SelectProps {
  without: string;
  chosen: string | null;
  onChoose: (creatorId: string | null) => void;
}

function CreatorSelect({ without, chosen, onChoose }: SelectProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['creators', 'choice', q],
    queryFn: () => ask('listCreators', { query: { page_size: MOST, ...(q ? { q } : {}) } }),
    placeholderData: (before) => before,
  });
  const options = (data?.data ?? [])
    .filter(({ creator_id }) => creator_id !== without)
    .map((one) => ({ value: one.creator_id, label: labelOf(one) }));
  return (
    <Select
      label={t.into}
      description={t.intoHelp}
      placeholder={t.choose}
      nothingFoundMessage={t.noneFound}
      searchable
      data-autofocus
      data={options}
      filter={({ options: all }) => all}
      value={chosen}
      onChange={onChoose}
      onSearchChange={(text) => setQ(options.some(({ label }) => label === text) ? '' : text.trim())}
    />
  );
}

const labelOf = ({ creator_id, display_name }: Pick<Creator, 'creator_id' | 'display_name'>) =>
  display_name ? `${display_name} (${creator_id})` : creator_id;

function Comparison({ preview: { creator, into, next_statements: next, open_statements } }: { preview: Preview }) {
  const rows: [string, (one: Preview['into']) => string | null][] = [
    [t.id, (one) => one.creator_id],
    [t.email, (one) => one.email],
    [t.method, (one) => methodName(one.payout_method ?? '')],
    [t.address, (one) => one.payout_address],
    [catalogue.hold, (one) => one.payout_hold],
    [t.percent, (one) => (one.commission_percent === null ? t.byTiers : t.percentIs(one.commission_percent))],
    [t.codes, (one) => formatCount(one.number_of_codes)],
    [t.revenue, (one) => formatMoney(one.total_revenue)],
  ];
  const payable = (statement: Preview['next_statements']['merged']) =>
    statement ? formatMoney(statement.payable) : t.nothing;
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {t.together(nameOfCreator(into), payable(next.merged))}
      </Text>
      <Text size="sm">{t.effect(nameOfCreator(creator), nameOfCreator(into))}</Text>
      {open_statements.map(({ run_id, payable: amount }) => (
        <Text key={run_id} size="sm">
          {t.openRun(run_id, nameOfCreator(creator), formatMoney(amount))}
        </Text>
      ))}
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ type: 'auto' }}>
        <Table aria-label={t.both}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {[creator, into].map((one) => (
                <Table.Th key={one.creator_id} style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{nameOfCreator(one)}</bdi>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">{t.nextPayment}</Table.Th>
              <Table.Td>{payable(next.creator)}</Table.Td>
              <Table.Td>{payable(next.into)}</Table.Td>
            </Table.Tr>
            {rows.map(([label, shown]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                {[creator, into].map((one) => (
                  <Table.Td key={one.creator_id} style={{ overflowWrap: 'anywhere' }}>
                    <bdi>{shown(one) || t.nothing}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
