import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { problemOf } from '../../../client/ask.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useParsedSearch } from '../../../lib/list-search.ts';
import { payoutChecks as t } from '../../../texts/payout-checks.ts';
import { isNothing } from '../money-difference.ts';
import { type FullRun, type PaymentPart, parseStatementsSearch } from '../payouts-queries.ts';
import { OutsideFiles } from './outside-files.tsx';
import classes from './payment-parts.module.css';
import { pageOfPart, partsOf, type Reconciliation, reconciliationQuery } from './reconciliation-queries.ts';

interface PaymentPartsProps {
  run: FullRun;
  /**
   * The content below the parts. It appears together with the parts, because their height is not known until they are
   * loaded.
   */
  children: ReactNode;
}

/** Shows how the payable amount is paid: by files, by hand, or not at all. Each part links to its statements. */
export function PaymentParts({ run, children }: PaymentPartsProps) {
  const search = useParsedSearch(parseStatementsSearch);
  const query = useQuery(reconciliationQuery(run.run_id, pageOfPart(search)));
  if (!query.data && !query.error) return <Skeleton h={420} radius="lg" aria-busy aria-label={t.loading} />;
  return (
    <>
      {query.data ? <Parts run={run} reconciliation={query.data} shown={search.show} /> : <NoParts query={query} />}
      {children}
    </>
  );
}

function NoParts({ query: { error, isFetching, refetch } }: { query: UseQueryResult }) {
  return (
    <Alert color="red" variant="light" role="alert" title={t.failed}>
      <Group justify="space-between">
        <span>{problemOf(error).detail}</span>
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t.retry}
        </Button>
      </Group>
    </Alert>
  );
}

interface PartsProps {
  run: FullRun;
  reconciliation: Reconciliation;
  shown: string | undefined;
}

function Parts({ run, reconciliation, shown }: PartsProps) {
  return (
    <>
      <section className="card" aria-label={t.title}>
        <ul className={classes.parts}>
          {partsOf(reconciliation).map((part) => (
            <li key={part.name} className={classes.part}>
              <Part {...part} isShown={part.name === shown} />
            </li>
          ))}
          <li className={classes.sum}>
            <Text size="xs" c="dimmed" fw={500}>
              {t.payable}
            </Text>
            <Text fw={650}>{formatMoney(reconciliation.payable)}</Text>
          </li>
        </ul>
      </section>
      <OutsideFiles run={run} reconciliation={reconciliation} />
    </>
  );
}

type PartProps = ReturnType<typeof partsOf>[number] & { name: PaymentPart; isShown: boolean };

function Part({ name, creators, payable, arrived, voided, isShown }: PartProps) {
  const isEmpty = creators === 0;
  return (
    <Link
      to="."
      search={{ show: name }}
      className={`${classes.link} mantine-focus-auto`}
      aria-current={isShown || undefined}
      data-part={name}
      title={t.about[name]}
    >
      <Text size="xs" c="dimmed" fw={500}>
        {t.parts[name]}
      </Text>
      <Text fw={600} c={isEmpty ? 'dimmed' : name === 'unpayable' ? 'var(--portal-warn)' : undefined}>
        {formatMoney(payable)}
      </Text>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
        {t.creators(creators)}
        {!isNothing(arrived.payable) && `, ${t.arrived(formatMoney(arrived.payable))}`}
        {!isNothing(voided.payable) && `, ${t.voided(formatMoney(voided.payable))}`}
      </Text>
    </Link>
  );
}
