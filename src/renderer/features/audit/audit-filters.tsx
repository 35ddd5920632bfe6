import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { actionInWords } from '../../components/audit-words.ts';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { audit as t } from '../../texts/audit.ts';
import type { AuditSearch } from './audit-queries.ts';

const MOST = 100;
/** The period is in the viewer's zone, like the times of the entries. */
export const VIEWER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function AuditFilters({ search }: { search: AuditSearch }) {
  const change = useChangeSearch<AuditSearch>();
  const people = usePeople(search.staff);
  const choices = [
    ['staff', t.who, t.anyone, people, search.staff ? String(search.staff) : null, 150],
    ['entity', t.entity, t.anyEntity, optionsOf(t.entities), search.entity ?? null, 150],
    ['action', t.action, t.anyAction, ACTIONS, search.action ?? null, 180],
  ] as const;
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SearchBox label={t.search} w={220} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      {choices.map(([name, label, any, data, value, width]) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={any}
          data={data}
          value={value}
          onChange={(chosen) => change({ [name]: chosen ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': any }}
          w={width}
        />
      ))}
      <SearchBox
        label={t.entityId}
        w={200}
        value={search.entity_id ?? ''}
        onChange={(id) => change({ entity_id: id || undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateTimeInput
          key={name}
          label={t[name]}
          zone={VIEWER_ZONE}
          value={search[name] ?? ''}
          onChange={(time) => change({ [name]: time || undefined })}
          inputWrapperOrder={['label', 'description', 'input']}
          w={210}
        />
      ))}
    </Group>
  );
}

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

/** The daemon also accepts prefixes such as `campaign`, but the separate filter for entities covers those. */
const ACTIONS = [
  ...[
    'campaign.create',
    'campaign.change',
    'campaign.publish',
    'campaign.pause',
    'campaign.archive',
    'campaign.restore',
  ],
  ...['code.create', 'code.change', 'creator_code.approve', 'creator_code.reject', 'creator_code.undo'],
  ...['payout_run.create', 'payout_run.approve', 'payout_run.pay', 'payout_run.void', 'payout_statement.void'],
  ...['payout_run.import_results'],
  ...['claim.grant_again', 'claim.release', 'player.erase', 'creator.change', 'creator.import'],
  ...['creator.invite', 'creator.view_page', 'creator.confirm_email', 'creator.merge', 'creator.undo_merge'],
  ...['api_key.create', 'api_key.change', 'api_key.rotate', 'api_key.revoke', 'settings.change'],
  ...['staff.create', 'staff.change', 'staff.remove', 'staff.accept_invitation', 'staff.change_password'],
  ...['staff.company_sign_in', 'staff.company_account', 'staff.company_role_lost', 'staff.choose_emails'],
  ...['staff.add_passkey', 'staff.remove_passkey'],
  ...['staff.create_token', 'staff.revoke_token'],
  ...['webhook.create', 'webhook.change', 'webhook.rotate', 'webhook.remove', 'delivery.replay'],
  ...['tracking_plan.save', 'tracking_plan.delete'],
].map((value) => ({ value, label: actionInWords(value) }));

/** Returns the people to filter by. A removed person is listed, by ID, only if the address names them. */
function usePeople(chosen: number | undefined) {
  const { data } = useQuery({
    queryKey: ['staff', 'names'],
    queryFn: () => ask('listStaff', { query: { page_size: MOST, sort: 'name' } }),
  });
  const people = (data?.data ?? []).map(({ staff_id, name }) => ({ value: String(staff_id), label: name }));
  const isKnown = chosen === undefined || people.some(({ value }) => value === String(chosen));
  return isKnown ? people : [...people, { value: String(chosen), label: t.removedPerson(chosen) }];
}
