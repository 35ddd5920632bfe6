import { Anchor, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { fieldErrors } from '../../client/ask.ts';
import type { Campaign } from '../../client/campaigns.ts';
import { useSession } from '../../client/session.ts';
import { type TierRow, tierFaults, toTiers } from '../../client/tiers.ts';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { gamesFault, toGames } from '../../components/games.ts';
import { GamesInput } from '../../components/games-input.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { TiersEditor } from '../../components/tiers-editor.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { fromZonedInput, midnightInput, toZonedInput } from '../../lib/zoned-input.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.form;
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

export interface CampaignFields {
  name: string;
  starts_at: string;
  ends_at: string;
  commission_tiers: ReturnType<typeof toTiers> | null;
  games: string[] | null;
  tags: string[];
  leaderboard: boolean;
  notes: string;
}

interface CampaignFormProps {
  campaign: Campaign | null;
  /** The campaign from which a new campaign copies its settings. */
  model?: Campaign | undefined;
  /** The organisation's time zone, because a campaign's days follow the organisation's calendar. */
  zone: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: CampaignFields) => void;
  onCancel: () => void;
}

type Opened = Pick<CampaignFormProps, 'campaign' | 'model' | 'zone'>;

/** Returns the initial values. A new campaign starts tomorrow and lasts as long as the copied campaign, or 30 days. */
function initialValues({ campaign, model, zone }: Opened, limit: readonly string[] | null) {
  const now = Date.now();
  const copied = campaign ?? model;
  return {
    name: campaign?.name ?? (model ? t.copyOf(model.name) : ''),
    starts_at: campaign ? toZonedInput(campaign.starts_at, zone) : midnightInput(now, zone, 1),
    ends_at: campaign ? toZonedInput(campaign.ends_at, zone) : midnightInput(now, zone, 1 + daysOf(model)),
    tiers: (copied?.commission_tiers ?? null) as TierRow[] | null,
    games: copied?.games ?? [...(limit ?? [])],
    tags: copied?.tags ?? [],
    leaderboard: copied?.leaderboard ?? false,
    notes: copied?.notes ?? '',
  };
}

const daysOf = (model: Campaign | undefined) =>
  model ? Math.max(1, Math.round((Date.parse(model.ends_at) - Date.parse(model.starts_at)) / DAY_MS)) : NEW_DAYS;

export function CampaignForm({ campaign, model, zone: present, error, isBusy, onSubmit, onCancel }: CampaignFormProps) {
  // If the organisation's zone changes, typed times keep the zone in which the form opened.
  const [zone] = useState(present);
  const limit = useSession().session.staff.games ?? null;
  const form = useForm({
    initialValues: initialValues({ campaign, model, zone }, limit),
    validate: {
      name: (value) => (value.trim() === '' ? t.nameMissing : null),
      starts_at: (value) => (fromZonedInput(value, zone) ? null : t.timeMissing),
      ends_at: (value, { starts_at }) => endFault(value, starts_at, zone),
      games: (value) => gamesFault(value),
      tiers: (value) => (value && (value.length === 0 || tierFaults(value).length > 0) ? 'tiers' : null),
    },
  });
  /** After an attempt to save, the end is checked again whenever either date changes. */
  const [isTried, setTried] = useState(false);
  const refused = error ? { ...fieldErrors(error) } : {};
  const submit = form.onSubmit(
    ({ name, starts_at, ends_at, tiers, ...rest }) =>
      onSubmit({
        name: name.trim(),
        starts_at: instantOf(starts_at, zone, campaign?.starts_at),
        ends_at: instantOf(ends_at, zone, campaign?.ends_at),
        commission_tiers: tiers && toTiers(tiers),
        ...rest,
        games: toGames(rest.games),
      }),
    (...fault) => {
      setTried(true);
      focusFault(...fault);
    },
  );
  const [hasStarted] = useState(campaign !== null && Date.parse(campaign.starts_at) <= Date.now());
  const startNow = () => form.setFieldValue('starts_at', toZonedInput(new Date().toISOString(), zone));
  const errorOf = (name: string) => form.errors[name] ?? refused[name];
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        {model && (
          <Text size="sm" c="dimmed">
            {t.duplicateNote}
          </Text>
        )}
        <TextInput
          label={t.name}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
          error={errorOf('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <div>
            <DateTimeInput
              label={t.starts}
              zone={zone}
              {...form.getInputProps('starts_at')}
              error={errorOf('starts_at')}
            />
            {!hasStarted && (
              <Anchor component="button" type="button" size="xs" mt={4} onClick={startNow}>
                {t.startNow}
              </Anchor>
            )}
          </div>
          <DateTimeInput
            label={t.ends}
            zone={zone}
            {...form.getInputProps('ends_at')}
            error={isTried ? endFault(form.values.ends_at, form.values.starts_at, zone) : refused.ends_at}
          />
        </SimpleGrid>
        <TiersEditor
          value={form.values.tiers}
          onChange={(tiers) => form.setFieldValue('tiers', tiers)}
          showFaults={form.errors.tiers !== undefined}
        />
        <GamesInput
          label={t.games}
          description={limit ? t.gamesOwn : t.gamesHelp}
          data={limit ? [...limit] : []}
          {...form.getInputProps('games')}
          error={errorOf('games')}
        />
        <TagsField of="campaigns" {...form.getInputProps('tags')} error={errorOf('tags')} />
        <Switch
          label={t.leaderboard}
          description={t.leaderboardHelp}
          checked={form.values.leaderboard}
          onChange={(event) => form.setFieldValue('leaderboard', event.currentTarget.checked)}
        />
        <Textarea
          label={t.notes}
          description={t.notesHelp}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          {...form.getInputProps('notes')}
        />
        <FormFoot label={campaign ? t.save : t.create} error={error} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function endFault(end: string, start: string, zone: string): string | null {
  if (!fromZonedInput(end, zone)) return t.timeMissing;
  return end <= start ? t.afterStart : null;
}

/** Returns the instant of a field. If the user did not change the field, the instant keeps its seconds. */
function instantOf(field: string, zone: string, before: string | undefined): string {
  if (before !== undefined && toZonedInput(before, zone) === field) return before;
  return fromZonedInput(field, zone) ?? '';
}
