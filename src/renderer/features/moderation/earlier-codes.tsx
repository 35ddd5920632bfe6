import { Text } from '@mantine/core';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { Hint } from '../../components/hint.tsx';
import { Tag } from '../../components/tag.tsx';
import { moderation as t } from '../../texts/moderation.ts';
import classes from './moderation.module.css';

type Earlier = CreatorCode['earlier_codes'];
const COLOURS = { pending: 'gray', approved: 'teal', rejected: 'red', disabled: 'gray' } as const;

/** Shows how many of a creator's newest codes were approved and rejected, and the last reason for a rejection. */
export function EarlierCounts({ earlier }: { earlier: Earlier }) {
  if (earlier.length === 0) return <div className={`quiet ${classes.sign}`}>{t.noEarlier}</div>;
  const rejected = earlier.filter(({ status }) => status === 'rejected');
  const [last] = rejected;
  return (
    <Hint
      label={earlier.map(({ code, status }) => `${code}: ${t.statuses[status]}`).join('\n')}
      multiline
      style={LINES}
    >
      <div className={classes.earlier}>
        <div className={`${classes.sign} ${last ? classes.rejected : ''}`}>
          {t.earlierCounts(earlier.length - rejected.length, rejected.length)}
        </div>
        {last?.rejection_reason && <bdi className={`note cut ${classes.reason}`}>{last.rejection_reason}</bdi>}
      </div>
    </Hint>
  );
}

const LINES = { whiteSpace: 'pre-line' } as const;

/** Lists the codes with their decisions. */
export const EarlierList = ({ earlier }: { earlier: Earlier }) =>
  earlier.length === 0 ? (
    <Text size="sm" c="dimmed">
      {t.noEarlier}
    </Text>
  ) : (
    <ul className={classes.earlierList}>
      {earlier.map(({ code_id, code, status, rejection_reason }) => (
        <li key={code_id}>
          <span className="mono">{code}</span>
          <Tag color={COLOURS[status]}>{t.statuses[status]}</Tag>
          {rejection_reason && (
            <Text size="sm" c="dimmed" component="bdi">
              {rejection_reason}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
