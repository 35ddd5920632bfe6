import { Badge, Group, Switch, Text } from '@mantine/core';
import { conditionText } from '../../components/code-window/condition-text.ts';
import { Instant } from '../../components/instant.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatList } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { players as catalogue } from '../../texts/players.ts';
import { Part, Rows } from './player-parts.tsx';
import type { RefusedTry } from './players-queries.ts';
import type { PlayersSearch } from './players-search.ts';

const t = catalogue.tries;

/** Lists the failed attempts with their reasons, and with what the player can do. */
export function RefusedTries({ tries, withValidates }: { tries: RefusedTry[]; withValidates: boolean }) {
  const change = useChangeSearch<PlayersSearch>();
  return (
    <Part
      title={t.title}
      actions={
        <Switch
          size="xs"
          label={t.withValidates}
          checked={withValidates}
          onChange={(event) => change({ validates: event.currentTarget.checked ? 'true' : undefined })}
        />
      }
    >
      <Rows
        title={t.title}
        rows={tries}
        columns={columns}
        rowKey={(row) => row.try_id}
        empty={[t.empty, t.emptyText]}
      />
    </Part>
  );
}

const columns: Column<RefusedTry>[] = [
  { key: 'when', header: t.when, width: 180, render: ({ created_at }) => <Instant at={created_at} /> },
  {
    key: 'code',
    header: t.code,
    width: '22%',
    render: ({ code, is_validate }) => (
      <Group gap={6}>
        <Text inherit component="bdi" className="mono" lineClamp={1} title={code} style={{ wordBreak: 'break-all' }}>
          {code}
        </Text>
        {is_validate && (
          <Badge variant="default" miw="max-content">
            {t.validate}
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'why', header: t.why, render: (row) => whyOf(row) },
];

/** Returns why an attempt failed. If the condition has changed since then, only its attribute is named. */
function whyOf({ reason, attribute, conditions }: RefusedTry): string {
  if (attribute === null) return t.reasons[reason] ?? reason;
  const needed = conditions?.map(conditionText);
  return needed?.length ? t.condition(formatList(needed)) : t.attribute(attribute);
}
