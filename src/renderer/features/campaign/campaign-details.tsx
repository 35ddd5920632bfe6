import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProblem } from '../../components/form-problem.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { TiersEditor } from '../../components/tiers-editor.tsx';
import { ask } from '../../lib/ask.ts';
import { type Campaign, useKeepCampaign } from '../../lib/campaigns.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useMay } from '../../lib/session.ts';
import { type TierRow, tierFaults, toTiers } from '../../lib/tiers.ts';
import { useVersionRead } from '../../lib/version-read.ts';

export function CampaignDetails({ campaign }: { campaign: Campaign }) {
  const canChange = useMay()('changeCampaign');
  return (
    <Stack gap="lg" maw={640}>
      <Stack className="card" p="lg" component="section" aria-label="Commission">
        {canChange ? <TiersForm campaign={campaign} /> : <TiersTable campaign={campaign} />}
      </Stack>
      <Stack className="card" p="lg" gap="xs" component="section" aria-labelledby="notes-title">
        <Title order={2} size="h5" id="notes-title">
          Notes
        </Title>
        <Text size="sm" c={campaign.notes ? undefined : 'dimmed'} style={{ whiteSpace: 'pre-wrap' }}>
          {campaign.notes || 'None.'}
        </Text>
      </Stack>
    </Stack>
  );
}

function TiersForm({ campaign }: { campaign: Campaign }) {
  const saved = JSON.stringify(campaign.commission_tiers);
  const [tiers, setTiers] = useState<TierRow[] | null>(campaign.commission_tiers);
  const [showFaults, setShowFaults] = useState(false);
  const keepCampaign = useKeepCampaign();
  const [version, onFilled] = useVersionRead(campaign, (read) => read.commission_tiers);
  const save = useMutation({
    mutationFn: () =>
      ask('changeCampaign', {
        params: { campaign_id: campaign.campaign_id },
        body: { commission_tiers: tiers && toTiers(tiers), version },
      }),
    onSuccess: (changed) => {
      keepCampaign(changed);
      onFilled(changed);
      notifyDone('Commission saved. It applies to payments from now on.');
    },
  });
  const isChanged = JSON.stringify(tiers && toTiers(tiers)) !== saved;
  const fillAnew = () => {
    setTiers(campaign.commission_tiers);
    onFilled(campaign);
  };
  const submit = () => {
    const isFaulty = tiers !== null && tierFaults(tiers).length > 0;
    setShowFaults(isFaulty);
    if (!isFaulty) save.mutate();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard isDirty={isChanged} />
      <TiersEditor value={tiers} onChange={setTiers} showFaults={showFaults} />
      <FormProblem error={save.error} />
      <Group mt="md" gap="xs">
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          Save commission
        </Button>
        {isChanged && (
          <Button variant="subtle" color="gray" onClick={fillAnew}>
            Undo
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
        Creators’ commission
      </Title>
      {!commission_tiers || commission_tiers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {commission_tiers ? 'None.' : 'Default of the organisation.'}
        </Text>
      ) : (
        <Table aria-label="Commission tiers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>From a revenue of</Table.Th>
              <Table.Th ta="right">Commission</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {commission_tiers.map(({ min_revenue, percent }) => (
              <Table.Tr key={min_revenue}>
                <Table.Td>{min_revenue.toLocaleString()}</Table.Td>
                <Table.Td ta="right">{percent} %</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
