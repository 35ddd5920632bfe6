import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { type BulkFields, BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';

/** A dialog above the campaign: first the form, then the progress of the job. */
export function BulkCodesPage() {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [jobId, setJobId] = useState<number | null>(null);
  const close = () => {
    void queries.invalidateQueries({ queryKey: ['codes', 'list'] });
    void queries.invalidateQueries({ queryKey: ['bulk-jobs', 'list'] });
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } as never });
  };
  const start = useMutation({
    mutationFn: (body: BulkFields) => ask('generateCodes', { params: { campaign_id: campaignId }, body }),
    onSuccess: ({ job_id }) => setJobId(job_id),
  });
  return (
    <Modal opened onClose={close} title="Bulk codes" size="lg">
      {jobId === null ? (
        <BulkForm error={start.error} isBusy={start.isPending} onSubmit={start.mutate} onCancel={close} />
      ) : (
        <BulkProgress jobId={jobId} onClose={close} />
      )}
    </Modal>
  );
}
