import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Dashboard } from '../../client/dashboard.ts';
import { usePersonChoice } from '../../client/person-choice.ts';
import { useMay } from '../../client/session.ts';
import { IconCheck } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { formatRelative } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { firstSteps as t } from '../../texts/first-steps.ts';
import { texts } from '../../texts/texts.ts';
import { type Progress, useProgress } from './first-progress.ts';
import classes from './first-steps.module.css';
import { FirstKey, FirstRedeem } from './try-redeem.tsx';

interface FirstStepsProps {
  figures: Dashboard;
  children: ReactNode;
}

/** Guides a new organisation to its first claim. Other organisations see the children, which are the figures. */
export function FirstSteps({ figures, children }: FirstStepsProps) {
  // Decided once, so that the steps stay when the first claim arrives.
  const [isNew, decide] = useState<boolean>();
  const [isHidden, setHidden] = usePersonChoice('first-steps-hidden', false);
  const isShown = isNew !== false && !isHidden;
  const progress = useProgress(isShown);
  if (isNew === undefined && progress) decide(progress.campaigns <= 1 && !progress.isRedeemed);
  if (!isShown) return children;
  if (!progress) return <Skeleton h={560} radius="lg" aria-busy aria-label={texts.common.loading} />;
  const isRedeemed = progress.isRedeemed || figures.totals.claims > 0;
  return (
    <section className={`card ${classes.card}`} aria-labelledby="first-steps-title">
      <Group justify="space-between" align="flex-start">
        <div className={classes.text}>
          <Title order={2} size="h4" id="first-steps-title">
            {isRedeemed ? t.redeemed : t.title}
          </Title>
          <Text c="dimmed" size="sm">
            {isRedeemed ? t.redeemedNote : t.note}
          </Text>
        </div>
        <Button variant={isRedeemed ? 'filled' : 'default'} onClick={() => setHidden(true)} flex="none">
          {t.show}
        </Button>
      </Group>
      <Steps progress={progress} figures={figures} isRedeemed={isRedeemed} />
    </section>
  );
}

interface StepsProps {
  progress: Progress;
  figures: Dashboard;
  isRedeemed: boolean;
}

function Steps({ progress: { hasSettings, campaign, code, hasKey }, figures, isRedeemed }: StepsProps) {
  const may = useMay();
  const [key, setKey] = useState<string>();
  const now = useNow();
  const params = { campaignId: String(campaign?.campaign_id) };
  const isAhead = campaign !== null && Date.parse(campaign.starts_at) > now;
  return (
    <ol className={classes.list}>
      {may('changeSettings') && (
        <Step text={t.settings} isDone={hasSettings || campaign !== null}>
          <ButtonLink to="/settings" variant="default">
            {t.settings.button}
          </ButtonLink>
        </Step>
      )}
      <Step text={t.campaign} isDone={campaign !== null}>
        <ButtonLink to="/campaigns/new">{t.campaign.button}</ButtonLink>
      </Step>
      <Step text={t.code} isDone={code !== null}>
        {campaign && (
          <ButtonLink to="/campaigns/$campaignId/new-code" params={params}>
            {t.code.button}
          </ButtonLink>
        )}
      </Step>
      <Step text={t.publish} isDone={campaign !== null && campaign.status !== 'draft'}>
        {campaign && code && (
          <ButtonLink to="/campaigns/$campaignId" params={params}>
            {t.publish.button}
          </ButtonLink>
        )}
      </Step>
      <Step text={may('createApiKey') ? t.key : t.otherKey} isDone={hasKey || isRedeemed}>
        {may('createApiKey') && <FirstKey onCreated={setKey} />}
      </Step>
      <Step
        text={isAhead ? { ...t.redeem, note: t.ahead(formatRelative(campaign.starts_at, now)) } : t.redeem}
        isDone={isRedeemed}
      />
      {code && campaign?.status !== 'draft' && !isRedeemed && (
        <FirstRedeem code={code.code} apiKey={key} refused={figures.refused[0]?.reason} />
      )}
    </ol>
  );
}

interface StepProps {
  text: { title: string; note: string };
  isDone: boolean;
  /** What the user does next. */
  children?: ReactNode;
}

const Step = ({ text, isDone, children }: StepProps) => (
  <li className={classes.step} data-done={isDone || undefined}>
    <span className={classes.mark}>{isDone && <IconCheck size={14} />}</span>
    <div className={classes.text}>
      <Text fw={600} size="sm">
        {isDone && <VisuallyHidden component="span">{t.done} </VisuallyHidden>}
        {text.title}
      </Text>
      <Text c="dimmed" size="sm">
        {text.note}
      </Text>
    </div>
    {!isDone && children}
  </li>
);
