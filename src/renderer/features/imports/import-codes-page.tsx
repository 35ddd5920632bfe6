import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ask } from '../../client/ask.ts';
import { campaignQuery } from '../../client/campaigns.ts';
import { findRewardsFault } from '../../client/json-fault.ts';
import { lastRedeemPage, rememberRedeemPage } from '../../client/last-redeem-page.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { limitFault, limitOf } from '../../client/whole-number.ts';
import { BackLink } from '../../components/back-link.tsx';
import { blankWindow, windowFaults, windowOf } from '../../components/code-window/window-values.ts';
import type { ImportQuery, KeptOf } from '../../components/import-wizard/import-types.ts';
import { ImportWizard } from '../../components/import-wizard/import-wizard.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { NO_REWARDS } from '../../lib/json-format.ts';
import { codes } from '../../texts/codes.ts';
import { imports } from '../../texts/imports.ts';
import { findBlankFields, type NeededField } from './blank-fields.ts';
import { DefaultFields, type Defaults } from './default-fields.tsx';
import { ImportedCodes } from './imported-codes.tsx';

const t = imports.codes;
const NAMES = [
  'code',
  'name',
  'root_url',
  'usage_limit',
  'active',
  'rewards_json',
  'starts_at',
  'ends_at',
  'recipient',
] as const;
const COLUMNS = NAMES.map((name) => ({
  name,
  meaning: t.help[name],
  isNeeded: name === 'code',
}));
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const DATES = [`${inDays(7)}T18:00:00Z`, `${inDays(9)}T22:00:00Z`];
const EXAMPLE = {
  name: t.exampleFile,
  rows: [
    [...NAMES],
    ['SUMMER-ANNA', 'Summer, Anna', 'https://game.example/redeem', '1000', 'Y', '{"gold": 100}', ...DATES, 'player-1'],
    ['SUMMER-BEN', 'Summer, Ben', '', '', '', '', '', '', 'player-2'],
  ],
};

/** Imports codes with custom values from a CSV file. */
export function ImportCodesPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId/codes/import' });
  const campaign = useQuery(campaignQuery(Number(campaignId))).data;
  const zone = useTimeZone();
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        back={<BackLink to="/campaigns/$campaignId" params={{ campaignId }} label={campaign?.name ?? codes.campaign} />}
      />
      {zone && <ImportCodes campaignId={campaignId} isDraft={campaign?.status === 'draft'} zone={zone} />}
    </>
  );
}

interface ImportCodesProps {
  campaignId: string;
  isDraft: boolean;
  /** The organisation's time zone. */
  zone: string;
}

function ImportCodes({ campaignId, isDraft, zone }: ImportCodesProps) {
  const queries = useQueryClient();
  const [defaults, setDefaults] = useState<Defaults>(() => ({
    name: '',
    root_url: lastRedeemPage(),
    usage_limit: '1',
    rewards_json: NO_REWARDS,
    window: blankWindow(zone),
    key_pool_id: null,
  }));
  const [csv, setCsv] = useState('');
  const blank = useMemo(() => findBlankFields(csv), [csv]);
  const hasNoDefault = (name: NeededField) => defaults[name].trim() === '';
  const fields = blank.columns.some(hasNoDefault) ? null : fieldsOf(defaults);
  const send = (csv: string, query: ImportQuery) =>
    ask('importCodes', { params: { campaign_id: campaignId }, query, body: { csv, ...fields } });
  return (
    <ImportWizard<KeptOf<'importCodes'>>
      columns={COLUMNS}
      example={EXAMPLE}
      fields={fields ?? {}}
      send={fields && send}
      canChange={false}
      fieldNames={t.fields}
      onFile={(file) => setCsv(file?.text ?? '')}
      showResult={(job) => <ImportedCodes job={job} isDraft={isDraft} />}
      onKept={() => {
        if (defaults.root_url.trim()) rememberRedeemPage(defaults.root_url.trim());
        void queries.invalidateQueries({ queryKey: ['batches', 'list'] });
        void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
      }}
    >
      <DefaultFields
        campaignId={Number(campaignId)}
        value={defaults}
        missing={blank.cells.filter(hasNoDefault)}
        onChange={setDefaults}
      />
    </ImportWizard>
  );
}

/** Returns the defaults in the format of the daemon; null if one is not valid. */
function fieldsOf({ name, root_url, usage_limit, rewards_json, window, key_pool_id }: Defaults) {
  const page = root_url.trim();
  if (
    (page && !previewCodeUrl(page, 'x')) ||
    limitFault(usage_limit) ||
    findRewardsFault(rewards_json) ||
    windowFaults(window)
  )
    return null;
  const { starts_at, ends_at, conditions } = windowOf(window);
  return {
    ...(name.trim() && { name: name.trim() }),
    ...(page && { root_url: page }),
    usage_limit: limitOf(usage_limit),
    rewards_json,
    starts_at,
    ends_at,
    conditions,
    key_pool_id,
  };
}
