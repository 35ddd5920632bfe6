import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../lib/dashboard.ts';
import { formatCount } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { refusedReasons } from '../../texts/refused-reasons.ts';
import { toDo as t } from '../../texts/to-do.ts';
import classes from './refused-card.module.css';

/** Why tries were refused; support finds the tries of one player. */
export function RefusedCard({ refused }: { refused: Dashboard['refused'] }) {
  const maySearch = useMay()('getPlayer');
  return (
    <section className={`card ${classes.card}`} id="refused" aria-labelledby="refused-title">
      <Title order={2} size="h5" id="refused-title" mb="xs">
        {t.refused}
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          {t.refusedNote}
        </Text>
      </Title>
      <table aria-labelledby="refused-title" className={classes.table}>
        <tbody>
          {refused.map(({ reason, tries }) => (
            <tr key={reason}>
              <td>{refusedReasons[reason] ?? reason}</td>
              <td>{formatCount(tries)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {maySearch && (
        <Anchor component={Link} to="/players" size="sm">
          {t.findPlayer}
        </Anchor>
      )}
    </section>
  );
}
