import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '../../components/back-link.tsx';
import { FileChoice } from '../../components/file-choice.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ask } from '../../lib/ask.ts';
import { notifyDone, notifyNote } from '../../lib/notify.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { type CampaignFile, readCampaignFile } from './campaign-file.ts';
import { CampaignPlan, type Plan } from './campaign-plan.tsx';

const t = campaigns.file;
let files = 0;

/** A campaign that was saved as a file: what it would create or change, and then, as a whole or not at all, doing it. */
export function ImportCampaignPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<(CampaignFile & { id: number }) | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [into, setInto] = useState<number | null>(null);
  const target = into === null ? {} : { campaign_id: String(into) };
  const plan = useQuery({
    queryKey: ['campaigns', 'import', file?.id, into],
    queryFn: () => ask('importCampaign', { query: { dry_run: 'true', ...target }, body: file?.content as never }),
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const bringIn = useMutation({
    mutationFn: ({ preview, campaign: { version } }: Plan) => {
      const query = { preview, ...target, ...(version === null ? {} : { version: String(version) }) };
      return ask('importCampaign', { query, body: file?.content as never });
    },
    onSuccess: ({ campaign: { action, campaign_id, name }, job_ids }) => {
      void queries.invalidateQueries({ queryKey: ['campaigns'] });
      void queries.invalidateQueries({ queryKey: ['codes'] });
      notifyDone(action === 'create' ? t.created(name) : t.changedDone(name));
      if (job_ids.length > 0) notifyNote(t.jobs);
      void navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(campaign_id) } as never });
    },
    // What is stored may have changed: the plan shows how it is now.
    onError: () => plan.refetch(),
  });
  const choose = async (chosen: File) => {
    const read = await readCampaignFile(chosen);
    bringIn.reset();
    setInto(null);
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
        {plan.error && <FormProblem error={plan.error} />}
        {file && plan.isFetching && !plan.data && <Skeleton h={240} radius="lg" aria-busy aria-label={t.reading} />}
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
      </Stack>
    </>
  );
}
