import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyNote } from '../../client/notify.ts';
import { BackLink } from '../../components/back-link.tsx';
import { FileChoice } from '../../components/file-choice.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { campaigns } from '../../texts/campaigns.ts';
import { type CampaignFile, readCampaignFile } from './campaign-file.ts';
import { CampaignPlan, type Plan } from './campaign-plan.tsx';

const t = campaigns.file;
let files = 0;

type ChosenFile = CampaignFile & { id: number };

/**
 * Imports a campaign from a file. It shows what would be created or changed, and then makes either all of these changes
 * or none.
 */
export function ImportCampaignPage() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (chosen: File) => {
    const read = await readCampaignFile(chosen);
    files += 1;
    setFault('fault' in read ? read.fault : null);
    setFile('fault' in read ? null : { ...read, id: files });
  };
  return (
    <>
      <PageHeader title={t.title} note={t.note} back={<BackLink to="/campaigns" label={campaigns.title} />} />
      <Stack gap="md">
        <Stack className="card" p="lg">
          <FileChoice
            accept=".json,application/json"
            label={file ? t.another : t.choose}
            note={file?.name ?? t.drop}
            onFile={(chosen) => void choose(chosen)}
          />
          {fault && (
            <Alert color="red" variant="light" role="alert">
              {fault}
            </Alert>
          )}
        </Stack>
        {file && <PlannedImport key={file.id} file={file} />}
      </Stack>
    </>
  );
}

function PlannedImport({ file: { id, content } }: { file: ChosenFile }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [into, setInto] = useState<number | null>(null);
  const target = into === null ? {} : { campaign_id: String(into) };
  const plan = useQuery({
    queryKey: ['campaigns', 'import', id, into],
    queryFn: () => ask('importCampaign', { query: { dry_run: 'true', ...target }, body: content }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const bringIn = useMutation({
    mutationFn: ({ preview, campaign: { version } }: Plan) => {
      const query = { preview, ...target, ...(version === null ? {} : { version: String(version) }) };
      return ask('importCampaign', { query, body: content });
    },
    onSuccess: ({ campaign: { action, campaign_id, name }, job_ids }) => {
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: ['codes'] });
      notifyDone(action === 'create' ? t.created(name) : t.changedDone(name));
      if (job_ids.length > 0) notifyNote(t.jobs);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(campaign_id) } });
    },
    // The stored data may have changed, so the plan loads again.
    onError: () => plan.refetch(),
  });
  return (
    <>
      {plan.error && <FormProblem error={plan.error} />}
      {plan.isFetching && !plan.data && <Skeleton h={240} radius="lg" aria-busy aria-label={t.reading} />}
      {plan.data && (
        <CampaignPlan
          plan={plan.data}
          error={bringIn.error}
          isBusy={bringIn.isPending}
          onConfirm={() => bringIn.mutate(plan.data)}
          onInto={(campaignId) => {
            bringIn.reset();
            setInto(campaignId);
          }}
        />
      )}
    </>
  );
}
