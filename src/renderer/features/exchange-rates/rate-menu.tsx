import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { useMay } from '../../client/session.ts';
import { IconBan, IconCheck, IconPencil } from '../../components/icons.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { formatRate } from '../../lib/format.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import { texts } from '../../texts/texts.ts';
import { type ExchangeRate, RATES_KEY } from './rates-queries.ts';

interface RateMenuProps {
  rate: ExchangeRate;
  /** The organisation's currency. */
  own: string;
  onCorrect: () => void;
}

/** The actions for a rate: correct it, or decide on a waiting correction. */
export function RateMenu({ rate, own, onCorrect }: RateMenuProps) {
  const may = useMay();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (call: 'approveRateCorrection' | 'rejectRateCorrection') =>
      ask(call, { params: { rate_id: rate.rate_id } }),
    onSuccess: (_, call) => notifyDone(call === 'approveRateCorrection' ? t.approved : t.rejected),
    onError: (error) => notifyProblem(t.notDecided, error),
    onSettled: () => queries.invalidateQueries({ queryKey: RATES_KEY }),
  });
  const { correction } = rate;
  if (!may('correctExchangeRate') || (correction && correction.status !== 'waiting')) return null;
  const approve = async (wanted: NonNullable<ExchangeRate['correction']>) => {
    const sure = await confirmFirst({
      title: t.approveTitle,
      children: t.approveText(
        t.oneIs(rate.currency, formatRate(wanted.rate), own),
        wanted.requested_by.name,
        wanted.reason,
      ),
      confirm: t.approve,
      cancel: texts.common.cancel,
    });
    if (sure) decide.mutate('approveRateCorrection');
  };
  return (
    <RowMenu label={texts.common.actionsFor(t.oneIs(rate.currency, formatRate(rate.rate), own))}>
      {correction ? (
        <>
          <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => void approve(correction)}>
            {t.approve}
          </Menu.Item>
          <Menu.Item leftSection={<IconBan size={16} />} onClick={() => decide.mutate('rejectRateCorrection')}>
            {t.reject}
          </Menu.Item>
        </>
      ) : (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onCorrect}>
          {t.correct}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
