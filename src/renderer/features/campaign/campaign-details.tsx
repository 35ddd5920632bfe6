import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { type Campaign, useKeepCampaign } from '../../client/campaigns.ts';
import { useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { useMay } from '../../client/session.ts';
import { describeTiers, type TierRow, tierFaults, toTiers } from '../../client/tiers.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { describeGames } from '../../components/games.ts';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { TextLink } from '../../components/links.tsx';
import { TiersEditor } from '../../components/tiers-editor.tsx';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { tiersTrial } from '../../texts/tiers-trial.ts';

const t = campaigns.details;

export function CampaignDetails({ campaign }: { campaign: Campaign }) {
  const may = useMay();
  return (
    <Stack gap="lg" maw={640}>
      <Stack className="card" p="lg" component="section" aria-label={t.commission}>
        {may('changeCampaign') ? <TiersForm campaign={campaign} /> : <TiersTable campaign={campaign} />}
        {may('dryRunPayouts') && (
          <TextLink to="/payouts/trial/$campaignId" params={{ campaignId: String(campaign.campaign_id) }} size="sm">
            {tiersTrial.title}
          </TextLink>
        )}
      </Stack>
      {campaign.games && (
        <Stack className="card" p="lg" gap="xs" component="section" aria-labelledby="games-title">
          <Title order={2} size="h5" id="games-title">
            {t.games}
          </Title>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {describeGames(campaign.games)}
          </Text>
        </Stack>
      )}
      <Stack className="card" p="lg" gap="xs" component="section" aria-labelledby="notes-title">
        <Title order={2} size="h5" id="notes-title">
          {t.notes}
        </Title>
        <Text size="sm" c={campaign.notes ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-wrap' }}>
          {campaign.notes || t.none}
        </Text>
      </Stack>
    </Stack>
  );
}

const fieldsOf = ({ commission_tiers }: Campaign) => ({ commission_tiers });

function TiersForm({ campaign }: { campaign: Campaign }) {
  const keepCampaign = useKeepCampaign();
  const edit = useEdit({
    latest: campaign,
    fieldsOf,
    save: (body) => ask('changeCampaign', { params: { campaign_id: campaign.campaign_id }, body }),
    onSaved: (changed) => {
      keepCampaign(changed);
      notifyDone(t.saved);
    },
  });
  return (
    <>
      <TiersFields key={edit.formKey} {...edit} />
      <ConflictDialog edit={edit} looks={{ commission_tiers: { label: t.commission, show: describeTiers } }} />
    </>
  );
}

interface TiersFieldsProps {
  filledFrom: Campaign;
  error: unknown;
  isBusy: boolean;
  submit: (fields: Pick<Campaign, 'commission_tiers'>) => void;
  undo: () => void;
}

function TiersFields({ filledFrom, error, isBusy, submit, undo }: TiersFieldsProps) {
  const [tiers, setTiers] = useState<TierRow[] | null>(filledFrom.commission_tiers);
  const [showFaults, setShowFaults] = useState(false);
  const isChanged = JSON.stringify(tiers && toTiers(tiers)) !== JSON.stringify(filledFrom.commission_tiers);
  const check = () => {
    const isFaulty = tiers !== null && tierFaults(tiers).length > 0;
    setShowFaults(isFaulty);
    if (!isFaulty) submit({ commission_tiers: tiers && toTiers(tiers) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <LeaveGuard isDirty={isChanged} />
      <TiersEditor value={tiers} onChange={setTiers} showFaults={showFaults} />
      <FormProblem error={error} />
      <Group mt="md" gap="xs">
        <Button type="submit" disabled={!isChanged} loading={isBusy}>
          {t.save}
        </Button>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={undo}>
            {t.undo}
          </Button>
        )}
      </Group>
    </form>
  );
}

function TiersTable({ campaign: { commission_tiers } }: { campaign: Campaign }) {
  return (
    <>
      <Title order={2} size="h5">
        {t.creators}
      </Title>
      {!commission_tiers || commission_tiers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {commission_tiers ? t.none : t.default}
        </Text>
      ) : (
        <Table aria-label={t.tiers}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.from}</Table.Th>
              <Table.Th ta="right">{t.commission}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {commission_tiers.map(({ min_revenue, percent }) => (
              <Table.Tr key={min_revenue}>
                <Table.Td>{formatCount(min_revenue)}</Table.Td>
                <Table.Td ta="right">{formatPercent(percent)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
