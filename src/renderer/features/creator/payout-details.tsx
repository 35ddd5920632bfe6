import { Alert, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { paymentFileNamed } from '../../../../daemon/contract/payment-files.ts';
import type { Creator } from '../../client/creators.ts';
import { useMay } from '../../client/session.ts';
import { methodName } from '../../components/method-name.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { DetailsHistory } from './details-history.tsx';
import { DetailsRequest } from './details-request.tsx';
import { PayoutForm } from './payout-form.tsx';
import { PayoutHold } from './payout-hold.tsx';
import { TaxForm } from './tax-form.tsx';

const t = catalogue.payout;

/** Shows a creator's payout details, who changed them, and whether the creator's payouts are frozen. */
export function PayoutDetails({ creator }: { creator: Creator }) {
  const mayHandle = useMay()('listPayoutDetailChanges');
  const [isApproved, setApproved] = useState(false);
  // After an approval, a new form appears once the creator has been reloaded with the approved details.
  const formKey = isApproved ? `${creator.payout_method} ${creator.payout_address} ${creator.payout_name}` : 'present';
  return (
    <Stack gap="lg" maw={680}>
      {mayHandle && <DetailsRequest creatorId={creator.creator_id} onApproved={() => setApproved(true)} />}
      <Stack className="card" p="lg" component="section" aria-labelledby="payout-form-title">
        <Title order={2} size="h5" id="payout-form-title">
          {t.form}
        </Title>
        <NoFile creator={creator} />
        {mayHandle ? <PayoutForm key={formKey} creator={creator} /> : <WithoutAddress creator={creator} />}
      </Stack>
      <PayoutHold creator={creator} mayChange={mayHandle} />
      {mayHandle && <TaxForm key={creator.creator_id} creator={creator} />}
      {mayHandle && <DetailsHistory creatorId={creator.creator_id} />}
    </Stack>
  );
}

/** Warns that no payment file covers the payout method, because a misspelt method would otherwise go unnoticed. */
const NoFile = ({ creator: { payout_method } }: { creator: Creator }) =>
  payout_method?.trim() && !paymentFileNamed(payout_method) ? (
    <Alert color="orange" variant="light" title={t.noFile(payout_method)}>
      {t.noFileText}
    </Alert>
  ) : null;

const WithoutAddress = ({ creator: { payout_method, has_payout_details } }: { creator: Creator }) => (
  <Stack gap={4}>
    {payout_method && <Text size="sm">{t.methodIs(methodName(payout_method))}</Text>}
    <Text size="sm">{has_payout_details ? t.present : t.missing}</Text>
    <Text size="sm" c="dimmed">
      {t.hidden}
    </Text>
  </Stack>
);
