import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../components/first-icons.tsx';
import { TextLink } from '../../../components/links.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { payoutChecks as catalogue } from '../../../texts/payout-checks.ts';
import type { FullRun } from '../payouts-queries.ts';
import { outsideFiles, type Reconciliation } from './reconciliation-queries.ts';

const t = catalogue.warn;

/** Returns a sentence for each amount that is in no payment file. */
function warningsOf(reconciliation: Reconciliation): string[] {
  const { unpayable, byHand } = outsideFiles(reconciliation);
  return [
    ...(unpayable ? [t.unpayable(formatMoney(unpayable.payable), unpayable.creators)] : []),
    ...(byHand ? [(unpayable ? t.byHand : t.byHandAlone)(formatMoney(byHand.payable), byHand.creators)] : []),
  ];
}

/** Until the run is paid, warns about its unpayable amount and explains what finance can do about it. */
export function OutsideFiles({ run, reconciliation }: { run: FullRun; reconciliation: Reconciliation }) {
  const { unpayable } = outsideFiles(reconciliation);
  const { status } = run;
  if (!unpayable || (status !== 'draft' && status !== 'approved' && status !== 'exported')) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={t.unpayable(formatMoney(unpayable.payable), unpayable.creators)}
    >
      <Text size="sm">
        {t[status](unpayable.creators)}{' '}
        <TextLink to="." search={{ show: 'unpayable' }} inherit c="inherit" underline="always">
          {t.whoIs(unpayable.creators)}
        </TextLink>
      </Text>
    </Alert>
  );
}

/** Shows the amounts outside the payment files in the dialog that asks for confirmation of a step. */
export const OutsideFilesNotes = ({ reconciliation }: { reconciliation: Reconciliation }) => (
  <Stack gap="xs">
    {warningsOf(reconciliation).map((text) => (
      <Text key={text} size="sm" fw={600}>
        {text}
      </Text>
    ))}
  </Stack>
);
