import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { ask } from '../../client/ask.ts';
import { recentCodesQuery } from '../../client/codes.ts';
import { lastRedeemPage, rememberRedeemPage } from '../../client/last-redeem-page.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { batches } from '../../texts/batches.ts';
import { type BulkFields, BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';

/** A dialog above the campaign that shows the form, and then the progress of the job. */
export function BulkCodesPage() {
  const { campaignId } = useParams({ from: '/campaigns/$campaignId' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [jobId, setJobId] = useState<number | null>(null);
  const close = () => {
    void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
    void queries.invalidateQueries({ queryKey: ['batches', 'list'] });
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
  };
  const start = useMutation({
    mutationFn: (body: BulkFields) => ask('generateCodes', { params: { campaign_id: campaignId }, body }),
    onSuccess: ({ job_id }, { root_url }) => {
      rememberRedeemPage(root_url);
      setJobId(job_id);
    },
  });
  return (
    <Modal opened onClose={close} title={batches.bulk.title} size="lg">
      {jobId === null ? (
        <ReadyForm
          campaignId={Number(campaignId)}
          error={start.error}
          isBusy={start.isPending}
          onSubmit={start.mutate}
          onCancel={close}
        />
      ) : (
        <BulkProgress jobId={jobId} onClose={close} />
      )}
    </Modal>
  );
}

/** Shows the form, with the redeem page of the campaign's newest code filled in. */
function ReadyForm(props: Omit<ComponentProps<typeof BulkForm>, 'rootUrl' | 'zone'>) {
  const recent = useQuery(recentCodesQuery(props.campaignId));
  const zone = useTimeZone();
  if (!zone || (!recent.data && !recent.error)) return <Skeleton h={632} />;
  return <BulkForm {...props} zone={zone} rootUrl={recent.data?.[0]?.root_url ?? lastRedeemPage()} />;
}
