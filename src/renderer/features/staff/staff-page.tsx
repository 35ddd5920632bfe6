import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLES } from '../../../../daemon/contract/endpoint.ts';
import { STAFF_STATUSES } from '../../../../daemon/contract/words.ts';
import { saveList } from '../../client/save-list.ts';
import { ROLE_NAMES, useSession } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconPlus, IconUserSearch } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { staff as t } from '../../texts/staff.ts';
import { InvitationDialog, type Invited } from './invitation-shown.tsx';
import { staffColumns } from './staff-columns.tsx';
import { DEFAULT_SORT, parseStaffSearch, type StaffSearch, staffInput, staffQuery } from './staff-queries.ts';

/** Lists the people who can sign in. */
export function StaffPage() {
  const search = useParsedSearch(parseStaffSearch);
  const change = useChangeSearch<StaffSearch>();
  const query = useQuery(staffQuery({ ...search, ...usePaging() }));
  const [invited, setInvited] = useState<Invited | null>(null);
  const { staff_id } = useSession().session.staff;
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={<InviteButton />} />
      <Filters search={search} />
      <DataTable
        name="staff"
        label={t.list}
        minWidth={920}
        columns={staffColumns(staff_id, setInvited)}
        query={query}
        rowKey={(row) => row.staff_id}
        onSave={() => saveList('staff', 'listStaff', staffInput(search))}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as StaffSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={
          <NoMatch
            icon={<IconUserSearch size={26} />}
            title={t.noMatch}
            clear={t.clear}
            onClear={() => change({ q: undefined, role: undefined, status: undefined })}
          >
            {t.noMatchText}
          </NoMatch>
        }
      />
      <InvitationDialog invited={invited} onClose={() => setInvited(null)} />
      <Outlet />
    </>
  );
}

function Filters({ search }: { search: StaffSearch }) {
  const change = useChangeSearch<StaffSearch>();
  return (
    <Group mb="md" gap="sm">
      <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      <Select
        aria-label={t.role}
        placeholder={t.anyRole}
        data={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        value={search.role ?? null}
        onChange={(role) => change({ role: (role as StaffSearch['role'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyRole }}
        w={160}
      />
      <Select
        aria-label={t.state}
        placeholder={t.anyState}
        data={STAFF_STATUSES.map((value) => ({ value, label: t.states[value] }))}
        value={search.status ?? null}
        onChange={(status) => change({ status: (status as StaffSearch['status'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyState }}
        w={180}
      />
    </Group>
  );
}

const InviteButton = () => (
  <ButtonLink to="/staff/new" search={true} leftSection={<IconPlus size={16} />}>
    {t.invite}
  </ButtonLink>
);
