import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { creatorQuery } from '../../client/creators.ts';
import { ErrorState } from '../../components/states.tsx';
import { creatorOfSegment } from '../../lib/creator-address.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { CreatorForm } from './creator-form.tsx';

/** Edits a creator in a dialog above the creator's page. */
export function EditCreatorPage() {
  const { creatorId } = useParams({ from: '/creators/$creatorId' });
  const navigate = useNavigate();
  const query = useQuery(creatorQuery(creatorOfSegment(creatorId)));
  const leave = (isSaved: boolean) =>
    void navigate({
      to: '/creators/$creatorId',
      params: { creatorId },
      search: true,
      ignoreBlocker: isSaved,
    });
  return (
    <Modal opened onClose={() => leave(false)} title={catalogue.edit.title}>
      {query.data ? (
        <CreatorForm creator={query.data} onLeave={leave} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={300} />
      )}
    </Modal>
  );
}
